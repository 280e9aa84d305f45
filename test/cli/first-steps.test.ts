/** What somebody meets who types things for the first time, and gets some of them wrong. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram, typeCommand } from "../support/command-line.js";
import { runAtTerminal } from "../support/pseudo-terminal.js";
import { tempWorkspace } from "../support/workspace.js";

describe("Help", () => {
  it("is named for the very command that was mistyped [FIX-61]", async () => {
    const { root } = tempWorkspace();
    const missing = await typeCommand(["read"], root);
    expect(missing).toMatchObject({
      code: 2,
      stderr: "filewright: missing required argument 'file'\nHelp: filewright read --help\n",
    });
    const nested = await typeCommand(["permissions", "add", "deny"], root);
    expect(nested.stderr).toContain("Help: filewright permissions add --help\n");
    const unknown = await typeCommand(["permissions", "ad"], root);
    expect(unknown).toMatchObject({
      code: 2,
      stderr:
        "filewright: unknown command 'ad'. Known: list, add, remove, explain, trust, untrust\nHelp: filewright permissions --help\n",
    });
  });

  it("explains commands of commands, and says which there are [FIX-61]", async () => {
    const { root } = tempWorkspace();
    const asked = await typeCommand(["help", "permissions", "add"], root);
    expect(asked).toMatchObject({ code: 0, stderr: "" });
    expect(asked.stdout).toContain("Usage: filewright permissions add ");
    const unknown = await typeCommand(["help", "nope"], root);
    expect(unknown).toMatchObject({ code: 2, stdout: "" });
    expect(unknown.stderr).toContain("unknown command 'nope'. Known: read, write, ");
  });

  it("offers ripgrep to what searches, and -y to all that ask [FIX-61]", async () => {
    const { root } = tempWorkspace();
    for (const name of ["read", "history", "undo", "checkpoint"])
      expect((await typeCommand([name, "--help"], root)).stdout).not.toContain("--ripgrep");
    for (const name of ["glob", "grep", "doctor"])
      expect((await typeCommand([name, "--help"], root)).stdout).toContain("--ripgrep");
    for (const name of ["edit", "undo", "redo", "rewind", "install"])
      expect((await typeCommand([name, "--help"], root)).stdout).toContain("-y, --yes");
  });
});

describe("A folder that is not there", () => {
  it("is named where it was misspelt as a root, and is not trusted [FIX-62]", async () => {
    const files = tempWorkspace({ "a.txt": "x" });
    const read = await typeCommand(["read", "a.txt", "--root", "nope"], files.root);
    expect(read).toMatchObject({
      code: 2,
      stderr: `filewright: The root ${files.path("nope")} does not exist.\n`,
    });
    const trusted = await typeCommand(["permissions", "trust", "nope", "--yes"], files.root);
    expect(trusted).toMatchObject({
      code: 2,
      stderr: `filewright: There is no folder ${files.path("nope")}.\n`,
    });
  });

  it("to stand in is a failure that says so [FIX-62]", async () => {
    const { root } = tempWorkspace();
    mkdirSync(join(root, "gone"));
    const line =
      "cd gone && rmdir ../gone && filewright read x 2>&1; echo code $?; filewright mcp; echo code $?";
    const { printed } = await runAtTerminal(line, root);
    expect(printed.match(/is not there any more\. Change to another one\.\s+code 2/g)).toHaveLength(2);
  });
});

describe("At a terminal", () => {
  it("text that is to be typed is asked for, and Ctrl-C ends the wait [FIX-63]", async () => {
    const files = tempWorkspace();
    const steps = [["Type the text for --content, then Ctrl-D", "\u0003"]] as const;
    const stopped = await runAtTerminal(
      "filewright write a.txt --content - --yes; echo code $?",
      files.root,
      steps,
    );
    expect(stopped.left).toBe(0);
    expect(stopped.printed).toContain("filewright: interrupted");
    const typed = [["Type the text for --content, then Ctrl-D", "hello\n\u0004"]] as const;
    const done = await runAtTerminal("filewright write a.txt --content - --yes", files.root, typed);
    expect(done.code).toBe(0);
    expect(files.read("a.txt")).toBe("hello\n");
  });

  it("the server tells a person that it waits for a client [FIX-63]", async () => {
    const { root } = tempWorkspace();
    const steps = [["To add Filewright to a client: filewright install", "\u0004"]] as const;
    const { code, left } = await runAtTerminal("filewright mcp", root, steps);
    expect({ code, left }).toEqual({ code: 0, left: 0 });
    expect((await runProgram(["mcp"], root)).stderr).toBe("");
  });
});

describe("What was done", () => {
  it("tells a no from a question that could not be asked, also where something is installed [FIX-64]", async () => {
    const { root } = tempWorkspace();
    const asked = await typeCommand(["install", "codex"], root, { typed: ["n"] });
    expect(asked).toMatchObject({ code: 3, stdout: "" });
    expect(asked.stderr).toMatch(/\nNothing was written\.\n$/);
    expect((await typeCommand(["install", "codex"], root)).code).toBe(2);
  });

  it("names what a project's file holds for this machine alone [FIX-64]", async () => {
    const { root } = tempWorkspace();
    const { stdout } = await typeCommand(["install", "codex", "--project", "--yes"], root);
    expect(stdout).toContain("\nThe entry names a program of this machine, ");
    expect((await typeCommand(["install", "codex", "--yes"], root)).stdout).not.toContain("this machine");
  });

  it("shows that there are no rules [FIX-64]", async () => {
    const { root } = tempWorkspace();
    expect((await typeCommand(["permissions"], root)).stdout).toMatch(/^Mode: default\n\nRules\n {2}none\n/);
  });

  it("is told as it was: a rule that stood there, a checkpoint by its name, a look that changed nothing [FIX-64]", async () => {
    const files = tempWorkspace();
    const type = (...words: string[]) => typeCommand(words, files.root);
    const rule = ["permissions", "add", "deny", "Read(.env)"];
    expect((await type(...rule)).stdout).toMatch(/^Added to the deny rules of /);
    expect((await type(...rule)).stdout).toMatch(/^Already among the deny rules of /);
    expect((await type("checkpoint", "before it")).stdout).toBe(
      "Marked this moment as before it. To come back: filewright rewind 'before it'\n",
    );
    expect((await type("checkpoint", "--", "-x")).stdout).not.toContain("rewind -x");
    await type("write", "a.txt", "--content", "x", "--yes");
    expect((await type("undo", "--dry-run")).stderr).toBe("Nothing was changed.\n");
    expect((await type("rewind", "before it", "--yes")).stdout).toBe("Removed a.txt\n");
  });
});
