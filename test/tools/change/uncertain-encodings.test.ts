/** Files whose encoding is not certain: what is written is ASCII or what they have already, and nothing is guessed. */
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../../support/answers.js";
import { type Tree, tempWorkspace } from "../../support/workspace.js";

/** "日本語" between the escape sequences of ISO-2022-JP. */
const JAPANESE = "\x1b$BF|K\\8l\x1b(B";
const JIS = `Subject: ${JAPANESE}\nsize: 1\n`;

async function prepare(content: Uint8Array | string, more: Tree = {}) {
  const workspace = tempWorkspace({ "a.txt": content, ...more });
  const toolkit = workspace.editor();
  const file_path = workspace.path("a.txt");
  const read = await toolkit.call("Read", { file_path });
  const before = workspace.bytes("a.txt");
  const edit = (old_string: string, new_string: string, more: object = {}) =>
    toolkit.call("Edit", { file_path, old_string, new_string, ...more });
  const isUnchanged = (): boolean => workspace.bytes("a.txt").equals(before);
  return { workspace, toolkit, file_path, read, edit, isUnchanged };
}

const doubtful: readonly [string, Uint8Array][] = [
  ["Latin-1", iconv.encode("prix: 1 café\n", "latin1")],
  ["windows-1250", iconv.encode("prix: 1 łódź\n", "windows-1250")],
  ["windows-1252", iconv.encode("prix: 1 “fin”\n", "windows-1252")],
  ["a word of EUC-JP", iconv.encode("# 設定\nprix: 1\n", "euc-jp")],
  ["a word of windows-1251", iconv.encode("// привет\nprix: 1\n", "windows-1251")],
  ["no encoding at all", Buffer.from("prix: 1 \xff\xfe\x80 \xc3\xa9\n", "latin1")],
];

describe("A file whose encoding is a guess", () => {
  it.each(doubtful)("refuses new characters outside ASCII: %s [SAFE-157]", async (_, bytes) => {
    const { edit, toolkit, file_path, isUnchanged } = await prepare(bytes);
    const error = errorOf(await edit("prix: 1", "größer"));
    expect(error).toMatchObject({ code: "NOT_ENCODABLE", data: { doubt: "guessed" } });
    expect(error.message).toMatch(
      /^The encoding of the file is not certain \(\S+ is a guess\), so new characters outside ASCII are refused: "ö" \(U\+00F6\), "ß" \(U\+00DF\)\. Nothing was changed\. Use ASCII, or ask the user to declare its charset in \.editorconfig or to convert it to UTF-8\.$/,
    );
    expect(errorOf(await toolkit.call("Write", { file_path, content: "größer" })).code).toBe("NOT_ENCODABLE");
    expect(isUnchanged()).toBe(true);
  });

  it.each(doubtful)("takes ASCII, and keeps every other byte: %s [SAFE-157]", async (_, bytes) => {
    const { workspace, edit } = await prepare(bytes);
    expect((await edit("prix: 1", "price: 12")).isError).toBe(false);
    const expected = Buffer.from(
      Buffer.from(bytes).toString("latin1").replace("prix: 1", "price: 12"),
      "latin1",
    );
    expect(workspace.bytes("a.txt").equals(expected)).toBe(true);
  });

  it("takes characters that it has, as the bytes that it has for them [SAFE-157]", async () => {
    const { workspace, edit } = await prepare(iconv.encode("prix: 1 café\n", "latin1"));
    expect((await edit("prix: 1 café", "Café, thé: 1")).isError).toBe(false);
    expect(workspace.bytes("a.txt").equals(iconv.encode("Café, thé: 1\n", "latin1"))).toBe(true);
  });

  it("takes all characters once .editorconfig names the charset [SAFE-157]", async () => {
    const declared = { ".editorconfig": "root = true\n[*]\ncharset = latin1\n" };
    const { workspace, read, edit } = await prepare(iconv.encode("prix: 1 café\n", "latin1"), declared);
    expect(textOf(read)).toContain("[Encoding Latin-1.]");
    expect((await edit("prix: 1", "größer")).isError).toBe(false);
    expect(workspace.bytes("a.txt").equals(iconv.encode("größer café\n", "latin1"))).toBe(true);
  });

  it("is not one with a few sentences of the language [SAFE-157]", async () => {
    const russian = "Это русский текст для проверки кодировки.\n";
    const { workspace, edit } = await prepare(iconv.encode(russian, "windows-1251"));
    expect((await edit("русский", "ЖЁЩ")).isError).toBe(false);
    const expected = iconv.encode(russian.replace("русский", "ЖЁЩ"), "windows-1251");
    expect(workspace.bytes("a.txt").equals(expected)).toBe(true);
  });
});

describe("A file in ISO-2022-JP", () => {
  it("is shown as its bytes, and says so [SAFE-157]", async () => {
    const { read } = await prepare(JIS);
    expect(textOf(read)).toContain(
      "\n[Encoded in ISO-2022-JP or a relative and shown as its bytes: only ASCII parts can be changed.]",
    );
  });

  it("refuses characters outside ASCII, also as a whole [SAFE-157]", async () => {
    const { edit, toolkit, file_path, isUnchanged } = await prepare(JIS);
    const error = errorOf(await edit("size: 1", "size: 日本"));
    expect(error).toMatchObject({ code: "NOT_ENCODABLE", data: { doubt: "ISO-2022" } });
    expect(error.message).toContain("The file is in ISO-2022-JP or a relative, which can't be written");
    expect(error.message).toContain("ask the user to convert the file to UTF-8.");
    expect(errorOf(await toolkit.call("Write", { file_path, content: "größer" })).code).toBe("NOT_ENCODABLE");
    expect(isUnchanged()).toBe(true);
  });

  it.each([
    ["after the text", "size: 1", "size: 2", `Subject: ${JAPANESE}\nsize: 2\n`],
    ["before it", "Subject: ", "Re: ", `Re: ${JAPANESE}\nsize: 1\n`],
    ["right before it", "Subject: ", "Subject: Re: ", `Subject: Re: ${JAPANESE}\nsize: 1\n`],
    ["right after it", "\nsize", "!\nsize", `Subject: ${JAPANESE}!\nsize: 1\n`],
    [
      "around it",
      `Subject: ${JAPANESE}\nsize: 1`,
      `Subject: ${JAPANESE}\nsize: 9`,
      `Subject: ${JAPANESE}\nsize: 9\n`,
    ],
  ])("takes ASCII %s [SAFE-157, SAFE-158]", async (_, old, fresh, expected) => {
    const { workspace, edit } = await prepare(JIS);
    expect((await edit(old, fresh)).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe(expected);
  });

  it.each([
    ["what looks like ASCII in it", "F|", "G|"],
    ["one of its ends", "8l\x1b(B", "8l"],
    ["all of it", JAPANESE, "Japanese"],
    ["it and more", `: ${JAPANESE}\n`, ":\n"],
  ])("refuses a change of encoded text: %s [SAFE-158]", async (_, old, fresh) => {
    const { edit, isUnchanged } = await prepare(JIS);
    const error = errorOf(await edit(old, fresh));
    expect(error.code).toBe("NOT_ENCODABLE");
    expect(error.message).toContain("this change would touch encoded text");
    expect(isUnchanged()).toBe(true);
  });

  it("refuses every place where one lies in encoded text [SAFE-158]", async () => {
    const { edit, isUnchanged } = await prepare(`8l = 1\n${JIS}8l = 2\n`);
    expect(errorOf(await edit("8l", "9l", { replace_all: true })).code).toBe("NOT_ENCODABLE");
    expect(isUnchanged()).toBe(true);
  });

  it("is not mistaken for terminal colours, nor the other way round [SAFE-157]", async () => {
    const { workspace, edit, read } = await prepare("\x1b[1mbold\x1b(B\x1b[m costs $B 5\n");
    expect(textOf(read)).not.toContain("ISO-2022");
    expect((await edit("costs", "größer")).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe("\x1b[1mbold\x1b(B\x1b[m größer $B 5\n");
  });
});
