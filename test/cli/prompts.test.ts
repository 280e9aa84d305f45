/** While a prompt is open, nothing but what the person types appears on its line. */
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { ownTerminalLine } from "../../src/cli/terminal-line.js";
import { createTerminal } from "../support/command-line.js";
import { until } from "../support/listening.js";
import { runAtTerminal } from "../support/pseudo-terminal.js";
import { hasTmux, openScreen } from "../support/tmux.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const progress = { done: 5, what: "seconds waited" };

describe("An open prompt", () => {
  it("drops progress and holds back other output until it closes [CLI-300]", async () => {
    const { terminal, output } = createTerminal("/w", {
      typed: [
        () => {
          line.showProgress(progress);
          line.writeError("a warning\n");
          line.write("a result\n");
          line.showProgress(progress);
          expect(output).toEqual({ stdout: "", stderr: "" });
          return "y";
        },
      ],
    });
    const line = ownTerminalLine(terminal);
    expect(await line.askLine("Really? ")).toBe("y");
    expect(output).toEqual({ stdout: "a result\n", stderr: "a warning\n" });
    line.showProgress(progress);
    expect(output.stderr).toBe("a warning\n\r\u001b[Kseconds waited: 5 …");
  });

  it("erases a progress line before it opens, and lets output go on after it is withdrawn [CLI-300]", async () => {
    const { terminal, output } = createTerminal("/w", {
      typed: [
        () => {
          line.writeError("late\n");
          throw new Error("withdrawn");
        },
      ],
    });
    const line = ownTerminalLine(terminal);
    line.showProgress(progress);
    await expect(line.askLine("Really? ")).rejects.toThrow("withdrawn");
    line.writeError("after\n");
    expect(output.stderr).toBe("\r\u001b[Kseconds waited: 5 …\r\u001b[Klate\nafter\n");
  });
});

/** Makes everything that reports at intervals report all the time, so a pause of a moment is as long as minutes. */
const FAST_INTERVALS =
  "const { setInterval: real } = globalThis; globalThis.setInterval = (call, _, ...more) => real(call, 5, ...more);";

async function answerSlowly(
  files: TempWorkspace,
  line: string,
  prompt: string,
): Promise<{ readonly code: number; readonly onLine: string }> {
  const clock = files.write("../fast-intervals.cjs", FAST_INTERVALS);
  const { code, printed, left } = await runAtTerminal(line, files.root, [[prompt, "yes\r", 0.5]], {
    NODE_OPTIONS: `--require "${clock}"`,
  });
  expect(left).toBe(0);
  const after = printed.slice(printed.lastIndexOf(prompt) + prompt.length);
  return { code, onLine: after.slice(0, after.indexOf("\r\n")) };
}

/** Up to where the person starts to type; the terminal moves its cursor there. */
const prompts: readonly (readonly [string, string, string])[] = [
  ["edit", "filewright read a.txt; filewright edit a.txt --old two --new 2", "Allow it? [y/s/sf/a/af/N/r] "],
  ["undo", "filewright write b.txt --content b --yes; filewright undo", "Undo 1 change of 1 file? [y/N] "],
  ["install", "filewright install claude-code", ".claude.json? [y/N] "],
  ["permissions trust", "filewright permissions trust", "Trust this folder? [y/N] "],
];

describe("At a real terminal", () => {
  it.each(prompts)("the prompt of %s keeps its line [CLI-300]", async (_, line, prompt) => {
    const files = tempWorkspace({ "src/a.txt": "", "a.txt": "one\ntwo\n" });
    const { code, onLine } = await answerSlowly(files, line, prompt);
    expect(code).toBe(0);
    // Readline puts the cursor after the prompt, then echoes each key.
    expect(onLine.slice(onLine.lastIndexOf("G") + 1).trimEnd()).toBe("yes");
    expect(onLine).not.toContain("seconds waited");
  });
});

describe.skipIf(!hasTmux)("On the screen of a terminal (with tmux)", () => {
  it("a prompt stays as it is for half a minute while the person types [CLI-300]", async () => {
    const files = tempWorkspace({ "a.txt": "one\ntwo\n" });
    const screen = openScreen(files.root);
    screen.type("filewright read a.txt; filewright edit a.txt --old two --new 2");
    screen.press("Enter");
    const prompt = await until(
      () => screen.read().find((line) => line.startsWith("Allow it? [")),
      "the prompt",
    );
    const before = screen.read();
    let typed = "";
    for (const letter of "thinking about this change now") {
      typed += letter;
      screen.type(letter);
      await sleep(1000);
      const expected = [...before.slice(0, -1), `${prompt} ${typed}`.trimEnd()];
      await until(() => isDeepStrictEqual(screen.read(), expected), "the line as typed");
    }
    screen.press("Enter");
    await until(
      () => screen.read().filter((line) => line.startsWith(prompt)).length === 2,
      "the prompt again",
    );
    screen.type("y");
    screen.press("Enter");
    await until(() => files.read("a.txt") === "one\n2\n", "the change");
  }, 90_000);
});
