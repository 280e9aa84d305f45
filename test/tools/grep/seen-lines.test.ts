/** Which of the lines that a Grep shows count as shown for an Edit. */
import { appendFileSync, linkSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { rgPath } from "@vscode/ripgrep";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import type { ToolkitOptions } from "../../../src/index.js";
import { errorOf, textOf } from "../../support/answers.js";
import { fakeRipgrep } from "../../support/fake-ripgrep.js";
import { code, notebookOf } from "../../support/notebook-files.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1};\n`).join("");

function open(content: string | Buffer, options: ToolkitOptions = {}) {
  const files: TempWorkspace = tempWorkspace();
  const file_path = files.write("a.txt", content);
  const toolkit = files.editor(options);
  const grep = (pattern: string, more: object = {}) =>
    toolkit.call("Grep", { pattern, path: file_path, output_mode: "content", ...more });
  const edit = (old_string: string, new_string = "new;") =>
    toolkit.call("Edit", { file_path, old_string, new_string });
  const codeOf = async (old_string: string): Promise<string | undefined> =>
    (await edit(old_string)).error?.code;
  return { files, toolkit, file_path, grep, edit, codeOf };
}

/** Until the stamps of what was just written are old enough to vouch for it. */
const settle = (): Promise<void> => setTimeout(200);

describe("Lines that Grep quotes whole", () => {
  it("can be edited, and no others [LEDGER-471]", async () => {
    const { files, grep, codeOf } = open(numbered(30));
    expect(await codeOf("line 7;")).toBe("FILE_NOT_READ");
    await grep("line 7;");
    expect(await codeOf("line 7;")).toBeUndefined();
    expect(await codeOf("line 20;")).toBe("FILE_PARTIALLY_READ");
    expect(files.read("a.txt")).toBe(numbered(30).replace("line 7;", "new;"));
  });

  it.each<[string, string, object, string, string]>([
    ["of context", "line 7;", { "-C": 2 }, "line 9;", "line 10;"],
    ["without their numbers", "line 7;", { "-n": false }, "line 7;", "line 8;"],
    ["of a match over several", "line 7;.line 8;", { multiline: true }, "line 7;\nline 8;", "line 9;"],
    ["found by a pattern", "line [78];", {}, "line 7;\nline 8;", "line 9;"],
    ["around what alone is shown of a match", "ne 7", { "-o": true, "-A": 1 }, "line 8;", "line 7;"],
    ["of one page", "line", { head_limit: 3, offset: 4 }, "line 7;", "line 8;"],
  ])("count %s [LEDGER-471]", async (_, pattern, more, seen, unseen) => {
    const { grep, codeOf } = open(numbered(30));
    await grep(pattern, more);
    expect([await codeOf(unseen), await codeOf(seen)]).toEqual(["FILE_PARTIALLY_READ", undefined]);
  });

  it("count in every file of a folder, whatever their encoding and line endings [LEDGER-471]", async () => {
    const { files, toolkit } = open("");
    const russian = "Функция возвращает значение, которое было сохранено ранее.\r\n".repeat(4);
    files.write("b.txt", iconv.encode(`${russian}line 7; один\r\n`, "windows-1251"));
    files.write("src/c.txt", iconv.encode("line 7;\r\nline 8;\r\n", "utf16le", { addBOM: true }));
    files.write("src/d.txt", "line 7;\r\nline 8;");
    await toolkit.call("Grep", { pattern: "line 7", output_mode: "content" });
    for (const name of ["b.txt", "src/c.txt", "src/d.txt"]) {
      const input = { file_path: files.path(name), old_string: "line 7;", new_string: "new;" };
      expect((await toolkit.call("Edit", input)).error).toBeUndefined();
      expect(files.bytes(name).includes(0x0d)).toBe(true);
    }
  });

  it("add up with each other and with Reads, also to the whole file [LEDGER-471]", async () => {
    const { toolkit, file_path, grep } = open(numbered(9));
    const write = () => toolkit.call("Write", { file_path, content: "new\n" });
    await grep("line [1-6]");
    expect(errorOf(await write()).data).toMatchObject({ missing: [{ from: 7, to: 9 }] });
    await grep("line 7");
    await toolkit.call("Read", { file_path, offset: 8, limit: 2 });
    expect((await write()).isError).toBe(false);
  });

  it("are not what a Read refers back to [LEDGER-471]", async () => {
    const { toolkit, file_path, grep } = open("one\n");
    await grep("one");
    expect((await toolkit.call("Read", { file_path })).output).toMatchObject({ type: "text" });
    await grep("one");
    expect((await toolkit.call("Read", { file_path })).output).toMatchObject({ type: "file_unchanged" });
  });

  it("do not count where only a part of them is shown [LEDGER-471]", async () => {
    const long = `${"x".repeat(300)} needle ${"y".repeat(300)}`;
    const { grep, codeOf } = open(`${long}\n${"z".repeat(480)} needle\n`);
    await grep("needle");
    expect(await codeOf("needle ")).toBe("FILE_PARTIALLY_READ");
    expect(await codeOf("z needle")).toBeUndefined();
  });

  it("do not count past the preview of a result that is too long [LEDGER-471]", async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => `row ${index + 1} needle needle needle;\n`).join(
      "",
    );
    const { grep, codeOf } = open(rows);
    const shown = textOf(await grep("needle", { head_limit: 0 }));
    const last = Math.max(...Array.from(shown.matchAll(/^(\d+):row/gm), ([, number]) => Number(number)));
    expect(last).toBeLessThan(100);
    expect(await codeOf(`row ${last + 1} `)).toBe("FILE_PARTIALLY_READ");
    expect(await codeOf(`row ${last} `)).toBeUndefined();
  });

  it("do not count if the file changed between the search and the quotation [LEDGER-471]", async () => {
    const searched: readonly (readonly [string, string, string])[] = [
      ["one\ntwo KEY", "one\ntwo KEY and what nobody saw\nthree\n", " and what nobody saw"],
      ["aaa\nb\nKEY x\nz\n", "aaa-b\nKEY x\nSECRET\n", "SECRET"],
    ];
    for (const [before, after, unseen] of searched) {
      const files = tempWorkspace({ "a.txt": before });
      const file_path = files.path("a.txt");
      const next = files.write("../next.txt", after);
      const { path } = fakeRipgrep(files, `'${rgPath}' "$@" || exit $?\ncp '${next}' '${file_path}'`);
      const toolkit = files.editor({ ripgrep: path });
      const input = { pattern: "KEY", output_mode: "content" };
      expect(textOf(await toolkit.call("Grep", input))).not.toContain("KEY");
      const edit = { file_path, old_string: unseen, new_string: "x" };
      expect(errorOf(await toolkit.call("Edit", edit)).code).toBe("FILE_NOT_READ");
    }
  });

  it("do not count as context of an -o match either, if the file changed meanwhile [LEDGER-471]", async () => {
    const files = tempWorkspace({ "a.txt": "KEY\nb" });
    const file_path = files.path("a.txt");
    const next = files.write("../next.txt", "KEY\nb and what nobody saw\n");
    const { path } = fakeRipgrep(files, `'${rgPath}' "$@" || exit $?\ncp '${next}' '${file_path}'`);
    const toolkit = files.editor({ ripgrep: path });
    const input = { pattern: "KEY", output_mode: "content", "-o": true, "-A": 1 };
    expect(textOf(await toolkit.call("Grep", input))).not.toContain("2-b");
    const edit = { file_path, old_string: " and what nobody saw", new_string: "x" };
    expect(errorOf(await toolkit.call("Edit", edit)).code).toBe("FILE_NOT_READ");
  });

  it("are shown as they are where a match goes on from an earlier line [LEDGER-471, GREP-5]", async () => {
    const line = (length: number): string => `${"é".repeat(length)} end`;
    const { grep, codeOf } = open(`xKEY\n${line(300)}\nxkey\n${line(600)}\nxkey\n${line(1500)}\n`);
    const shown = textOf(await grep("(?i)key\\n.* end", { multiline: true }));
    expect(shown).toContain(`\n2:${line(300)}\n`);
    expect(shown).not.toContain("\ufffd");
    for (const number of [4, 6]) expect(shown).toMatch(new RegExp(`^${number}:é{400,}…$`, "m"));
    expect(await codeOf(`\n${line(600)}\n`)).toBe("FILE_PARTIALLY_READ");
    expect(await codeOf(`KEY\n${line(300)}`)).toBeUndefined();
  });

  it("take nothing from what an Edit has recorded meanwhile [LEDGER-471]", async () => {
    const files = tempWorkspace({ "a.txt": numbered(9) });
    const file_path = files.path("a.txt");
    const { path } = fakeRipgrep(files, `'${rgPath}' "$@"\ncode=$?\nsleep 1\nexit $code`);
    const toolkit = files.editor({ ripgrep: path });
    const edit = (old_string: string) => toolkit.call("Edit", { file_path, old_string, new_string: "new;" });
    await toolkit.call("Read", { file_path });
    const grep = toolkit.call("Grep", { pattern: "line", output_mode: "content" });
    await setTimeout(300);
    expect((await edit("line 7;")).error).toBeUndefined();
    await grep;
    expect((await edit("line 8;")).error).toBeUndefined();
  });

  it("are decoded like the whole file [LEDGER-471]", async () => {
    const { toolkit, file_path, grep } = open("");
    const chinese = "程序读取配置文件并且返回保存的数值。\n".repeat(50);
    const text = `${"plain\n".repeat(12_000)}${chinese}一 key\n`;
    writeFileSync(file_path, iconv.encode(text, "gb18030"));
    const shown = textOf(await grep("key"))
      .split("\n")
      .at(-1);
    const line = text.split("\n").length - 1;
    const read = textOf(await toolkit.call("Read", { file_path, offset: line, limit: 1 })).split("\n")[0];
    expect(shown).toBe(`${line}:一 key`);
    expect(read).toBe(` ${line}→一 key`);
  });

  it("count with the version they were quoted from [LEDGER-471]", async () => {
    const { files, grep, codeOf } = open(numbered(9));
    await grep("line 7");
    files.write("a.txt", numbered(9).replace("line 2", "LINE 2"));
    expect(await codeOf("line 7;")).toBe("FILE_CHANGED_SINCE_READ");
    // It showed the whole change.
    expect(await codeOf("line 7;")).toBeUndefined();
    files.write("a.txt", numbered(9));
    await grep("line 8");
    expect(await codeOf("line 8;")).toBeUndefined();
    expect(await codeOf("line 3;")).toBe("FILE_PARTIALLY_READ");
  });

  it("do not count when files are only listed or counted [LEDGER-471]", async () => {
    const { grep, codeOf } = open(numbered(9));
    await grep("line 7", { output_mode: "files_with_matches" });
    await grep("line 7", { output_mode: "count" });
    expect(await codeOf("line 7;")).toBe("FILE_NOT_READ");
  });

  it("of a notebook count for nothing, and take nothing away [LEDGER-471]", async () => {
    const { files, toolkit } = open("");
    const notebook_path = files.write("a.ipynb", notebookOf([code("one = 1"), code("two = 2")]));
    const grep = { pattern: "one", path: notebook_path, output_mode: "content" };
    const edit = { notebook_path, cell_id: "#0", new_source: "x" };
    await toolkit.call("Grep", grep);
    expect(errorOf(await toolkit.call("NotebookEdit", edit)).code).toBe("FILE_NOT_READ");
    await toolkit.call("Read", { file_path: notebook_path });
    await toolkit.call("Grep", grep);
    expect((await toolkit.call("NotebookEdit", edit)).isError).toBe(false);
  });

  it("are known to a later session, and belong to one session alone [LEDGER-471, LEDGER-9]", async () => {
    const { files, toolkit, file_path, grep } = open(numbered(9));
    const edit = { file_path, old_string: "line 7;", new_string: "new;" };
    await grep("line 7");
    const other = files.editor();
    expect(errorOf(await other.call("Edit", edit)).code).toBe("FILE_NOT_READ");
    other.session.import(JSON.parse(JSON.stringify(toolkit.session.export())));
    expect((await other.call("Edit", edit)).isError).toBe(false);
  });
});

describe("Lines that Grep quotes of a file too large to hold", () => {
  const LINES = 600_000;
  const large = numbered(LINES);

  it.each([1_500_000, large.length])("can be edited, at %d bytes [LEDGER-471]", async (bytes) => {
    const content = large.slice(0, large.indexOf("\n", bytes - 1) + 1);
    const { files, grep, codeOf } = open(content);
    await settle();
    await grep("line 70000;");
    expect(await codeOf("line 70001;")).toBe("FILE_PARTIALLY_READ");
    expect(await codeOf("line 70000;")).toBeUndefined();
    expect(files.read("a.txt")).toBe(content.replace("line 70000;", "new;"));
  });

  it("can't once the file has other stamps, without a claim that it was modified [LEDGER-471]", async () => {
    const { toolkit, file_path, grep, edit } = open(large);
    await settle();
    await grep("line 70000;");
    utimesSync(file_path, 1_000_000_009, 1_000_000_009);
    const { code: refusal, data } = errorOf(await edit("line 70000;"));
    expect([refusal, data["nextCall"]]).toEqual(["FILE_NOT_READ", { file_path, offset: 70_000, limit: 1 }]);
    await toolkit.call("Read", data["nextCall"]);
    expect((await edit("line 70000;")).isError).toBe(false);
  });

  it("can't where another file has taken its place [LEDGER-471]", async () => {
    const { files, file_path, grep, codeOf } = open(large);
    await settle();
    await grep("line 70000;");
    const other = files.write("b.txt", large);
    renameSync(other, file_path);
    await settle();
    expect(await codeOf("line 70000;")).toBe("FILE_NOT_READ");
  });

  it("do not count while its stamps are too fresh to vouch for it [LEDGER-471]", async () => {
    const { toolkit, file_path } = open(large);
    const soon = Date.now() / 1000 + 3600;
    utimesSync(file_path, soon, soon);
    const grep = { pattern: "line 70000;", path: file_path, output_mode: "content" };
    await toolkit.call("Grep", grep);
    const edit = { file_path, old_string: "line 70000;", new_string: "x" };
    expect(errorOf(await toolkit.call("Edit", edit)).code).toBe("FILE_NOT_READ");
  });

  it("stay known when a Read shows others [LEDGER-471]", async () => {
    const { toolkit, file_path, grep, edit } = open(large);
    await settle();
    await grep("line 70000;");
    const both = "line 70000;\nline 70001;";
    expect(errorOf(await edit(both)).data).toMatchObject({ missing: [{ from: 70_001, to: 70_001 }] });
    await toolkit.call("Read", { file_path, offset: 70_001, limit: 1 });
    expect((await edit(both)).error).toBeUndefined();
  });

  it("can be edited also where the file has several names [LEDGER-471]", async () => {
    const { files, file_path, grep, codeOf } = open(large);
    linkSync(file_path, files.path("b.txt"));
    await settle();
    await grep("line 70000;");
    expect(await codeOf("line 70000;")).toBeUndefined();
  });

  it("add up with a Read, which a Grep never takes anything from [LEDGER-471]", async () => {
    const { toolkit, file_path, grep, codeOf } = open(large);
    await settle();
    await toolkit.call("Read", { file_path, offset: 100, limit: 5 });
    await grep("line 70000;");
    expect(await codeOf("line 101;")).toBeUndefined();
    expect(await codeOf("line 70000;")).toBeUndefined();
    appendFileSync(file_path, "more\n");
    await grep("line 80000;");
    expect(await codeOf("line 102;")).toBe("FILE_CHANGED_SINCE_READ");
  });
});
