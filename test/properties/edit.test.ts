/** Edit through the whole product: whatever the encoding, the mark and the line endings, only the replaced bytes change. */
import * as fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem } from "../../src/index.js";
import { tempWorkspace } from "../support/workspace.js";

interface Charset {
  readonly name: string;
  readonly letters: readonly string[];
  readonly encode: (text: string) => Buffer;
}

const ascii = [
  "a",
  "b",
  "c",
  " ",
  "x",
  "$&",
  "$$",
  "$`",
  "\\n",
  "\\",
  "&amp;",
  "<b>",
  "1",
  "'",
  '"',
  "{",
  "\t",
];
const viaIconv =
  (label: string, addBOM: boolean = false) =>
  (text: string): Buffer =>
    iconv.encode(text, label, { addBOM });

/** Enough text of its own kind that the detector knows the encoding; it stays outside the edited line. */
const charsets: readonly (Charset & { readonly preamble: string })[] = [
  { name: "UTF-8", letters: ["é", "→", "漢", "😀"], preamble: "", encode: viaIconv("utf8") },
  { name: "UTF-8 with a mark", letters: ["é", "→", "😀"], preamble: "", encode: viaIconv("utf8", true) },
  {
    name: "UTF-16LE with a mark",
    letters: ["é", "漢", "😀"],
    preamble: "",
    encode: viaIconv("utf16le", true),
  },
  {
    name: "UTF-16BE with a mark",
    letters: ["é", "漢", "😀"],
    preamble: "",
    encode: viaIconv("utf16be", true),
  },
  {
    name: "UTF-16LE",
    letters: ["é", "b", "c"],
    preamble: "plain words of ordinary text, enough to be known by their pattern\n".repeat(4),
    encode: viaIconv("utf16le"),
  },
  {
    name: "windows-1251",
    letters: ["д", "ж", "Я"],
    preamble:
      "Функция возвращает значение, которое было сохранено ранее. Если файл не найден, это ошибка.\n".repeat(
        4,
      ),
    encode: viaIconv("windows-1251"),
  },
  {
    name: "GB18030",
    letters: ["汉", "字", "编"],
    preamble: "这是一个用于测试的文本文件，里面有很多常用的汉字。编码应该被正确识别出来。\n".repeat(4),
    encode: viaIconv("gb18030"),
  },
  {
    name: "Shift_JIS",
    letters: ["か", "な", "漢"],
    preamble: "これは文字コードの判定を試すための日本語の文章です。漢字とかなが混ざっています。\n".repeat(4),
    encode: viaIconv("cp932"),
  },
  {
    name: "Latin-1",
    letters: ["é", "ü", "ß"],
    preamble: "déjà vu, grün, weiß, naïve\n".repeat(3),
    encode: viaIconv("latin1"),
  },
];

/** Files by the hundred: nothing of theirs need be kept or looked for. */
const quick = {
  history: false,
  durability: "none",
  fileSystem: createNodeFileSystem({ extendedAttributes: "ignore" }),
} as const;

const endings = fc.constantFrom("\n", "\r\n");

describe("Any edit of any file", () => {
  it.each(charsets)(
    "in $name replaces exactly the bytes of the old text [EDIT-16, EDIT-2]",
    async ({ letters, preamble, encode }) => {
      const workspace = tempWorkspace();
      const toolkit = workspace.editor({ ...quick, trailingBlanks: "keep" });
      const word = fc
        .array(fc.constantFrom(...ascii, ...letters), { maxLength: 8 })
        .map((parts) => parts.join(""));
      const line = fc.tuple(word, endings).map((parts) => parts.join(""));
      let files = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(line, { maxLength: 5 }),
          fc.array(line, { maxLength: 5 }),
          word,
          word,
          fc.boolean(),
          async (before, after, oldWord, newWord, isLast) => {
            const old = `[[${oldWord}]]`;
            const fresh = `((${newWord}))`;
            const head = preamble + before.join("");
            const tail = isLast ? "" : after.join("");
            files += 1;
            const name = `file-${files}.txt`;
            const mark = encode("").length;
            workspace.write(name, encode(head + old + tail));
            const file_path = workspace.path(name);
            await toolkit.call("Read", { file_path });
            const result = await toolkit.call("Edit", { file_path, old_string: old, new_string: fresh });
            expect(result.error).toBeUndefined();
            const expected = Buffer.concat([
              encode(head),
              encode(fresh).subarray(mark),
              encode(tail).subarray(mark),
            ]);
            expect(workspace.bytes(name).equals(expected)).toBe(true);
          },
        ),
        { numRuns: 150 },
      );
    },
  );

  it("leaves every byte of a file that is no valid text in any encoding [EDIT-16]", async () => {
    const workspace = tempWorkspace();
    const toolkit = workspace.editor({ ...quick });
    let files = 0;
    const junk = fc
      .uint8Array({ minLength: 1, maxLength: 40, min: 0x80 })
      .map((bytes) => Buffer.concat([Buffer.from("some words: "), bytes, Buffer.from(" and more\n")]));
    await fc.assert(
      fc.asyncProperty(junk, junk, async (before, after) => {
        files += 1;
        const name = `file-${files}.txt`;
        workspace.write(name, Buffer.concat([before, Buffer.from("[[old]]"), after]));
        const file_path = workspace.path(name);
        await toolkit.call("Read", { file_path });
        const result = await toolkit.call("Edit", {
          file_path,
          old_string: "[[old]]",
          new_string: "((new))",
        });
        if (result.isError) {
          // Refused is fine, when the place can't be found in bytes; changed elsewhere is not.
          expect(result.error?.code).toMatch(/^(?:NOT_ENCODABLE|BINARY_FILE)$/);
          expect(workspace.bytes(name).equals(Buffer.concat([before, Buffer.from("[[old]]"), after]))).toBe(
            true,
          );
        } else {
          expect(workspace.bytes(name).equals(Buffer.concat([before, Buffer.from("((new))"), after]))).toBe(
            true,
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it("with replace_all equals splitting and joining, and counts [EDIT-3]", async () => {
    const workspace = tempWorkspace();
    const toolkit = workspace.editor({ ...quick, trailingBlanks: "keep" });
    let files = 0;
    const piece = fc.array(fc.constantFrom("a", "b", "ab", "\n", "$&", "→", " "), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        piece,
        fc.constantFrom("a", "ab", "aa", "$&", "→ "),
        fc.constantFrom("x", "$&$&", "b"),
        async (parts, old: string, fresh: string) => {
          const content = parts.join("");
          fc.pre(content.includes(old) && old !== fresh);
          files += 1;
          const name = `file-${files}.txt`;
          workspace.write(name, content);
          const file_path = workspace.path(name);
          await toolkit.call("Read", { file_path });
          const input = { file_path, old_string: old, new_string: fresh, replace_all: true };
          const { output } = await toolkit.call("Edit", input);
          expect(output?.replacements).toBe(content.split(old).length - 1);
          expect(workspace.read(name)).toBe(content.split(old).join(fresh));
        },
      ),
      { numRuns: 300 },
    );
  });
});
