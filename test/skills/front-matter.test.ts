import { describe, expect, it } from "vitest";
import { readSkillHead } from "../../src/skills/front-matter.js";

describe("What a skill says of itself", () => {
  it.each([
    ["plain values", "---\nname: shop\ndescription: Sells things\n---\n# Shop\n", "shop", "Sells things"],
    ["quoted values", `---\nname: "shop"\ndescription: 'It''s: a shop'\n---\n`, "shop", "It''s: a shop"],
    ["Windows line ends and a mark", "\ufeff---\r\nname: shop\r\ndescription: a\r\n---\r\n", "shop", "a"],
    [
      "a folded text",
      "---\ndescription: >-\n  one\n  two\n\n  three\nname: shop\n---\n",
      "shop",
      "one two three",
    ],
    ["a text of lines", "---\nname: shop\ndescription: |\n  one\n  two\n---\n", "shop", "one two"],
    ["a value that goes on", "---\nname: shop\ndescription: one\n  two\n---\n", "shop", "one two"],
    ["other keys", "---\nlicense: x\nname: shop\nmetadata:\n  name: inner\n---\n", "shop", undefined],
    ["capitals", "---\nName: shop\nDescription: a\n---\n", "shop", "a"],
    ["no name", "---\ndescription: a\n---\n", "folder", "a"],
    ["no head", "# Shop\nname: shop\n", "folder", undefined],
    ["a head without an end", "---\nname: shop\n", "shop", undefined],
    ["keys behind the head", "---\nname: shop\n---\ndescription: none\n", "shop", undefined],
    ["nothing", "", "folder", undefined],
  ])("is understood with %s [SKILL-1]", (_, text, name, description) => {
    expect(readSkillHead(text, "folder")).toEqual({ name, description });
  });

  it("is one line, cut, and without characters that nobody sees [SKILL-1]", () => {
    const text = `---\nname: a\u202eb\u0007 \ndescription: ${"word ".repeat(1000)}\n---\n`;
    const head = readSkillHead(text, "folder");
    expect(head.name).toBe("a\\u202eb\\u0007");
    expect(head.description?.length).toBe(1024);
    expect(readSkillHead("", "a\nb").name).toBe("a b");
  });
});
