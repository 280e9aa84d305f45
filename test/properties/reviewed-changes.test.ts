/** A person's version of any change of any text: the file holds it, and both patches lead to it. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitLines } from "../../src/text/diff/split-lines.js";
import { applyHunks, trickyTexts } from "../support/line-diffs.js";
import { reviewedWorkspace } from "../support/reviewers.js";

const encodings: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
];

const texts = fc.oneof(trickyTexts, fc.string({ unit: "grapheme" }));
/** Lone carriage returns end lines only in a text without any line feed. */
function endingsOf(text: string): ReadonlySet<string> {
  if (!text.includes("\n")) return new Set(text.includes("\r") ? ["\r"] : []);
  const found = new Set<string>();
  if (/\r\n/.test(text)) found.add("\r\n");
  if (/(?<!\r)\n/.test(text)) found.add("\n");
  return found;
}

/** By the rule as it is documented: one kind of ending, where the file and the proposal know only another. */
function expectedText(base: string, proposal: string, sent: string): string {
  const [own, other] = new Set([...endingsOf(base), ...endingsOf(proposal)]);
  const [sentEnding, ...sentOthers] = endingsOf(sent);
  const isOneKind = own !== undefined && other === undefined && sentOthers.length === 0;
  if (!isOneKind || sentEnding === undefined || sentEnding === "\r") return sent;
  return sent.split(sentEnding).join(own);
}

const patched = (before: string, hunks: Parameters<typeof applyHunks>[1]): string =>
  applyHunks(splitLines(before), hunks).join("");

describe("A change that a person allows with other content", () => {
  it("writes that content, to which both patches lead [PERM-61, PERM-62]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({});
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...encodings),
        texts,
        texts,
        texts,
        fc.constantFrom("Write", "Edit", "create"),
        async (encode, base, middle, sent, kind) => {
          round += 1;
          const name = `${round}.txt`;
          const file_path = files.path(name);
          const isNew = kind === "create";
          // Something to replace, and enough around it that edits have a place.
          const original = kind === "Edit" ? `${base}#here#${base}` : base;
          if (!isNew) files.write(name, encode(original));
          if (!isNew) await toolkit.call("Read", { file_path });
          let proposal = "";
          person.review = ({ after }) => {
            proposal = after ?? "";
            return sent;
          };
          const result =
            kind === "Edit"
              ? await toolkit.call("Edit", { file_path, old_string: "#here#", new_string: `.${middle}.` })
              : await toolkit.call("Write", { file_path, content: middle }, { force: true });
          expect(result.error).toBeUndefined();
          const old = isNew ? "" : original;
          const text = expectedText(old, proposal, sent);
          const bytes = isNew ? Buffer.from(text) : encode(text);
          expect(files.bytes(name).equals(bytes)).toBe(true);
          const { structuredPatch = [], reviewedPatch, userModified } = result.output ?? {};
          expect(patched(old, structuredPatch)).toBe(text);
          expect(userModified).toBe(text !== proposal);
          expect(patched(proposal, reviewedPatch ?? [])).toBe(text);
        },
      ),
      { numRuns: 150 },
    );
  }, 60_000);
});
