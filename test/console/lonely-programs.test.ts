/** Programs that have nothing to do but wait for a person, and programs that have nothing left to do. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { openConsole, stateOf, untilAskedAtConsole } from "../support/consoles.js";
import { allow } from "../support/desks.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const script: string = fileURLToPath(new URL("../support/lonely-script.js", import.meta.url));

async function runScript(files: TempWorkspace, tool: string, input: object): Promise<{ isError: boolean }> {
  const words = [script, files.root, stateOf(files), tool, JSON.stringify(input)];
  const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 20_000 });
  return JSON.parse(stdout) as { isError: boolean };
}

describe("A program with nothing else to do", () => {
  it("stays while its question waits for a person elsewhere, and ends when it is answered [DESK-32]", async () => {
    const files = tempWorkspace();
    const { engines } = await openConsole(files);
    const running = runScript(files, "Write", { file_path: files.path("a.txt"), content: "a\n" });
    const { engine, question } = await untilAskedAtConsole(engines);
    // Long enough for a process that nothing keeps to be gone.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await engine.answer(question.id, allow(question))).toBe("answered");
    expect((await running).isError).toBe(false);
    expect(files.read("a.txt")).toBe("a\n");
  });

  it("ends at once when its call needed nobody, though a person is there [DESK-32]", async () => {
    const files = tempWorkspace({ "a.txt": "a\n" });
    await openConsole(files);
    expect((await runScript(files, "Read", { file_path: files.path("a.txt") })).isError).toBe(false);
  });

  it("ends when its call is cancelled while the person has gone for a moment [FIX-153]", async () => {
    const files = tempWorkspace();
    const { engines, leave } = await openConsole(files);
    const input = JSON.stringify({ file_path: files.path("a.txt"), content: "a\n" });
    const words = [script, files.root, stateOf(files), "Write", input];
    // Sooner than the person would have to be back.
    const running = promisify(execFile)(process.execPath, words, { timeout: 20_000 });
    const { engine } = await untilAskedAtConsole(engines);
    leave();
    // Answered after it has heard that the person is gone.
    expect(await engine.questions()).toHaveLength(1);
    running.child.stdin?.write("enough\n");
    expect(JSON.parse((await running).stdout)).toMatchObject({ isError: true });
  });
});
