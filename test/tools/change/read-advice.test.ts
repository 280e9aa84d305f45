/** The words of refusals that send to Read, and the call that they name. */
import { describe, expect, it } from "vitest";
import { errorOf } from "../../support/answers.js";
import { tempWorkspace } from "../../support/workspace.js";

const LARGE = `${"const value = compute(1);\n".repeat(12_000)}last\n`;
/** A hundred lines of which few fit. */
const DENSE = `${"😀👩‍👩‍👧‍👦".repeat(120)}\n`.repeat(100);

function open(content: string, options: object = {}) {
  const workspace = tempWorkspace({ "a.txt": content });
  const toolkit = workspace.editor(options);
  const file_path = workspace.path("a.txt");
  const edit = (old_string: string, new_string = "new") =>
    toolkit.call("Edit", { file_path, old_string, new_string });
  return { workspace, toolkit, file_path, edit };
}

describe("A refusal that sends to Read", () => {
  it("names a part that fits where the file is too large [SAFE-159]", async () => {
    const { toolkit, file_path, edit } = open(LARGE);
    const error = errorOf(await edit("last"));
    const nextCall = { file_path, offset: 1, limit: expect.any(Number) };
    expect(error).toMatchObject({ code: "FILE_NOT_READ", data: { nextCall } });
    expect(error.message).toMatch(
      /^File has not been read yet\. Read it first before editing it\.\nThe file does not fit in one Read\. Next call: Read \{.*\}$/,
    );
    expect((await toolkit.call("Read", error.data["nextCall"] as object)).isError).toBe(false);
  });

  it("names nothing more where the whole file fits [SAFE-159]", async () => {
    const { edit } = open("one\n");
    const error = errorOf(await edit("one"));
    expect(error.message).toBe("File has not been read yet. Read it first before editing it.");
  });

  it("names fewer of the missing lines where all of them are too long [SAFE-159]", async () => {
    const { toolkit, file_path } = open(DENSE, { limits: { maxTokens: 20_000 } });
    await toolkit.call("Read", { file_path, offset: 1, limit: 1 });
    const error = errorOf(await toolkit.call("Write", { file_path, content: "x" }));
    expect(error.code).toBe("FILE_PARTIALLY_READ");
    expect(error.message).toMatch(
      /Not shown yet: lines 2-100; the file has 100 lines\.\nThese lines do not fit in one Read\. Next call: Read \{.*"offset":2,"limit":\d+\}$/,
    );
    const next = error.data["nextCall"] as { limit: number };
    expect(next.limit).toBeLessThan(99);
    expect((await toolkit.call("Read", next)).isError).toBe(false);
  });

  it("says so where not even one line fits [SAFE-159]", async () => {
    const { edit } = open(DENSE, { limits: { maxTokens: 100 } });
    const error = errorOf(await edit("x"));
    expect(error.message).toContain("Not even one line of that fits into one Read: use Grep");
    expect(error.data["nextCall"]).toBeUndefined();
  });

  it("keeps the diff of what has changed, and names the lines to read after it [SAFE-159]", async () => {
    const { workspace, toolkit, file_path, edit } = open(DENSE);
    await toolkit.call("Read", { file_path, offset: 1, limit: 2 });
    workspace.write("a.txt", `${"more\n".repeat(100)}first\n${DENSE}`);
    const error = errorOf(await edit("first"));
    expect(error.code).toBe("FILE_CHANGED_SINCE_READ");
    expect(error.message).toContain("What has changed since you saw it:\n@@");
    expect(error.message).toMatch(/more diff lines\]\nNext call: Read \{.*"offset":101,"limit":1\}$/);
    expect((await toolkit.call("Read", error.data["nextCall"] as object)).isError).toBe(false);
    expect((await edit("first")).isError).toBe(false);
  });

  it("names a part that fits where nothing tells which lines the change needs [SAFE-159]", async () => {
    const { workspace, toolkit, file_path } = open(DENSE);
    await toolkit.call("Read", { file_path, offset: 1, limit: 2 });
    workspace.write("a.txt", `${"more\n".repeat(100)}${DENSE}`);
    const error = errorOf(await toolkit.call("Write", { file_path, content: "x" }));
    expect(error.code).toBe("FILE_CHANGED_SINCE_READ");
    expect(error.message).toMatch(/\nThe file does not fit in one Read\. Next call: Read \{.*\}$/);
    expect((await toolkit.call("Read", error.data["nextCall"] as object)).isError).toBe(false);
  });

  it("leaves a view alone that is still visible [SAFE-159]", async () => {
    const { toolkit, file_path, edit } = open("one\ntwo\n");
    await toolkit.call("Read", { file_path });
    expect(errorOf(await edit("nothing of the kind here")).code).toBe("MATCH_NOT_FOUND");
    expect((await toolkit.call("Read", { file_path })).output).toMatchObject({ type: "file_unchanged" });
  });

  it("names a limit for text under the name of a picture [SAFE-159]", async () => {
    const workspace = tempWorkspace({ "a.png": `<html>\n${DENSE}`, "b.png": "<html>\n" });
    const toolkit = workspace.editor();
    const read = (name: string, more: object = {}) =>
      toolkit.call("Read", { file_path: workspace.path(name), ...more });
    const [, limit] =
      /Read it with offset 1 and limit (\d+)\.$/.exec(errorOf(await read("a.png")).message) ?? [];
    expect((await read("a.png", { offset: 1, limit: Number(limit) })).isError).toBe(false);
    expect(errorOf(await read("b.png")).message).toContain("To see the text, Read it with a limit.");
  });

  it("names the Read of the nearest text if that has not been shown [SAFE-159, EDIT-12]", async () => {
    const { toolkit, file_path, edit } = open(`${"x\n".repeat(40)}export const limit = 20;\n`);
    await toolkit.call("Read", { file_path, limit: 5 });
    const error = errorOf(await edit("export const LIMIT = 20;"));
    const nextCall = { file_path, offset: 41, limit: 1 };
    expect(error).toMatchObject({ code: "MATCH_NOT_FOUND", data: { nextCall } });
    expect(error.message).toMatch(/not shown yet\. .*\nNext call: Read \{.*\}$/);
    await toolkit.call("Read", nextCall);
    expect(errorOf(await edit("export const LIMIT = 20;")).message).toContain("export const limit = 20;");
  });
});
