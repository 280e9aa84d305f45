/** Read before write, for Edit and Write. */
import { statSync, utimesSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Toolkit, ToolkitOptions } from "../../../src/index.js";
import { errorOf, textOf } from "../../support/answers.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

function prepare(
  content: string,
  options: ToolkitOptions = {},
): { workspace: TempWorkspace; toolkit: Toolkit; file_path: string } {
  const workspace = tempWorkspace({ "a.txt": content });
  return { workspace, toolkit: workspace.editor(options), file_path: workspace.path("a.txt") };
}

describe("A file that was read in part", () => {
  it("is written and edited only once all of it was seen [LEDGER-10]", async () => {
    const { workspace, toolkit, file_path } = prepare(numbered(100));
    await toolkit.call("Read", { file_path, offset: 1, limit: 60 });
    const write = { file_path, content: "new\n" };
    const edit = { file_path, old_string: "line 7\n", new_string: "LINE 7\n" };
    const refused = errorOf(await toolkit.call("Write", write));
    expect(refused.code).toBe("FILE_PARTIALLY_READ");
    expect(refused.message).toContain("File has not been read yet. Read it first before writing to it.");
    expect(refused.data).toMatchObject({ nextCall: { file_path, offset: 61, limit: 40 } });
    expect(errorOf(await toolkit.call("Edit", edit)).message).toContain("before editing it.");
    await toolkit.call("Read", refused.data["nextCall"]);
    expect((await toolkit.call("Edit", edit)).isError).toBe(false);
    expect((await toolkit.call("Write", write)).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe("new\n");
  });

  it("can be edited where it was seen, if it is too large for one Read [LEDGER-10]", async () => {
    const { workspace, toolkit, file_path } = prepare(numbered(30_000));
    await toolkit.call("Read", { file_path, offset: 100, limit: 50 });
    const seen = { file_path, old_string: "line 120\n", new_string: "LINE 120\nand more\n" };
    expect((await toolkit.call("Edit", seen)).isError).toBe(false);
    const unseen = { file_path, old_string: "line 500\n", new_string: "x\n" };
    const refused = errorOf(await toolkit.call("Edit", unseen));
    expect(refused.code).toBe("FILE_PARTIALLY_READ");
    expect(refused.data).toMatchObject({ missing: [{ from: 501, to: 501 }] });
    // One line further down since the first edit, and still known there.
    const moved = { file_path, old_string: "line 149\n", new_string: "LINE 149\n" };
    expect((await toolkit.call("Edit", moved)).isError).toBe(false);
    expect(workspace.read("a.txt").split("\n").slice(118, 122)).toEqual([
      "line 119",
      "LINE 120",
      "and more",
      "line 121",
    ]);
    expect(errorOf(await toolkit.call("Write", { file_path, content: "x" })).code).toBe(
      "FILE_PARTIALLY_READ",
    );
  });

  it("is asked for in as few Reads as there are gaps, of which a refusal lists some [LEDGER-10]", async () => {
    const { toolkit, file_path } = prepare(numbered(30_000));
    await toolkit.call("Read", { file_path, limit: 10 });
    const everywhere = { file_path, old_string: "line", new_string: "LINE", replace_all: true };
    const { data } = errorOf(await toolkit.call("Edit", everywhere));
    expect(data).toMatchObject({
      missing: [{ from: 11, to: 30_000 }],
      nextCall: { file_path, offset: 11, limit: 2000 },
    });
    const scatteredEdit = { file_path, old_string: "7\n", new_string: "VII\n", replace_all: true };
    const scattered = errorOf(await toolkit.call("Edit", scatteredEdit));
    expect(scattered.data["missing"]).toHaveLength(50);
  });

  it("can be edited where it was seen by tokens too, and by choice always [LEDGER-10]", async () => {
    const byTokens = prepare(numbered(5000), { limits: { maxTokens: 5000 } });
    const { file_path } = byTokens;
    await byTokens.toolkit.call("Read", { file_path, offset: 1, limit: 10 });
    const edit = { file_path, old_string: "line 3\n", new_string: "x\n" };
    expect((await byTokens.toolkit.call("Edit", edit)).isError).toBe(false);

    const byChoice = prepare(numbered(50), { partialViews: "seen-lines" });
    await byChoice.toolkit.call("Read", { file_path: byChoice.file_path, offset: 1, limit: 10 });
    const inside = { ...edit, file_path: byChoice.file_path };
    expect((await byChoice.toolkit.call("Edit", inside)).isError).toBe(false);
    const outside = { ...inside, old_string: "line 40\n" };
    expect(errorOf(await byChoice.toolkit.call("Edit", outside)).code).toBe("FILE_PARTIALLY_READ");
  });

  it("can't be probed by what it contains [LEDGER-13]", async () => {
    const { toolkit, file_path } = prepare("the secret word\n");
    for (const old_string of ["secret", "nothing of the kind"]) {
      const error = errorOf(await toolkit.call("Edit", { file_path, old_string, new_string: "x" }));
      expect(error).toMatchObject({
        code: "FILE_NOT_READ",
        message: "File has not been read yet. Read it first before editing it.",
      });
    }
  });
});

describe("A file that changed outside", () => {
  it("is not written or edited; the refusal shows what changed [LEDGER-11, LEDGER-4]", async () => {
    const { workspace, toolkit, file_path } = prepare("one\ntwo\nthree\n");
    await toolkit.call("Read", { file_path });
    workspace.write("a.txt", "one\n2\nthree\n");
    const sentence =
      "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.";
    const diff = "What has changed since you saw it:\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three";
    for (const [tool, input] of [
      ["Edit", { file_path, old_string: "three", new_string: "3" }],
      ["Write", { file_path, content: "x" }],
    ] as const) {
      const result = await toolkit.call(tool, input);
      expect(errorOf(result)).toMatchObject({
        code: "FILE_CHANGED_SINCE_READ",
        message: `${sentence}\n${diff}`,
      });
      expect(result.error?.errorCode).toBe(3);
    }
    expect(workspace.read("a.txt")).toBe("one\n2\nthree\n");
  });

  it("is shown by at most sixty lines of what changed [LEDGER-11]", async () => {
    const { workspace, toolkit, file_path } = prepare(numbered(500));
    await toolkit.call("Read", { file_path });
    workspace.write("a.txt", numbered(500).replaceAll("line", "LINE"));
    const error = errorOf(
      await toolkit.call("Edit", { file_path, old_string: "LINE 3\n", new_string: "x\n" }),
    );
    const diffLines = error.message.split("\n").slice(2);
    expect(diffLines.length).toBe(60);
    expect(diffLines.at(-1)).toMatch(/^\[… \d+ more diff lines\]$/);
  });

  it("is changed by touch, chmod or an equal rewrite only in name [LEDGER-2]", async () => {
    const { workspace, toolkit, file_path } = prepare("one\n");
    await toolkit.call("Read", { file_path });
    utimesSync(file_path, new Date(0), new Date(0));
    writeFileSync(file_path, "one\n");
    expect((await toolkit.call("Edit", { file_path, old_string: "one", new_string: "two" })).isError).toBe(
      false,
    );
    expect(workspace.read("a.txt")).toBe("two\n");
  });

  it("is noticed under a kept time and size [LEDGER-3]", async () => {
    const { toolkit, file_path } = prepare("one\n");
    await toolkit.call("Read", { file_path });
    const { atime, mtime } = statSync(file_path);
    writeFileSync(file_path, "two\n");
    utimesSync(file_path, atime, mtime);
    const edit = { file_path, old_string: "one", new_string: "x" };
    expect(errorOf(await toolkit.call("Edit", edit)).code).toBe("FILE_CHANGED_SINCE_READ");
  });
});

describe("staleEdits rebase", () => {
  const options = { staleEdits: "rebase" } as const;

  it("applies an edit elsewhere and shows the outside change [LEDGER-12]", async () => {
    const { workspace, toolkit, file_path } = prepare(numbered(20), options);
    await toolkit.call("Read", { file_path });
    workspace.write("a.txt", `added at the top\n${numbered(20)}`);
    const result = await toolkit.call("Edit", {
      file_path,
      old_string: "line 10\n",
      new_string: "LINE 10\n",
    });
    expect(result.output).toMatchObject({ rebased: true });
    expect(textOf(result)).toContain("[The file had changed outside since you read it, elsewhere than here.");
    expect(textOf(result)).toContain("+added at the top");
    expect(workspace.read("a.txt")).toBe(
      `added at the top\n${numbered(20).replace("line 10\n", "LINE 10\n")}`,
    );
    // What the diff has shown counts as seen: the whole file may be written now.
    expect((await toolkit.call("Write", { file_path, content: "all new\n" })).isError).toBe(false);
  });

  it("refuses an edit of lines that were touched [LEDGER-12]", async () => {
    const { workspace, toolkit, file_path } = prepare(numbered(20), options);
    await toolkit.call("Read", { file_path });
    const theirs = numbered(20).replace("line 10\n", "line 10 and theirs\n");
    workspace.write("a.txt", theirs);
    const edit = { file_path, old_string: "line 10", new_string: "LINE 10" };
    expect(errorOf(await toolkit.call("Edit", edit)).code).toBe("FILE_CHANGED_SINCE_READ");
    expect(workspace.read("a.txt")).toBe(theirs);
  });

  it("does not count what a cut diff left out as seen [LEDGER-12]", async () => {
    const { workspace, toolkit, file_path } = prepare(numbered(20), options);
    await toolkit.call("Read", { file_path });
    workspace.write("a.txt", `${numbered(20)}${"more\n".repeat(200)}`);
    expect(
      (await toolkit.call("Edit", { file_path, old_string: "line 10\n", new_string: "x\n" })).isError,
    ).toBe(false);
    expect(errorOf(await toolkit.call("Write", { file_path, content: "x" })).code).toBe(
      "FILE_PARTIALLY_READ",
    );
  });

  it("never applies to Write [LEDGER-12]", async () => {
    const { workspace, toolkit, file_path } = prepare("one\n", options);
    await toolkit.call("Read", { file_path });
    workspace.write("a.txt", "one\ntwo\n");
    expect(errorOf(await toolkit.call("Write", { file_path, content: "x" })).code).toBe(
      "FILE_CHANGED_SINCE_READ",
    );
  });
});
