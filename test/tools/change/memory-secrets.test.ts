/** Secrets stay out of files that are read into later conversations, and are told nowhere when they are refused. */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CallResult, Toolkit, WorkspaceEvent } from "../../../src/index.js";
import { errorOf, textOf } from "../../support/answers.js";
import { code, notebookOf } from "../../support/notebook-files.js";
import { reviewedWorkspace } from "../../support/reviewers.js";
import { randomLetters, secretCorpus } from "../../support/secret-corpus.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";

const corpus = secretCorpus();
const token = `ghp_${randomLetters(36, 77)}`;
const otherToken = `ghp_${randomLetters(36, 78)}`;

function listen(toolkit: Toolkit): WorkspaceEvent[] {
  const events: WorkspaceEvent[] = [];
  toolkit.workspace.events.on("*", (event) => events.push(event));
  return events;
}

async function write(toolkit: Toolkit, file_path: string, content: string): Promise<CallResult> {
  return toolkit.call("Write", { file_path, content });
}

/** All that lies in the state directory, compressed contents as they are. */
function stateOf(files: TempWorkspace): string {
  const folder = join(files.root, "..", "state");
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

describe("A secret in a memory file", () => {
  it.each(corpus)("of the kind $name is refused and told nowhere [SECRET-4, SECRET-6]", async (sample) => {
    const files = tempWorkspace();
    const toolkit = files.editor({ audit: true });
    const events = listen(toolkit);
    const file_path = files.path("CLAUDE.md");
    const result = await write(toolkit, file_path, `# The shop\n\n${sample.text}\n`);
    const error = errorOf(result);
    expect(error.code).toBe("SECRET_IN_CONTENT");
    expect(error.data).toEqual({
      filePath: file_path,
      rule: sample.rule,
      line: expect.any(Number),
      errorCode: 0,
    });
    expect(error.message).toContain(`(${sample.rule})`);
    expect(error.message.length).toBeLessThanOrEqual(300);
    expect(readdirSync(files.root)).toEqual([]);
    await toolkit.close();
    expect(events.map(({ type }) => type)).toEqual(["call-finished"]);
    const told = JSON.stringify([result, events, await toolkit.history.list()]) + stateOf(files);
    expect(told).not.toContain(sample.secret);
  });

  it.each(corpus)("of the kind $name goes into any other file [SECRET-5]", async (sample) => {
    const files = tempWorkspace();
    const toolkit = files.editor({ audit: true });
    const result = await write(toolkit, files.path("notes.md"), `${sample.text}\n`);
    expect(result.isError).toBe(false);
    expect(files.read("notes.md")).toBe(`${sample.text}\n`);
    await toolkit.close();
    const audit = readFileSync(join(files.root, "../state/audit/audit.jsonl"), "utf8");
    expect(audit + JSON.stringify(await toolkit.history.list())).not.toContain(sample.secret);
  });

  it("is answered in words that name rule, line and file, and what to do [SECRET-4]", async () => {
    const files = tempWorkspace();
    const result = await write(files.editor(), files.path("CLAUDE.md"), `# Notes\n\nToken: ${token}\n`);
    expect(textOf(result)).toBe(
      "Line 3 of the changed file would contain what looks like a secret (github-token). Nothing was written: CLAUDE.md is read into later conversations. Leave the value out, or name where it is kept.",
    );
  });

  it("is refused before anyone is asked, and by force as well [SECRET-4]", async () => {
    const files = tempWorkspace();
    const asked: string[] = [];
    const toolkit = files.toolkit({
      onAsk: ({ path }) => {
        asked.push(path);
        return { answer: "allow" };
      },
    });
    const input = { file_path: files.path("AGENTS.md"), content: token };
    expect(errorOf(await toolkit.call("Write", input, { force: true })).code).toBe("SECRET_IN_CONTENT");
    expect(asked).toEqual([]);
  });

  it("is refused from Edit, also where only the edit completes it [SECRET-4]", async () => {
    const files = tempWorkspace({ "docs/agents.md": `one\n${token.slice(0, 20)}\nthree\n` });
    const toolkit = files.editor();
    const file_path = files.path("docs/agents.md");
    await toolkit.call("Read", { file_path });
    for (const [old_string, new_string] of [
      ["three", `three ${otherToken}`],
      [token.slice(10, 20), token.slice(10)],
    ]) {
      const before = files.stamp("docs/agents.md");
      const result = await toolkit.call("Edit", { file_path, old_string, new_string });
      expect(errorOf(result)).toMatchObject({ code: "SECRET_IN_CONTENT", data: { rule: "github-token" } });
      expect(files.stamp("docs/agents.md")).toEqual(before);
    }
    const created = { file_path: files.path("CLAUDE.local.md"), old_string: "", new_string: token };
    expect(errorOf(await toolkit.call("Edit", created)).code).toBe("SECRET_IN_CONTENT");
  });

  it("is refused from an Edit of a file too large to hold, with the line of the file [SECRET-4]", async () => {
    const files = tempWorkspace({ "CLAUDE.md": `${"an ordinary line of text\n".repeat(200_000)}the end\n` });
    const toolkit = files.editor();
    const file_path = files.path("CLAUDE.md");
    await toolkit.call("Read", { file_path, offset: 199_995, limit: 10 });
    const edit = { file_path, old_string: "the end", new_string: `the end\n${token}` };
    expect(errorOf(await toolkit.call("Edit", edit)).data).toMatchObject({
      rule: "github-token",
      line: 200_002,
    });
    const harmless = await toolkit.call("Edit", { ...edit, new_string: "the very end" });
    expect(harmless.isError).toBe(false);
  });

  it("is refused from NotebookEdit [SECRET-4]", async () => {
    const name = ".claude/agents/memory/notes.ipynb";
    const files = tempWorkspace({ [name]: notebookOf([code("x = 1", { id: "a" })]) });
    const toolkit = files.editor();
    const notebook_path = files.path(name);
    await toolkit.call("Read", { file_path: notebook_path });
    const edit = { notebook_path, cell_id: "a", new_source: `x = 2\nkey = "${token}"` };
    expect(errorOf(await toolkit.call("NotebookEdit", edit)).code).toBe("SECRET_IN_CONTENT");
    expect((await toolkit.call("NotebookEdit", { ...edit, new_source: "x = 2" })).isError).toBe(false);
  });

  it("stays where it stands already, and blocks no edit beside it [SECRET-7]", async () => {
    const files = tempWorkspace({ "CLAUDE.md": `old: ${token}\nrest\n` });
    const toolkit = files.editor();
    const file_path = files.path("CLAUDE.md");
    await toolkit.call("Read", { file_path });
    const edit = (old_string: string, new_string: string): Promise<CallResult> =>
      toolkit.call("Edit", { file_path, old_string, new_string });
    expect((await edit("rest", "more")).isError).toBe(false);
    expect((await write(toolkit, file_path, `moved\n\n${token}\n`)).isError).toBe(false);
    expect(errorOf(await edit(token, otherToken)).code).toBe("SECRET_IN_CONTENT");
    expect((await edit(token, "in the key ring")).isError).toBe(false);
    expect(errorOf(await edit("in the key ring", token)).code).toBe("SECRET_IN_CONTENT");
  });

  it("is refused from a person's own version too [SECRET-8]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({ "CLAUDE.md": "one\n" });
    person.review = () => `two\n${token}\n`;
    const result = await write(toolkit, files.path("CLAUDE.md"), "two\n");
    expect(errorOf(result)).toMatchObject({
      code: "SECRET_IN_CONTENT",
      data: { rule: "github-token", line: 2 },
      message: expect.stringContaining("The user allowed this change with other content"),
    });
    expect(textOf(result)).not.toContain(token);
    expect(files.read("CLAUDE.md")).toBe("one\n");
  });
});
