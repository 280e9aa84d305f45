/** The built program in real terminals, with a person at each. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ownTerminalLine } from "../../src/cli/terminal-line.js";
import { createTerminal, program } from "../support/command-line.js";
import { fakeRipgrep } from "../support/fake-ripgrep.js";
import { runAtTerminal } from "../support/pseudo-terminal.js";
import { tempWorkspace } from "../support/workspace.js";

const edit = "filewright edit a.txt --old two --new 2";

describe("At a real terminal", () => {
  it("a person is asked, sees a coloured diff and says yes [CLI-13]", async () => {
    const files = tempWorkspace({ "a.txt": "one\ntwo\n" });
    const { code, printed, left } = await runAtTerminal(
      `filewright read a.txt && ${edit}`,
      files.root,
      [["Allow it? ", "y\r"]],
      { TERM: "xterm-256color" },
    );
    expect({ code, left }).toEqual({ code: 0, left: 0 });
    expect(printed).toContain("\u001b[31m-two\u001b[0m\r\n\u001b[32m+2\u001b[0m\r\n");
    expect(files.read("a.txt")).toBe("one\n2\n");
  });

  it.each([
    ["Enter", "\r", 3],
    ["the end of input", "\u0004", 3],
    ["no, with a reason", "r\r", 3],
    ["an interruption", "\u0003", 2],
  ])("%s changes nothing [CLI-14]", async (_, typed, expected) => {
    const files = tempWorkspace({ "a.txt": "one\ntwo\n" });
    const steps = [
      ["Allow it? ", typed] as const,
      ...(typed === "r\r" ? [["Why not? ", "later\r"] as const] : []),
    ];
    const { code, printed, left } = await runAtTerminal(`filewright read a.txt; ${edit}`, files.root, steps);
    expect({ code, left }).toEqual({ code: expected, left: 0 });
    if (typed === "r\r") expect(printed).toContain("Reason: later");
    expect(files.read("a.txt")).toBe("one\ntwo\n");
  });

  it("two terminals are two conversations, and scripts in one belong to it [CLI-10]", async () => {
    const files = tempWorkspace({ "a.txt": "one\ntwo\n" });
    // What stands between the terminal's shell and the program makes no difference.
    const nested = `sh -c '"$0" "$@"; true' "${process.execPath}"`;
    const { code, printed } = await runAtTerminal(
      `filewright() { ${nested} "$PROGRAM" "$@"; }; filewright read a.txt; filewright glob '*'`,
      files.root,
      [],
      { PROGRAM: program },
    );
    expect({ code, printed: printed.includes("two") }).toEqual({ code: 0, printed: true });
    const folder = files.path("..", "state", "terminals");
    expect(readdirSync(folder).length).toBe(1);
    const other = await runAtTerminal(`${edit} --yes; echo "code $?"`, files.root);
    expect(other.printed).toContain("has not been read");
    expect(other.printed).toContain("code 2");
    const both = await runAtTerminal(`(filewright read a.txt); ${edit} --yes; echo "code $?"`, files.root);
    expect(both.printed).toContain("code 0");
    // The first terminal is gone, and so is what it knew.
    expect(readdirSync(folder).length).toBe(1);
  });

  it("a pipe is no person: nothing is asked [CLI-15]", async () => {
    const files = tempWorkspace();
    const { code, printed } = await runAtTerminal("echo x | filewright write a.txt", files.root);
    expect(code).toBe(3);
    expect(printed).toContain("add --yes");
  });

  it("a long search shows one line that is gone in the end [CLI-18]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    const slow = fakeRipgrep(files, "say\nsleep 1.2");
    const { code, printed } = await runAtTerminal(
      `FILEWRIGHT_SANDBOX=off filewright glob '*.txt' --ripgrep "${slow.path}"`,
      files.root,
    );
    expect(code).toBe(0);
    expect(printed).toContain("\r\u001b[Kfiles found: 1 …\r\u001b[K");
    expect(printed.trimEnd().endsWith("\u001b[Ka.txt")).toBe(true);
  });
});

describe("The progress line", () => {
  const progress = { done: 1234, total: 5000, what: "things with a long name" };

  it("fits the terminal, and is erased once by the next output [CLI-18]", () => {
    const { terminal, output } = createTerminal("/w", { isInteractive: true, columns: 20 });
    const line = ownTerminalLine(terminal);
    line.writeError("before\n");
    line.showProgress(progress);
    line.write("result\n");
    line.writeError("after\n");
    expect(output).toEqual({
      stdout: "result\n",
      stderr: "before\n\r\u001b[Kthings with a long…\r\u001b[Kafter\n",
    });
  });

  it("is not shown without an interactive terminal [CLI-18]", () => {
    const { terminal, output } = createTerminal("/w");
    ownTerminalLine(terminal).showProgress(progress);
    expect(output.stderr).toBe("");
  });
});
