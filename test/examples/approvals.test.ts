/** The examples of approvals, with persons who answer in all the ways there are. */

import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { answerAtConsole } from "../../examples/support/console-visitor.js";
import { renderQuestion } from "../../examples/support/terminal-asker.js";
import { goToView, hasBrowser, useBrowser } from "../support/browser.js";
import { runAtTerminal } from "../support/pseudo-terminal.js";
import { tempWorkspace } from "../support/workspace.js";
import { examplesFolder, runExample, startProgram } from "./run-example.js";

const terminalExample = "approval-terminal.js";
const consoleExample = join(examplesFolder, "approval-console.js");

describe("Approvals in a terminal", () => {
  it("are given, refused with a reason, and given with what the person's editor made of it [EXA-6]", async () => {
    const { code, stdout } = await runExample(terminalExample, {
      input: "e\nn\nNo scripts.\ny\n",
      environment: { EDITOR: "sed -i 's/hey/good morning/'" },
    });
    expect(code).toBe(0);
    expect(stdout).toContain("| [The user changed your proposal before allowing it.");
    expect(stdout).toContain('| +export const greeting = "good morning";');
    expect(stdout).toContain("look twice: it changes what runs later: the script postinstall");
    expect(stdout).toContain("| Reason: No scripts.");
    expect(stdout).toContain("| File created:");
  });

  it("are asked for again when the editor fails or the answer is none, and refused in the end [EXA-6]", async () => {
    const { code, stdout } = await runExample(terminalExample, {
      input: "e\nperhaps\nY\n",
      environment: { EDITOR: "false" },
    });
    expect(code).toBe(0);
    expect(stdout.match(/\| Reason: Nobody has answered\./g)).toHaveLength(3);
    expect(stdout).not.toContain("has been updated");
  });

  it("have what is asked right above the answer, below a diff that looks like another question [FIX-247]", async () => {
    const workspace = tempWorkspace();
    const fake = "Write asks to write /home/me/notes.txt\n  because changes need permission\n";
    const input = { file_path: workspace.path(".npmrc"), content: `${"#\n".repeat(500)}${fake}` };
    const verdict = await workspace.toolkit().decide("Write", input);
    const [question] = verdict.answer === "ask" ? verdict.questions : [];
    if (question === undefined) throw new Error("nothing is asked");
    const lines = renderQuestion(question).split("\n");
    const asked = lines.indexOf(`Write asks to write ${workspace.path(".npmrc")}`);
    expect(lines.slice(asked).length).toBeLessThan(5);
    expect(lines.slice(0, asked).every((line) => /^[+@]/.test(line))).toBe(true);
  });

  it("show a coloured diff in which a file's own control characters are numbers [EXA-7]", async () => {
    const { root } = tempWorkspace();
    const asked = "Allow it? y(es), n(o): ";
    const { code, printed, left } = await runAtTerminal(
      `"${process.execPath}" "${join(examplesFolder, terminalExample)}"`,
      root,
      [
        [asked, "y\n"],
        [asked, "n\n"],
        ["Why not?", "No scripts.\n"],
        [asked, "y\n"],
      ],
    );
    expect({ code, left }).toEqual({ code: 0, left: 0 });
    expect(printed).toContain('\u001b[32m+export const greeting = "hey";\u001b[0m');
    expect(printed).toContain('\u001b[31m-export const greeting = "hello";\u001b[0m');
    expect(printed).toContain("\u001b[32m+harmless\\x1b[2K\\x0drm -rf ~\u001b[0m");
    expect(printed).not.toContain("\u001b[2K");
    expect(printed).toContain("Done: every file is as it was decided.");
  });
});

describe("Approvals in the console", () => {
  const visit = useBrowser();

  it("wait for the person who opens the printed link, whose reason the model is told [EXA-8]", async () => {
    const { child, ended } = startProgram(consoleExample);
    const link = await findLink(child.stdout);
    const { outcome } = await answerAtConsole(link, ({ hunks }) => {
      expect(hunks.flatMap(({ lines }) => lines)).toContain('+export const greeting = "hey";');
      return { answer: "deny", reason: "The greeting stays." };
    });
    expect(outcome).toBe("answered");
    const { code, stdout, files, programs } = await ended;
    expect(stdout).toContain("Reason: The greeting stays.");
    expect(stdout).toContain("Done: the file is as it was.");
    expect({ code, files, programs }).toEqual({ code: 0, files: [], programs: [] });
  });

  it.runIf(hasBrowser)("are given in a browser that opens the printed link [EXA-8]", async () => {
    const { child, ended } = startProgram(consoleExample);
    const link = await findLink(child.stdout);
    const { page } = await visit();
    await page.goto(link);
    await goToView(page, "Questions");
    await page.getByRole("button", { name: /^Accept/ }).click();
    const { code, stdout } = await ended;
    expect(stdout).toContain('+export const greeting = "hey";');
    expect(stdout).toContain("Done: the file is as it was allowed.");
    expect(code).toBe(0);
  });

  it("that nobody wants to give any more leave nothing behind [EXA-2]", async () => {
    const { child, ended } = startProgram(consoleExample);
    await findLink(child.stdout);
    child.kill();
    const { code, files, programs } = await ended;
    expect({ code, files, programs }).toEqual({ code: 1, files: [], programs: [] });
  });
});

/** To be called as soon as it has been started: what was printed before is not seen. */
async function findLink(output: NodeJS.ReadableStream | null): Promise<string> {
  if (output === null) throw new Error("nothing is printed");
  for await (const line of createInterface({ input: output })) {
    const found = /http:\S+/.exec(line)?.[0];
    if (found !== undefined) return found;
  }
  throw new Error("no link was printed");
}
