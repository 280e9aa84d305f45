import { chmodSync } from "node:fs";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../../support/answers.js";
import { tempWorkspace } from "../../support/workspace.js";

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

describe("Read shows text", () => {
  it("answers the numbered view and the raw content as data [CALL-1, READ-1]", async () => {
    const files = tempWorkspace({ "a.txt": "first line\n\tsecond\n" });
    const result = await files.toolkit().call("Read", { file_path: files.path("a.txt") });
    expect(result).toEqual({
      content: [{ type: "text", text: "     1→first line\n     2→\tsecond" }],
      output: {
        type: "text",
        file: {
          filePath: files.path("a.txt"),
          content: "first line\n\tsecond\n",
          numLines: 2,
          startLine: 1,
          totalLines: 2,
        },
      },
      isError: false,
    });
  });

  it("lets numbers grow past six columns [READ-1]", async () => {
    const files = tempWorkspace({ "a.txt": "x\n".repeat(1_000_002) });
    const result = await files
      .toolkit()
      .call("Read", { file_path: files.path("a.txt"), offset: 999_999, limit: 3 });
    expect(textOf(result)).toBe(
      "999999→x\n1000000→x\n1000001→x\n[Lines 999999-1000001 of 1000002. Read on with offset 1000002 and limit 1.]",
    );
  });

  it("takes a tab instead of the arrow by setting [READ-17]", async () => {
    const files = tempWorkspace({ "a.txt": "x\n" });
    const result = await files
      .toolkit({ lineNumbers: "tab" })
      .call("Read", { file_path: files.path("a.txt") });
    expect(textOf(result)).toBe("     1\tx");
  });

  it("shows what is there: blanks, a stray carriage return, separators that end no line [READ-3]", async () => {
    const content = "  both ends  \r\na\rb\r\n\u2028sep\f\nlast";
    const files = tempWorkspace({ "a.txt": content });
    const result = await files.toolkit().call("Read", { file_path: files.path("a.txt") });
    expect(textOf(result)).toBe(
      "     1→  both ends  \n     2→a\rb\n     3→\u2028sep\f\n     4→last\n[Mixed line endings (CRLF and LF), no newline at the end of the file.]",
    );
    expect(result.output).toMatchObject({ file: { content, totalLines: 4 } });
  });

  it("cuts a long line and says how much is hidden [READ-2]", async () => {
    const files = tempWorkspace({ "a.txt": `${"é".repeat(2000)}\n${"é".repeat(2000)}😀tail\nshort\n` });
    const result = await files.toolkit().call("Read", { file_path: files.path("a.txt") });
    expect(textOf(result)).toBe(
      `     1→${"é".repeat(2000)}\n     2→${"é".repeat(2000)}… [5 more characters in this line are hidden]\n     3→short`,
    );
    expect(result.output).toMatchObject({ file: { cutLines: [{ line: 2, hiddenCharacters: 5 }] } });
  });

  it("shows 2,000 lines and the way on [READ-4]", async () => {
    const files = tempWorkspace({ "a.txt": numbered(2001) });
    const toolkit = files.toolkit();
    const first = await toolkit.call("Read", { file_path: files.path("a.txt") });
    expect(textOf(first).split("\n").slice(-2)).toEqual([
      "  2000→line 2000",
      "[Lines 1-2000 of 2001. Read on with offset 2001.]",
    ]);
    const rest = await toolkit.call("Read", { file_path: files.path("a.txt"), offset: 2001 });
    expect(textOf(rest)).toBe("  2001→line 2001");
  });

  it("says nothing of more when exactly 2,000 lines are there [READ-4]", async () => {
    const files = tempWorkspace({ "a.txt": numbered(2000) });
    const result = await files.toolkit().call("Read", { file_path: files.path("a.txt") });
    expect(textOf(result).endsWith("  2000→line 2000")).toBe(true);
  });

  it.each([
    [{ offset: 0 }, "     1→line 1\n     2→line 2\n     3→line 3"],
    [{ offset: "2", limit: "1" }, "     2→line 2\n[Lines 2-2 of 3. Read on with offset 3.]"],
    [{ offset: null, limit: null, pages: null }, "     1→line 1\n     2→line 2\n     3→line 3"],
    [{ offset: 3, limit: 500 }, "     3→line 3"],
  ])("takes %j [READ-4, CALL-3]", async (range, expected) => {
    const files = tempWorkspace({ "a.txt": numbered(3) });
    expect(textOf(await files.toolkit().call("Read", { file_path: files.path("a.txt"), ...range }))).toBe(
      expected,
    );
  });

  it.each([
    [{ offset: -1 }, "Read: offset must be 0 or more, not -1"],
    [{ limit: 0 }, "Read: limit must be 1 or more, not 0"],
    [{ limit: 1.5 }, "Read: limit must be a whole number, not 1.5"],
    [{ path: "/x" }, 'Read: unknown parameter "path", did you mean file_path?'],
    [{ file_path: 7 }, "Read: file_path must be a string, not 7"],
    [{ file_path: null }, "Read: file_path is required"],
  ])("refuses %j [CALL-2, CALL-3]", async (input, message) => {
    const files = tempWorkspace({ "a.txt": "x" });
    const result = await files.toolkit().call("Read", { file_path: files.path("a.txt"), ...input });
    expect(errorOf(result)).toMatchObject({ code: "INPUT_INVALID", message });
  });

  it("warns of an empty file and of an offset past the end [READ-9]", async () => {
    const files = tempWorkspace({ "empty.txt": "", "three.txt": numbered(3), "one.txt": "x" });
    const toolkit = files.toolkit();
    const empty = await toolkit.call("Read", { file_path: files.path("empty.txt") });
    expect(textOf(empty)).toBe("Warning: the file exists but its contents are empty.");
    expect(empty.output).toMatchObject({ file: { content: "", numLines: 0, totalLines: 0 } });
    expect(textOf(await toolkit.call("Read", { file_path: files.path("three.txt"), offset: 4 }))).toBe(
      "Warning: the file has only 3 lines; offset 4 is past its end.",
    );
    expect(
      textOf(await toolkit.call("Read", { file_path: files.path("one.txt"), offset: 4, limit: 2 })),
    ).toBe("Warning: the file has only 1 line; offset 4 is past its end.");
  });

  it("refuses pages for a text file, and ignores an empty one [READ-18]", async () => {
    const files = tempWorkspace({ "a.txt": "x" });
    const toolkit = files.toolkit();
    const refused = await toolkit.call("Read", { file_path: files.path("a.txt"), pages: "1-3" });
    expect(errorOf(refused).message).toBe(
      "Read: pages is for PDF files only. For text leave it out; offset and limit choose the lines.",
    );
    expect((await toolkit.call("Read", { file_path: files.path("a.txt"), pages: "" })).isError).toBe(false);
  });

  it("expands the home directory [PATH-4]", async () => {
    const files = tempWorkspace({ "home/note.txt": "hello\n" });
    const toolkit = files.toolkit({ environment: { HOME: files.path("home") } });
    expect(textOf(await toolkit.call("Read", { file_path: "~/note.txt" }))).toBe("     1→hello");
  });
});

const french = "Ce n’était pas « l’été » : où est le château caché, déjà prêt à côté des forêts ?";
const crlfLines = (count: number): string => numbered(count).replaceAll("\n", "\r\n");

describe("Read of a file", () => {
  it.each<[name: string, content: string | Uint8Array, shown: string]>([
    ["lines that end in LF", "a\nb\n", "     1→a\n     2→b"],
    ["a mark of UTF-8", "\ufeffa\nb\n", "     1→a\n     2→b"],
    ["one empty line", "\n", "     1→"],
    ["lines that end in CRLF", "a\r\nb\r\n", "     1→a\n     2→b\n[CRLF line endings.]"],
    ["both", "a\r\nb\n", "     1→a\n     2→b\n[Mixed line endings (CRLF and LF).]"],
    ["both, CRLF last", "a\nb\r\n", "     1→a\n     2→b\n[Mixed line endings (CRLF and LF).]"],
    ["a carriage return inside a line", "a\rb\n", "     1→a\rb"],
    ["lines that end in CR", "a\rb\r", "     1→a\rb\r\n[CR line endings.]"],
    ["an unfinished line", "a\nb", "     1→a\n     2→b\n[No newline at the end of the file.]"],
    ["nothing but one", "a", "     1→a\n[No newline at the end of the file.]"],
    [
      "an unfinished line after CRLF",
      "a\r\nb",
      "     1→a\n     2→b\n[CRLF line endings, no newline at the end of the file.]",
    ],
    [
      "an unfinished line after CR",
      "a\rb",
      "     1→a\rb\n[CR line endings, no newline at the end of the file.]",
    ],
    ["UTF-16", Buffer.from("\ufeffa\nb\n", "utf16le"), "     1→a\n     2→b\n[Encoding UTF-16LE.]"],
    [
      "UTF-16 with CRLF and an unfinished line",
      Buffer.from("\ufeffa\r\nb", "utf16le").swap16(),
      "     1→a\n     2→b\n[CRLF line endings, no newline at the end of the file, encoding UTF-16BE.]",
    ],
    [
      "windows-1252",
      iconv.encode(`${french}\n`, "windows-1252"),
      `     1→${french}\n[Encoding windows-1252 (a guess: only ASCII and characters that the file has can be written).]`,
    ],
    [
      "a byte that is not UTF-8",
      Buffer.concat([Buffer.from("größe: Mü\nname: "), Buffer.from([0xfc]), Buffer.from("ller, größer\n")]),
      "     1→größe: Mü\n     2→name: \ufffdller, größer\n[Some bytes are not valid UTF-8: each is shown as \ufffd and stays unless you replace it.]",
    ],
    ["no content", "", "Warning: the file exists but its contents are empty."],
  ])("with %s says what an edit depends on, and no more [COST-5]", async (_, content, shown) => {
    const files = tempWorkspace({ "a.txt": content });
    const file_path = files.path("a.txt");
    expect(textOf(await files.toolkit().call("Read", { file_path }))).toBe(shown);
    chmodSync(file_path, 0o755);
    const noted = /^\[(?!Lines)(.*)\.\]$/m.exec(shown)?.[1];
    expect(textOf(await files.toolkit().call("Read", { file_path }))).toBe(
      noted === undefined ? `${shown}\n[Executable.]` : shown.replace(/\.\]$/, ", executable.]"),
    );
  });

  it("says all of it in one line, whose charset .editorconfig may name, before the one that says how to go on [COST-5]", async () => {
    const files = tempWorkspace({
      ".editorconfig": "root = true\n[*]\ncharset = latin1\n",
      "a.bat": iconv.encode("déjà\r\nvu\r\nfin", "latin1"),
    });
    const file_path = files.path("a.bat");
    chmodSync(file_path, 0o755);
    const read = async (range: object): Promise<string> =>
      textOf(await files.toolkit().call("Read", { file_path, ...range }));
    expect(await read({})).toBe(
      "     1→déjà\n     2→vu\n     3→fin\n[CRLF line endings, no newline at the end of the file, encoding Latin-1, executable.]",
    );
    expect(await read({ offset: 2, limit: 1 })).toBe(
      "     2→vu\n[CRLF line endings, encoding Latin-1, executable.]\n[Lines 2-2 of 3. Read on with offset 3.]",
    );
    expect(await read({ offset: 3 })).toBe(
      "     3→fin\n[CRLF line endings, no newline at the end of the file, encoding Latin-1, executable.]",
    );
  });

  it("over 1 MiB says it of the lines that were looked at [COST-5]", async () => {
    const lines = 120_000;
    const files = tempWorkspace({
      "lf.log": numbered(lines),
      "crlf.log": `${crlfLines(lines)}end`,
      "wide.log": Buffer.from(`\ufeff${crlfLines(lines)}`, "utf16le"),
      "late.log": `${numbered(lines)}${crlfLines(2)}`,
    });
    chmodSync(files.path("crlf.log"), 0o755);
    const read = async (name: string, offset: number): Promise<readonly string[]> => {
      const input = { file_path: files.path(name), offset, limit: 2 };
      return textOf(await files.toolkit().call("Read", input))
        .split("\n")
        .slice(2);
    };
    const goOn = (from: number, total: number): string => {
      const limit = Math.min(2000, total - from - 1);
      return `[Lines ${from}-${from + 1} of ${total}. Read on with offset ${from + 2} and limit ${limit}.]`;
    };
    expect(await read("lf.log", 5)).toEqual([goOn(5, lines)]);
    expect(await read("lf.log", lines - 1)).toEqual([]);
    expect(await read("crlf.log", 5)).toEqual(["[CRLF line endings, executable.]", goOn(5, lines + 1)]);
    expect(await read("crlf.log", lines)).toEqual([
      "[CRLF line endings, no newline at the end of the file, executable.]",
    ]);
    expect(await read("wide.log", lines - 1)).toEqual(["[CRLF line endings, encoding UTF-16LE.]"]);
    expect(await read("late.log", lines + 1)).toEqual(["[CRLF line endings.]"]);
    expect(await read("late.log", lines)).toEqual([
      "[Mixed line endings (CRLF and LF).]",
      goOn(lines, lines + 2),
    ]);
  });
});
