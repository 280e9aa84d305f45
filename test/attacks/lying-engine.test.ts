/** An engine that tells `filewright watch` things that no engine tells. */
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEventLines } from "../../src/cli/commands/watch/event-line.js";
import { runCommandLine } from "../../src/cli/main.js";
import { createTerminal } from "../support/command-line.js";
import { publishing, until } from "../support/listening.js";
import { tempWorkspace } from "../support/workspace.js";

const strange: Readonly<Record<string, string>> = {
  "no text where there should be one": `{"sessionId":{"toString":1},"callId":{"valueOf":[]},"at":1e300}`,
  "something nested without end": `{"after":{"deep":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`,
  "numbers that are none": `{"from":"x","to":{},"at":{},"durationMs":null,"changes":7}`,
};

describe.each([{ words: [] }, { words: ["--json"] }])("filewright watch $words", ({ words }) => {
  it.each(Object.keys(strange))("goes on after an engine has told %s [FIX-121]", async (name) => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const toolkit = publishing(files);
    const { stateDirectory } = toolkit.workspace;
    const { terminal, output } = createTerminal(files.root);
    const ending = new AbortController();
    const code = runCommandLine(["watch", "--all", ...words], terminal, ending.signal);
    const folder = join(stateDirectory, "listeners");
    await until(() => output.stderr + output.stdout !== "", "the start");
    const [socketName = ""] = readdirSync(folder);
    const socket = connect(join(folder, socketName))
      .on("error", () => undefined)
      .resume();
    onTestFinished(() => void socket.destroy());
    socket.write(`{"kind":"engine","engine":"liar","pid":1,"version":"1","roots":[]}\n`);
    for (const [index, type] of ["file-changed", "call-finished", "events-missed", "undo"].entries()) {
      const event = strange[name]?.replace("{", () => `{"type":"${type}","sequence":${index + 1},"to":9,`);
      socket.write(`{"kind":"event","event":${event}}\n`);
    }
    socket.end();
    await new Promise((resolve) => socket.once("close", resolve));
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    await until(() => output.stdout.includes("a.txt"), "the honest engine");
    ending.abort();
    expect(await code).toBe(0);
  });
});

it("A line for people stays short, whatever an engine tells [FIX-121]", () => {
  const renderLine = createEventLines({ workingDirectory: "/w/app", colour: false });
  const long = "\u001b[2J".repeat(100_000);
  const line = renderLine({ type: long, path: long, sessionId: long, tool: long }, "liar");
  expect(line.length).toBeLessThan(100_000);
  expect(line).not.toContain("\u001b");
});
