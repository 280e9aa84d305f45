import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished } from "vitest";
import { fakeLanguageServer } from "../support/fake-language-server.js";
import { fakeDesk, isRunning } from "../support/language-desk.js";
import { tempWorkspace } from "../support/workspace.js";

describe("Language servers", () => {
  it("serve a thousand edits with one process, and nothing piles up in ours [LSP-40]", {
    timeout: 120_000,
  }, async () => {
    const names = Array.from({ length: 100 }, (_, index) => `f${index}.fake`);
    const tree = Object.fromEntries(names.map((name) => [name, "ERROR(a)\nturn 0\nend\n"]));
    const desk = fakeDesk({ pull: "static" }, tree, { history: false, durability: "none" });
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const sizes: number[] = [];
    for (let turn = 1; turn <= 10; turn += 1) {
      for (const name of names) {
        const result = await desk.edit(name, `turn ${turn - 1}`, `turn ${turn}`);
        expect(desk.told(result)).toBe(
          "[Diagnostics, fresh: nothing introduced or resolved in this file; 1 error remains, older.]",
        );
      }
      desk.events.length = 0;
      // What is not collected yet says nothing.
      collect();
      sizes.push(process.memoryUsage().heapUsed);
    }
    expect(desk.server.pids()).toHaveLength(1);
    // Closed as often as it takes to have no more than 64 open.
    const story = desk.server.documentStory();
    const opened = story.filter((entry) => entry.startsWith("didOpen")).length;
    const closed = story.filter((entry) => entry.startsWith("didClose")).length;
    expect(opened - closed).toBeLessThanOrEqual(64);
    // From the second hundred on nearly everything that stays is there; five kilobytes more for each edit are too much.
    const grown = (sizes.at(-1) ?? 0) - (sizes[1] ?? 0);
    expect(grown).toBeLessThan(4 * 1024 * 1024);
  });

  it("are gone within five seconds when the process that started them is killed [LSP-41]", async () => {
    const server = fakeLanguageServer({ ignoresSignals: true, ignoresEnd: true, hasChild: true });
    const workspace = tempWorkspace({ "a.fake": "one\n" });
    const home = join(dirname(workspace.root), "home");
    mkdirSync(join(home, ".config/filewright"), { recursive: true });
    const entry = { ...server.entry, languages: { ".fake": "fake" } };
    writeFileSync(
      join(home, ".config/filewright/settings.json"),
      JSON.stringify({ languageServers: { fake: entry } }),
    );
    const library = pathToFileURL(join(process.cwd(), "dist/index.js")).href;
    const script = `
      const { createToolkit } = await import(${JSON.stringify(library)});
      const toolkit = createToolkit({
        roots: [${JSON.stringify(workspace.root)}],
        stateDirectory: ${JSON.stringify(join(home, "state"))},
        environment: { HOME: ${JSON.stringify(home)}, PATH: "" },
        permissions: { mode: "acceptEdits" },
        lsp: { waitMs: 20000 },
      });
      const file_path = ${JSON.stringify(workspace.path("a.fake"))};
      await toolkit.call("Read", { file_path });
      await toolkit.call("Edit", { file_path, old_string: "one", new_string: "two" });
      console.log("edited");
      setInterval(() => undefined, 1000);`;
    const host = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void host.kill("SIGKILL"));
    await new Promise((resolve) => host.stdout.once("data", resolve));
    const pids = server
      .log()
      .flatMap(({ pid, childPid }) => (childPid === undefined ? [pid] : [pid, childPid]));
    const started = [...new Set(pids)];
    expect(started.length).toBeGreaterThanOrEqual(2);
    expect(started.every(isRunning)).toBe(true);
    host.kill("SIGKILL");
    for (let turn = 0; turn < 50 && started.some(isRunning); turn += 1) await sleep(100);
    expect(started.filter(isRunning)).toEqual([]);
  });

  it("end with the last session that used them, and start again with the next change [LSP-41]", async () => {
    const desk = fakeDesk({}, { "a.fake": "one\n" });
    const other = desk.colleague();
    await desk.toolkit.call("Read", { file_path: desk.workspace.path("a.fake") });
    await desk.edit("a.fake", "one", "two", other);
    const [first = 0] = desk.server.pids();
    await other.close();
    expect(isRunning(first)).toBe(true);
    await desk.toolkit.close();
    expect(isRunning(first)).toBe(false);
    const again = desk.colleague();
    expect(desk.told(await desk.edit("a.fake", "two", "ERROR(x)", again))).toContain("1 introduced");
    await again.close();
    expect(desk.server.pids().filter(isRunning)).toEqual([]);
  });
});
