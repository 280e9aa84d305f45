import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.js";
import { ownTerminalLine } from "../../src/cli/terminal-line.js";
import { examples } from "../../src/cli/tool-commands/words.js";
import { builtInFaces } from "../../src/tools/faces.js";
import { createTerminal, typeCommand } from "../support/command-line.js";
import { tempWorkspace } from "../support/workspace.js";

describe("Help", () => {
  it("is there for the program and every command, with examples [CLI-19]", async () => {
    const files = tempWorkspace();
    const whole = await typeCommand(["help"], files.root);
    expect(whole).toMatchObject({ code: 0, stderr: "" });
    expect(whole.stdout).toContain("Tools:");
    expect(whole.stdout).toContain("Exit codes: 0 fine, 1 nothing found, 2 failure, 3 denied.");
    for (const name of ["read", "write", "edit", "glob", "grep", "notebook-edit", "completion"]) {
      const asked = await typeCommand(["help", name], files.root);
      expect(asked).toMatchObject({ code: 0, stderr: "" });
      expect(asked.stdout).toContain(`Usage: filewright ${name} `);
      expect(asked.stdout).toContain("Examples:\n");
      expect((await typeCommand([name, "--help"], files.root)).stdout).toBe(asked.stdout);
      expect(whole.stdout).toMatch(new RegExp(`^ {2}${name} `, "m"));
    }
  });

  it("has no example that the commands don't understand [CLI-19]", async () => {
    for (const { name } of builtInFaces) {
      for (const { words } of examples[name] ?? []) {
        const door = {
          terminal: ownTerminalLine(createTerminal("/w").terminal),
          signal: new AbortController().signal,
          exitCode: 0 as const,
        };
        const program = createProgram(door, "0");
        for (const command of program.commands) command.action(() => undefined);
        const line = words.replace(/^.*filewright /, "").replace(/ <.*$/, "");
        const typed = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
          ([, quoted, plain]) => quoted ?? plain ?? "",
        );
        await expect(program.parseAsync(typed, { from: "user" })).resolves.toBeDefined();
      }
    }
  });

  it("is offered for misspelt commands and options [CLI-19]", async () => {
    const files = tempWorkspace();
    const command = await typeCommand(["gerp", "x"], files.root);
    expect(command.code).toBe(2);
    expect(command.stderr).toContain("(Did you mean grep?)");
    const option = await typeCommand(["grep", "x", "--ignore-cas"], files.root);
    expect(option.stderr).toContain("(Did you mean --ignore-case?)");
    expect(option.stderr).toContain("Help: filewright grep --help");
  });
});
