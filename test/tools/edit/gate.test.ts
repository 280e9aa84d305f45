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
  it("is edited where it was seen, and written only once all of it was seen [LEDGER-10]", async () => {
    const { workspace, toolkit, file_path } = prepare(numbered(100));
    await toolkit.call("Read", { file_path, offset: 1, limit: 60 });
    const write = { file_path, content: "new\n" };
    const edit = { file_path, old_string: "line 7\n", new_string: "LINE 7\n" };
    expect((await toolkit.call("Edit", edit)).isError).toBe(false);
    const refused = errorOf(await toolkit.call("Write", write));
    expect(refused.code).toBe("FILE_PARTIALLY_READ");
    expect(refused.message).toContain("File has not been read yet. Read it first before writing to it.");
    expect(refused.data).toMatchObject({ nextCall: { file_path, offset: 61, limit: 40 } });
    const unseen = { file_path, old_string: "line 70\nline 71\n", new_string: "x\n" };
    const { message, data } = errorOf(await toolkit.call("Edit", unseen));
    expect(message).toBe(
      `File has not been read yet. Read it first before editing it.\nNot shown yet: lines 70-71; the file has 100 lines. Next call: Read ${JSON.stringify({ file_path, offset: 70, limit: 2 })}`,
    );
    await toolkit.call("Read", data["nextCall"]);
    expect((await toolkit.call("Edit", unseen)).isError).toBe(false);
    await toolkit.call("Read", errorOf(await toolkit.call("Write", write)).data["nextCall"]);
    expect((await toolkit.call("Write", write)).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe("new\n");
  });

  it.each([0, 600_000])(
    "loses no line break of a line that was not seen, and no line is joined to one unseen, after %d lines [LEDGER-470]",
    async (before) => {
      const { workspace, toolkit, file_path } = prepare(`${numbered(before)}one\ntwo\nthree\nfour`);
      await toolkit.call("Read", { file_path, offset: before + 2, limit: 1 });
      await toolkit.call("Read", { file_path, offset: before + 4, limit: 1 });
      const edit = (old_string: string, new_string: string) =>
        toolkit.call("Edit", { file_path, old_string, new_string });
      const missing = async (old_string: string, new_string: string): Promise<unknown> =>
        errorOf(await edit(old_string, new_string)).data["missing"];
      const third = [{ from: before + 3, to: before + 3 }];
      expect(await missing("two\n", "two ")).toEqual(third);
      expect(await missing("four", "")).toEqual(third);
      expect(await missing("\nfour", "")).toEqual(third);
      expect((await edit("two\n", "")).isError).toBe(false);
      expect(workspace.read("a.txt")).toBe(`${numbered(before)}one\nthree\nfour`);
    },
  );

  it.each([0, 600_000])(
    "has no unseen line joined to what several deletions leave of a line, after %d lines [LEDGER-470]",
    async (before) => {
      const { toolkit, file_path } = prepare(`${numbered(before)}keep x\nx\nnext\n`);
      await toolkit.call("Read", { file_path, offset: before + 1, limit: 2 });
      const edit = { file_path, old_string: "x\n", new_string: "", replace_all: true };
      const next = [{ from: before + 3, to: before + 3 }];
      expect(errorOf(await toolkit.call("Edit", edit)).data["missing"]).toEqual(next);
    },
  );

  it("has no unseen line joined to what is left of a line megabytes before [LEDGER-470]", async () => {
    const long = `${"x".repeat(1000)}\n`;
    const { toolkit, file_path } = prepare(`keep ${long.repeat(5000)}next\nrest\n`);
    await toolkit.call("Read", { file_path, limit: 1 });
    const edit = { file_path, old_string: long, new_string: "", replace_all: true };
    expect(errorOf(await toolkit.call("Edit", edit)).data["missing"]).toEqual([{ from: 2, to: 5001 }]);
  });

  it("is asked for in one call where the nearest text has gaps [LEDGER-474, EDIT-12]", async () => {
    const { toolkit, file_path } = prepare(numbered(20));
    for (const [offset, limit] of [
      [1, 4],
      [6, 1],
      [8, 13],
    ] as const)
      await toolkit.call("Read", { file_path, offset, limit });
    const edit = { file_path, old_string: "line 4\nline 5\nline 6\nline 7\nlime 8\n", new_string: "x\n" };
    const { code, message, data } = errorOf(await toolkit.call("Edit", edit));
    expect(code).toBe("MATCH_NOT_FOUND");
    expect(message).toContain("in lines 5 and 7, not shown yet.");
    expect(data["nextCall"]).toEqual({ file_path, offset: 5, limit: 3 });
    await toolkit.call("Read", data["nextCall"]);
    expect(errorOf(await toolkit.call("Edit", edit)).message).toContain("lines 4-8 come nearest");
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

  it("is asked for in one call, from the first missing line to the last [LEDGER-10, LEDGER-474]", async () => {
    const { toolkit, file_path } = prepare(numbered(3000));
    await toolkit.call("Read", { file_path, limit: 10 });
    const edit = { file_path, old_string: "line", new_string: "LINE", replace_all: true };
    const { data } = errorOf(await toolkit.call("Edit", edit));
    expect(data).toMatchObject({
      missing: [{ from: 11, to: 3000 }],
      nextCall: { file_path, offset: 11, limit: 2990 },
    });
    const write = { file_path, content: "x" };
    await toolkit.call("Read", { file_path, offset: 400, limit: 20 });
    const gaps = errorOf(await toolkit.call("Write", write));
    expect(gaps.message).toContain("Not shown yet: lines 11-399 and 420-3000; the file has 3000 lines.");
    expect(gaps.data).toMatchObject({ nextCall: { file_path, offset: 11, limit: 2990 } });
    await toolkit.call("Read", gaps.data["nextCall"]);
    expect((await toolkit.call("Edit", edit)).isError).toBe(false);
    expect((await toolkit.call("Write", write)).isError).toBe(false);
  });

  it("is asked for by one Grep where replace_all would change lines far apart [LEDGER-474]", async () => {
    const content = numbered(3000).replaceAll(/line (\d*[05]0\n)/g, "f(x) $1");
    const { workspace, toolkit, file_path } = prepare(content);
    await toolkit.call("Read", { file_path, limit: 10 });
    const edit = { file_path, old_string: "f(x) ", new_string: "g(x) ", replace_all: true };
    const { message, data } = errorOf(await toolkit.call("Edit", edit));
    expect(data).toMatchObject({
      nextTool: "Grep",
      nextCall: { pattern: "f\\(x\\) ", path: file_path, output_mode: "content" },
    });
    expect(message).toContain(`Next call: Grep ${JSON.stringify(data["nextCall"])}`);
    await toolkit.call("Grep", data["nextCall"]);
    expect((await toolkit.call("Edit", edit)).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe(content.replaceAll("f(x) ", "g(x) "));
  });

  it.each<[string, string, string, string, object]>([
    ["lose their break", "key\nn0\nx\nx\nx\n".repeat(3), "key\n", "key2 ", { "-C": 1, multiline: true }],
    ["take the break before", `${"key\nx\nx\n".repeat(3)}last\nkey`, "key", "", { "-C": 1 }],
    ["span lines", "a\nb\nx\nx\n".repeat(3), "a\nb", "c", { multiline: true }],
  ])(
    "is asked for by one Grep also where the matches %s [LEDGER-474]",
    async (_, content, old, made, more) => {
      const { workspace, toolkit, file_path } = prepare(content);
      await toolkit.call("Grep", { pattern: "^x", path: file_path, output_mode: "content", head_limit: 1 });
      const edit = { file_path, old_string: old, new_string: made, replace_all: true };
      const { data } = errorOf(await toolkit.call("Edit", edit));
      expect(data).toMatchObject({ nextTool: "Grep", nextCall: more });
      expect((await toolkit.call("Grep", data["nextCall"])).isError).toBe(false);
      expect((await toolkit.call("Edit", edit)).error).toBeUndefined();
      expect(workspace.read("a.txt")).not.toBe(content);
    },
  );

  it.each<[string, string | Buffer, string, ToolkitOptions]>([
    ["denies it", "key\nx\nx\n".repeat(3), "key", { permissions: { allow: ["Edit"], deny: ["Grep"] } }],
    ["cuts the lines", `${"y".repeat(600)}key\nx\nx\n`.repeat(3), "key", {}],
    ["shows only a preview", `key ${"y".repeat(400)}\nx\nx\n`.repeat(60), "key", {}],
    ["compares bytes", Buffer.from("caf\xe9 key\nx\nx\n".repeat(3), "latin1"), "caf\xe9 key", {}],
  ])("is asked for by a Read where Grep %s [LEDGER-474]", async (_, content, old_string, options) => {
    const { toolkit, file_path } = prepare("", options);
    writeFileSync(file_path, content);
    await toolkit.call("Read", { file_path, offset: 2, limit: 1 });
    const edit = { file_path, old_string, new_string: "new", replace_all: true };
    const { data } = errorOf(await toolkit.call("Edit", edit));
    expect(data).toMatchObject({ nextCall: { file_path, offset: 1 } });
    expect((await toolkit.call("Read", data["nextCall"])).isError).toBe(false);
    expect((await toolkit.call("Edit", edit)).error).toBeUndefined();
  });

  it.each([
    ["line 3\n", "line 3\nnew\n", true],
    ["line 2\nline 3\n", "line 2\nline 3\nnew\n\n", true],
    ["line 2\n", "new\nline 2\n", true],
    ["line 3\n", "line 3\nnew", false],
  ])(
    "can have %j become %j where only lines 2 and 3 were seen: %s [LEDGER-470]",
    async (old_string, new_string, isAllowed) => {
      const { workspace, toolkit, file_path } = prepare(numbered(5));
      await toolkit.call("Read", { file_path, offset: 2, limit: 2 });
      const { error } = await toolkit.call("Edit", { file_path, old_string, new_string });
      expect(error?.data).toEqual(
        isAllowed ? undefined : expect.objectContaining({ missing: [{ from: 4, to: 4 }] }),
      );
      expect(workspace.read("a.txt")).toBe(
        isAllowed ? numbered(5).replace(old_string, new_string) : numbered(5),
      );
    },
  );

  it("is asked for whole before a Write, also if it has more lines than a Read shows [LEDGER-474]", async () => {
    const { workspace, toolkit, file_path } = prepare(numbered(2500));
    const write = { file_path, content: "x\n" };
    const unread = errorOf(await toolkit.call("Write", write));
    expect(unread).toMatchObject({ code: "FILE_NOT_READ", data: { nextCall: { offset: 1, limit: 2500 } } });
    await toolkit.call("Read", unread.data["nextCall"]);
    workspace.write("a.txt", "other\n".repeat(2400));
    const stale = errorOf(await toolkit.call("Write", write));
    expect(stale).toMatchObject({
      code: "FILE_CHANGED_SINCE_READ",
      data: { nextCall: { offset: 1, limit: 2400 } },
    });
    await toolkit.call("Read", stale.data["nextCall"]);
    expect((await toolkit.call("Write", write)).isError).toBe(false);
  });

  it("lists some of very many gaps, and a Read that fits [LEDGER-10]", async () => {
    const { toolkit, file_path } = prepare(numbered(30_000));
    await toolkit.call("Read", { file_path, limit: 10 });
    const edit = { file_path, old_string: "7\n", new_string: "VII\n", replace_all: true };
    const { message, data } = errorOf(await toolkit.call("Edit", edit));
    expect(data["missing"]).toHaveLength(50);
    expect(message).toContain("These lines do not fit in one Read. Next call: Read");
    expect((await toolkit.call("Read", data["nextCall"])).isError).toBe(false);
  });

  it("is edited by tokens too where it was seen, and whole by request alone [LEDGER-10, LEDGER-473]", async () => {
    const byTokens = prepare(numbered(5000), { limits: { maxTokens: 5000 } });
    const { file_path } = byTokens;
    await byTokens.toolkit.call("Read", { file_path, offset: 1, limit: 10 });
    const edit = { file_path, old_string: "line 3\n", new_string: "x\n" };
    expect((await byTokens.toolkit.call("Edit", edit)).isError).toBe(false);

    const strict = prepare(numbered(50), { editRequires: "whole-file" });
    const inside = { ...edit, file_path: strict.file_path };
    const read = (offset: number, limit: number) =>
      strict.toolkit.call("Read", { file_path: strict.file_path, offset, limit });
    await read(1, 10);
    const refused = errorOf(await strict.toolkit.call("Edit", inside));
    expect(refused).toMatchObject({
      code: "FILE_PARTIALLY_READ",
      data: { missing: [{ from: 11, to: 50 }], nextCall: { offset: 11, limit: 40 } },
    });
    expect(textOf(await read(31, 20))).toContain(
      "\n[Not shown yet: lines 11-30; the file has 50 lines. A change needs the whole file.]",
    );
    expect(textOf(await read(11, 20))).not.toContain("Not shown yet");
    expect((await strict.toolkit.call("Edit", inside)).isError).toBe(false);
  });

  it.each([20_000, 5 * 1024 * 1024])(
    "is edited whole by request alone, at %d bytes and more [LEDGER-473]",
    async (bytes) => {
      const { toolkit, file_path } = prepare(numbered(Math.ceil(bytes / 9)), { editRequires: "whole-file" });
      const edit = { file_path, old_string: "line 3\n", new_string: "x\n" };
      await toolkit.call("Read", { file_path, limit: 10 });
      expect(errorOf(await toolkit.call("Edit", edit)).code).toBe("FILE_PARTIALLY_READ");
    },
  );

  it.each([0, 600_000])(
    "tells nothing of unseen lines where the person has to be asked before each Read, after %d lines [LEDGER-475]",
    async (before) => {
      const { toolkit, file_path } = prepare(`${numbered(before)}open\nsecret\nfoot secret\nend\n`, {
        permissions: { ask: ["Read"], allow: ["Edit"] },
        onAsk: ({ tool }) => ({ answer: tool === "Read" ? "allow" : "deny" }),
      });
      await toolkit.call("Read", { file_path, offset: before + 1, limit: 1 });
      const refusals: object[] = [];
      for (const old_string of ["secret\nfoot", "secret", "guess", "open\nguess", "opem"])
        refusals.push(errorOf(await toolkit.call("Edit", { file_path, old_string, new_string: "x" })));
      expect(refusals[0]).toMatchObject({
        code: "FILE_PARTIALLY_READ",
        data: {
          missing: [...(before === 0 ? [] : [{ from: 1, to: before }]), { from: before + 2, to: before + 4 }],
        },
      });
      for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
      const seen = { file_path, old_string: "open", new_string: "OPEN" };
      expect((await toolkit.call("Edit", seen)).isError).toBe(false);
    },
  );

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
    const diff =
      "What has changed since you saw it:\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\nThat is the whole change, so no Read is needed: repeat the call if it still fits.";
    for (const [tool, input] of [
      ["Edit", { file_path, old_string: "three", new_string: "3" }],
      ["Write", { file_path, content: "x" }],
    ] as const) {
      workspace.write("a.txt", "one\ntwo\nthree\n");
      await toolkit.call("Read", { file_path });
      workspace.write("a.txt", "one\n2\nthree\n");
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
    const [, , ...diffLines] = error.message.split("\n").slice(0, -1);
    expect(diffLines.length).toBe(60);
    expect(diffLines.at(-1)).toMatch(/^\[… \d+ more diff lines\]$/);
    expect(error.message.split("\n").at(-1)).toBe(
      `Next call: Read ${JSON.stringify({ file_path, offset: 3, limit: 1 })}`,
    );
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

describe("A stale refusal that showed the whole change", () => {
  const edit = (toolkit: Toolkit, file_path: string, old_string: string) =>
    toolkit.call("Edit", { file_path, old_string, new_string: "x\n" });

  it("lets the same Edit through, and others of lines that were known or shown [LEDGER-472]", async () => {
    const { workspace, toolkit, file_path } = prepare(numbered(20));
    await toolkit.call("Read", { file_path, limit: 10 });
    workspace.write("a.txt", `added\n${numbered(20)}`);
    expect(errorOf(await edit(toolkit, file_path, "line 7\n")).code).toBe("FILE_CHANGED_SINCE_READ");
    for (const old of ["line 7\n", "line 9\n", "added\n"])
      expect((await edit(toolkit, file_path, old)).isError).toBe(false);
    expect(errorOf(await edit(toolkit, file_path, "line 15\n")).code).toBe("FILE_PARTIALLY_READ");
  });

  it("names a Read of the lines that are still missing [LEDGER-472, LEDGER-474]", async () => {
    const { workspace, toolkit, file_path } = prepare(numbered(100));
    await toolkit.call("Read", { file_path, limit: 10 });
    workspace.write("a.txt", numbered(100).replace("line 5\n", "LINE 5\n"));
    const { message, data } = errorOf(await edit(toolkit, file_path, "line 50\n"));
    const nextCall = { file_path, offset: 50, limit: 1 };
    expect(message).toMatch(
      /\nThat is the whole change\. The call also needs lines that were not shown\.\nNext call: Read \{.*\}$/,
    );
    expect(data).toMatchObject({ nextCall });
    await toolkit.call("Read", nextCall);
    for (const old of ["line 50\n", "LINE 5\n"])
      expect((await edit(toolkit, file_path, old)).error).toBeUndefined();
    workspace.write("a.txt", numbered(100));
    const write = errorOf(await toolkit.call("Write", { file_path, content: "x" }));
    expect(write.data).toMatchObject({ nextCall: { offset: 11, limit: 90 } });
  });

  it("counts for no call that was sent before it was seen [LEDGER-472]", async () => {
    for (const together of [true, false]) {
      const { workspace, toolkit, file_path } = prepare("a\nb\nc\n");
      await toolkit.call("Read", { file_path });
      workspace.write("a.txt", "a\nTHEIRS\nc\n");
      const calls = ["one", "two"].map((content) => ({ name: "Write", input: { file_path, content } }));
      const results = together
        ? await toolkit.callAll(calls)
        : await Promise.all(calls.map(({ name, input }) => toolkit.call(name, input)));
      expect(results.map(({ error }) => error?.code)).toEqual(calls.map(() => "FILE_CHANGED_SINCE_READ"));
      expect(workspace.read("a.txt")).toBe("a\nTHEIRS\nc\n");
      expect((await toolkit.call("Write", { file_path, content: "three" })).isError).toBe(false);
    }
  });

  it("counts after `decide` once the host says that it was shown [LEDGER-472]", async () => {
    const { workspace, toolkit, file_path } = prepare("one\ntwo\n");
    await toolkit.call("Read", { file_path });
    workspace.write("a.txt", "one\n2\n");
    const verdict = await toolkit.decide("Edit", { file_path, old_string: "one\n", new_string: "x\n" });
    expect(verdict.answer).toBe("refuse");
    if (verdict.answer === "refuse") verdict.acknowledge?.();
    expect((await edit(toolkit, file_path, "one\n")).isError).toBe(false);
  });

  it("tells nothing where the person has to be asked before each Read [LEDGER-472, PERM-1]", async () => {
    const { workspace, toolkit, file_path } = prepare(numbered(20), {
      permissions: { ask: ["Read"], allow: ["Edit"] },
      onAsk: ({ tool }) => ({ answer: tool === "Read" ? "allow" : "deny" }),
    });
    await toolkit.call("Read", { file_path });
    workspace.write("a.txt", numbered(20).replace("line 5\n", "secret\n"));
    const right = errorOf(await edit(toolkit, file_path, "secret\n"));
    const wrong = errorOf(await edit(toolkit, file_path, "guess\n"));
    expect(right.message).toBe(wrong.message);
    expect(right.data).toEqual(wrong.data);
  });

  it("lets a Write through if all of the file was known [LEDGER-472]", async () => {
    const { workspace, toolkit, file_path } = prepare("one\ntwo\n");
    const write = { file_path, content: "mine\n" };
    await toolkit.call("Read", { file_path });
    workspace.write("a.txt", "one\ntwo\nthree\n");
    expect(errorOf(await toolkit.call("Write", write)).code).toBe("FILE_CHANGED_SINCE_READ");
    expect((await toolkit.call("Write", write)).isError).toBe(false);
  });

  it("lets no Edit through that does not fit any more, and none once the file has changed again [LEDGER-472]", async () => {
    const { workspace, toolkit, file_path } = prepare("one\ntwo\n");
    await toolkit.call("Read", { file_path });
    workspace.write("a.txt", "one\n2\n");
    expect(errorOf(await edit(toolkit, file_path, "two\n")).code).toBe("FILE_CHANGED_SINCE_READ");
    expect(errorOf(await edit(toolkit, file_path, "two\n")).code).toBe("MATCH_NOT_FOUND");
    workspace.write("a.txt", "1\n2\n");
    expect(errorOf(await edit(toolkit, file_path, "2\n")).code).toBe("FILE_CHANGED_SINCE_READ");
  });

  it("does not count if it could not show all, or the same text in other bytes [LEDGER-472]", async () => {
    const { workspace, toolkit, file_path } = prepare(numbered(200));
    await toolkit.call("Read", { file_path });
    workspace.write("a.txt", numbered(200).replaceAll("line 1", "LINE 1"));
    for (const old of ["line 7\n", "line 7\n"])
      expect(errorOf(await edit(toolkit, file_path, old)).code).toBe("FILE_CHANGED_SINCE_READ");
    workspace.write("a.txt", numbered(3));
    await toolkit.call("Read", { file_path });
    workspace.write("a.txt", Buffer.from(`\ufeff${numbered(3)}`, "utf16le"));
    for (const old of ["line 2\n", "line 2\n"])
      expect(errorOf(await edit(toolkit, file_path, old)).code).toBe("FILE_CHANGED_SINCE_READ");
  });

  it.each(["refuse", "rebase"] as const)(
    "does not count if another encoding came with it, with staleEdits %s [LEDGER-472]",
    async (staleEdits) => {
      const { workspace, toolkit, file_path } = prepare(numbered(9), { staleEdits });
      await toolkit.call("Read", { file_path });
      workspace.write("a.txt", Buffer.from(`\ufeff${numbered(9).replace("line 2", "LINE 2")}`, "utf16le"));
      for (const old of ["line 7\n", "line 7\n"])
        expect(errorOf(await edit(toolkit, file_path, old)).code).toBe("FILE_CHANGED_SINCE_READ");
    },
  );

  it("does not count if only the host was told, by deciding in advance [LEDGER-472]", async () => {
    const { workspace, toolkit, file_path } = prepare("one\ntwo\n");
    await toolkit.call("Read", { file_path });
    workspace.write("a.txt", "one\n2\n");
    const input = { file_path, old_string: "one\n", new_string: "x\n" };
    expect((await toolkit.decide("Edit", input)).answer).toBe("refuse");
    expect(errorOf(await toolkit.call("Edit", input)).code).toBe("FILE_CHANGED_SINCE_READ");
    expect((await toolkit.call("Edit", input)).isError).toBe(false);
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
