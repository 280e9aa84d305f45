import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bringBack, retag, tagSince } from "../../../src/attribution/attribute-lines.js";
import { type Owner, type TaggedText, tagText, tallyOwners } from "../../../src/attribution/tagged-text.js";

const owners: readonly Owner[] = [
  "elsewhere",
  { session: "one", tool: "Edit" },
  { session: "two", tool: "Write" },
];

/** Few letters, so that lines and their ends are often alike; characters of two units among them. */
const roughText = fc
  .array(fc.constantFrom("a", "b", "\n", "\r\n", "\u{1f600}", "\u{1f601}"), { maxLength: 30 })
  .map((letters) => letters.join(""));

const versions = fc.array(fc.record({ text: roughText, owner: fc.constantFrom(...owners) }), {
  maxLength: 8,
});

const textOf = (tagged: TaggedText): string => tagged.map((line) => line.text).join("");

/** The owner of every character. */
const ownersOf = (tagged: TaggedText): Owner[] =>
  tagged.flatMap(({ runs }) => runs.flatMap(({ length, owner }) => Array<Owner>(length).fill(owner)));

function expectWhole(tagged: TaggedText, text: string): void {
  expect(textOf(tagged)).toBe(text);
  for (const line of tagged) {
    expect(line.runs.reduce((sum, run) => sum + run.length, 0)).toBe(line.text.length);
    expect(line.runs.every(({ length }) => length > 0)).toBe(true);
  }
  const tallies = [...tallyOwners(tagged).values()];
  expect(tallies.reduce((sum, { lines }) => sum + lines, 0)).toBe(tagged.length);
  expect(tallies.reduce((sum, { characters }) => sum + characters, 0)).toBe(Array.from(text).length);
}

describe("A text with owners", () => {
  it("is as long as the text itself, whatever becomes of it [ATTR-1]", () => {
    fc.assert(
      fc.property(roughText, versions, (base, steps) => {
        let tagged = tagText(base, "base");
        for (const { text, owner } of steps) {
          tagged = retag(tagged, text, owner);
          expectWhole(tagged, text);
          expectWhole(tagSince(base, tagged), text);
          expectWhole(bringBack(tagged, base, tagText(base, "base")), base);
        }
      }),
    );
  });

  it("loses nothing to a change that changes nothing [ATTR-1]", () => {
    fc.assert(
      fc.property(roughText, versions, (base, steps) => {
        let tagged = tagText(base, "base");
        for (const { text, owner } of steps) tagged = retag(tagged, text, owner);
        expect(retag(tagged, textOf(tagged), "elsewhere")).toEqual(tagged);
      }),
    );
  });

  it("is all base since itself, and nothing of it is base since an empty text [ATTR-1]", () => {
    fc.assert(
      fc.property(roughText, roughText, (base, text) => {
        const tagged = retag(tagText(base, "base"), text, "elsewhere");
        expect(new Set(ownersOf(tagSince(text, tagged)))).not.toContain("elsewhere");
        expect(new Set(ownersOf(tagSince("", tagged)))).not.toContain("base");
      }),
    );
  });

  /** Every letter is another, so that there is one way to see what an edit did; newlines have no faces. */
  it("gives each letter to whom a letter-by-letter model gives it [ATTR-2]", () => {
    const edit = fc.record({
      from: fc.nat(200),
      length: fc.nat(40),
      inserted: fc.array(fc.boolean(), { maxLength: 30 }),
      owner: fc.constantFrom(...owners),
    });
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { maxLength: 120 }),
        fc.array(edit, { maxLength: 10 }),
        (first, edits) => {
          let next = 0x4e00;
          const write = (shape: readonly boolean[]): string[] =>
            shape.map((isLetter, index) =>
              isLetter || index % 3 !== 0 ? String.fromCharCode(next++) : "\n",
            );
          let model: { readonly letter: string; readonly owner: Owner }[] = write(first).map((letter) => ({
            letter,
            owner: "base",
          }));
          let tagged = tagText(model.map(({ letter }) => letter).join(""), "base");
          for (const { from, length, inserted, owner } of edits) {
            const start = Math.min(from, model.length);
            const fresh = write(inserted).map((letter) => ({ letter, owner }));
            model = model.toSpliced(start, length, ...fresh);
            tagged = retag(tagged, model.map(({ letter }) => letter).join(""), owner);
          }
          const found = ownersOf(tagged);
          const letters = model.flatMap(({ letter, owner }, index) =>
            letter === "\n" ? [] : [{ index, owner }],
          );
          expect(letters.map(({ index }) => found[index])).toEqual(letters.map(({ owner }) => owner));
        },
      ),
    );
  });

  it("never cuts a character in two [ATTR-1]", () => {
    const tagged = retag(tagText("\u{1f600}", "base"), "\u{1f601}", "elsewhere");
    expect(tallyOwners(tagged)).toEqual(new Map([["elsewhere", { lines: 1, characters: 1 }]]));
  });

  it("tells replaced lines from what they begin and end with [ATTR-2]", () => {
    const tagged = retag(tagText("let port = 80;\nlast\n", "base"), "let port = 8080;\nlast\n", "elsewhere");
    expect(tallyOwners(tagged)).toEqual(
      new Map<Owner, unknown>([
        ["elsewhere", { lines: 1, characters: 2 }],
        ["base", { lines: 1, characters: 20 }],
      ]),
    );
  });
});
