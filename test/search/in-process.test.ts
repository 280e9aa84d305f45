import { writeFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLiteralLines } from "../../src/search/in-process/literal-lines.js";
import { findWholeLiteral } from "../../src/search/in-process/whole-literal.js";
import { textOf } from "../support/answers.js";
import { tempWorkspace } from "../support/workspace.js";

/** The same for ripgrep, and no longer plain text to us. */
const asExpression = (literal: string): string =>
  `(?:${literal.replace(/[\\.+*?()|[\]{}^$#&~-]/g, (special) => `\\${special}`)})`;
const asPattern = (literal: string): string => asExpression(literal).slice(3, -1);

describe("A plain word in one file", () => {
  it("is found as ripgrep finds it, whatever the text and the flags [GREP-8, GREP-2]", async () => {
    const files = tempWorkspace();
    const toolkit = files.toolkit();
    const path = files.path("text");
    const piece = fc.constantFrom("a", "b", "ab", ".", "é", "\n", "\r\n", "\r", "\n\n", " ", "x".repeat(700));
    const small = fc.integer({ min: 0, max: 3 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
        fc.constantFrom("a", "ab", "aa", "b.", "é", "x", " "),
        fc.constantFrom("content", "count", "files_with_matches"),
        fc.record({ "-A": small, "-B": small, "-o": fc.boolean(), offset: small, head_limit: small }),
        async (text, literal, output_mode, flags) => {
          writeFileSync(path, text);
          const input = { path, output_mode, ...flags };
          const ours = await toolkit.call("Grep", { ...input, pattern: asPattern(literal) });
          const theirs = await toolkit.call("Grep", { ...input, pattern: asExpression(literal) });
          expect(textOf(ours)).toBe(textOf(theirs));
          expect(ours.output).toEqual(theirs.output);
        },
      ),
      { numRuns: 250 },
    );
  });

  it("is told of only as far as the page goes [GREP-8, SEARCH-11]", () => {
    const text = Buffer.alloc(1_000_000, "a");
    const query = { before: 0, after: 0, onlyMatching: true };
    expect(findLiteralLines(text, Buffer.from("a"), query, 5)).toHaveLength(6);
    const lines = Buffer.from("a\n".repeat(100_000));
    expect(findLiteralLines(lines, Buffer.from("a"), { ...query, onlyMatching: false }, 5)).toHaveLength(6);
  });

  it("starts no program [GREP-8]", async () => {
    const files = tempWorkspace({ "a.txt": "one word\n", "odd.txt": Uint8Array.from([0xe9, 0x0a]) });
    const toolkit = files.toolkit({ ripgrep: files.path("no-such-program") });
    const grep = (pattern: string, name = "a.txt", flags: object = {}): Promise<string> =>
      toolkit
        .call("Grep", { pattern, path: files.path(name), output_mode: "content", ...flags })
        .then((result) => result.error?.code ?? textOf(result));
    expect(await grep("word")).toBe(`${files.path("a.txt")}\n1:one word`);
    expect(await grep("nothing")).toBe("No matches found in 1 file");
    for (const failed of [
      grep("w.rd"),
      grep("word", "a.txt", { "-i": true }),
      grep("word", "a.txt", { multiline: true }),
      grep("word", "odd.txt"),
    ])
      expect(await failed).toBe("SEARCH_UNAVAILABLE");
  });
});

describe("A pattern that is only text", () => {
  it.each<[string, string | undefined]>([
    ["word", "word"],
    ["two words", "two words"],
    ["call\\(x\\)", "call(x)"],
    ["a\\\\b", "a\\b"],
    ["a-b_c#d&e~f", "a-b_c#d&e~f"],
    ["naïve 中", "naïve 中"],
    ["a.b", undefined],
    ["a+", undefined],
    ["^a", undefined],
    ["a$", undefined],
    ["a|b", undefined],
    ["(a)", undefined],
    ["[a]", undefined],
    ["a{2}", undefined],
    ["a}", undefined],
    ["\\w", undefined],
    ["a\\", undefined],
    ["a\\n", undefined],
    ["a\nb", undefined],
    ["\\/", undefined],
  ])("%s [GREP-8]", (pattern, literal) => {
    expect(findWholeLiteral(pattern)).toBe(literal);
  });
});
