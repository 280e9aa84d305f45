/** What a refused Edit advises, followed to the letter. */
import { describe, expect, it } from "vitest";
import { errorOf } from "../../support/answers.js";
import { tempWorkspace } from "../../support/workspace.js";

async function prepare(content: string) {
  const workspace = tempWorkspace({ "a.txt": content });
  const toolkit = workspace.editor();
  const file_path = workspace.path("a.txt");
  await toolkit.call("Read", { file_path });
  const edit = (old_string: string, new_string: string) =>
    toolkit.call("Edit", { file_path, old_string, new_string });
  return { workspace, edit };
}

describe("Several matches on one line", () => {
  it("are told apart by their columns, and the whole line is unique [EDIT-470]", async () => {
    const { workspace, edit } = await prepare("one\nfoo(x, bar(x));\n\tx\n");
    const error = errorOf(await edit("x", "y"));
    expect(error.code).toBe("MATCH_NOT_UNIQUE");
    expect(error.message).toContain(
      "They begin on line 2 (columns 5 and 12), line 3. To change one of several on a line, send the whole line as old_string",
    );
    expect(error.data).toMatchObject({ matches: 3, lines: [2, 2, 3], columns: [5, 12, 2] });
    expect((await edit("foo(x, bar(x));", "foo(x, bar(y));")).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe("one\nfoo(x, bar(y));\n\tx\n");
  });

  it("are listed within bounds, and lines alone are told as before [EDIT-470]", async () => {
    const { edit } = await prepare(`${"x".repeat(400)}\ny\ny\n`);
    const { message, data } = errorOf(await edit("x", "z"));
    expect(message).toContain("line 1 (columns 1, 2, 3, 4, 5, 6, 7, 8, 9 and 10) and 390 more.");
    expect(message.length).toBeLessThan(600);
    expect(data["columns"]).toHaveLength(50);
    expect(errorOf(await edit("y", "z")).message).toContain("They begin on lines 2, 3.");
  });
});

describe("Characters that look alike", () => {
  it.each([
    [
      "a composed letter",
      "caf\u0065\u0301 au lait",
      "caf\u00e9",
      "U+00E9 in old_string is U+0065 U+0301 in the file",
    ],
    [
      "a decomposed letter",
      "caf\u00e9 au lait",
      "caf\u0065\u0301",
      "U+0065 U+0301 in old_string is U+00E9 in the file",
    ],
    [
      "letters that occur again",
      "r\u0065\u0301sum\u0065\u0301 vers",
      "r\u00e9sum\u00e9",
      "U+00E9 in old_string is U+0065 U+0301 in the file (2 times)",
    ],
    ["a space", "a\u00a0b and c", "a b and", "U+0020 in old_string is U+00A0 in the file"],
    [
      "a zero-width character",
      "limit\u200bed by",
      "limited",
      "U+0074 in old_string is U+0074 U+200B in the file",
    ],
    ["a Cyrillic letter", "\u0441ount = 1", "count = 1", "U+0063 in old_string is U+0441 in the file"],
    ["a ligature", "\ufb01rst of all", "first of", "U+0066 U+0069 in old_string is U+FB01 in the file"],
    [
      "another case as well",
      "Caf\u0065\u0301 au lait",
      "CAF\u00c9 au",
      "U+00C9 in old_string is U+0065 U+0301 in the file",
    ],
  ])("are named by their code points: %s [EDIT-471]", async (_, content, oldString, expected) => {
    const { edit } = await prepare(`first\n${content}\nlast\n`);
    const error = errorOf(await edit(oldString, "new"));
    expect(error.code).toBe("MATCH_NOT_FOUND");
    expect(error.message).toContain(`Send these characters as the file has them: ${expected}`);
  });

  it("are found once they are sent as the advice says [EDIT-471]", async () => {
    const content = "r\u0065\u0301sum\u0065\u0301\u00a0du caf\u0065\u0301\n";
    const { workspace, edit } = await prepare(content);
    const oldString = "r\u00e9sum\u00e9 du";
    const { message } = errorOf(await edit(oldString, "texte du"));
    let advised = oldString;
    for (const [, from = "", to = ""] of message.matchAll(
      /((?:U\+[0-9A-F]+ ?)+) in old_string is ((?:U\+[0-9A-F]+ ?)+) in/g,
    )) {
      const textOf = (points: string): string =>
        String.fromCodePoint(
          ...points
            .trim()
            .split(" ")
            .map((point) => Number.parseInt(point.slice(2), 16)),
        );
      // The last space stands for itself in the file.
      advised =
        from === "U+0020"
          ? advised.replace(textOf(from), textOf(to))
          : advised.replaceAll(textOf(from), textOf(to));
    }
    expect((await edit(advised, "texte du")).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe("texte du caf\u0065\u0301\n");
  });

  it("are listed within bounds [EDIT-471]", async () => {
    const letters = Array.from({ length: 40 }, (_, index) => String.fromCodePoint(0xc0 + index)).filter(
      (letter) => letter.normalize("NFD") !== letter,
    );
    const { edit } = await prepare(`${letters.join("").normalize("NFD")}\n`);
    const { message } = errorOf(await edit(letters.join(""), "new"));
    expect(message).toMatch(/; and \d+ more\./);
    expect(message.length).toBeLessThan(3800);
  });
});

describe("A change of nothing but the style of quotes", () => {
  it("is refused with the way to make it, which works [EDIT-472]", async () => {
    const { workspace, edit } = await prepare("say “a”\n");
    const error = errorOf(await edit('say "a"', "say ”a”"));
    expect(error).toMatchObject({
      code: "NO_CHANGE",
      message:
        "No changes to make: new_string differs from the file in the style of quotes only, and the file's style is kept. To change the quotes, send old_string exactly as the file has it.",
    });
    expect(workspace.read("a.txt")).toBe("say “a”\n");
    expect((await edit("say “a”", 'say "a"')).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe('say "a"\n');
  });
});
