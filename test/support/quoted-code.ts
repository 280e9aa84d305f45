/** Edits of code with string literals, as an author means them and as they may be sent. */
import * as fc from "fast-check";
import type { Language } from "./languages.js";

export interface QuotedEdit {
  readonly before: string;
  /** What the author of the edit has in mind. */
  readonly intended: string;
  /** The part of both that the edit is about. */
  readonly found: string;
  readonly wanted: string;
}

export const flatten = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
export const curl = (text: string): string => text.replace(/'/g, "’").replace(/"/g, "”");

const word = fc.constantFrom("one", "two", "three", "été", "Öl", "x");
/** Content with typographic quotes. */
export const piece = fc.oneof(
  word,
  word.map((text) => `“${text}”`),
  word.map((text) => `‘${text}’`),
  fc.constantFrom("don’t", "it’s", "l’été"),
);
/** Content without any quotes. */
export const plainPiece = word;
const content = (of: fc.Arbitrary<string>): fc.Arbitrary<string[]> => fc.array(of, { maxLength: 4 });

type Literal = readonly [delimiter: number, content: readonly string[]];
const literal = (of: fc.Arbitrary<string>): fc.Arbitrary<Literal> => fc.tuple(fc.nat(1), content(of));
const literals = (of: fc.Arbitrary<string>): fc.Arbitrary<Literal[]> =>
  fc.array(literal(of), { minLength: 1, maxLength: 3 });

/** The same literals with pieces changed, added and removed, or with other literals between them. */
const variation = (of: fc.Arbitrary<string>): fc.Arbitrary<(old: readonly Literal[]) => Literal[]> =>
  fc
    .array(fc.tuple(fc.constantFrom("keep", "change", "add", "drop", "insert"), fc.nat(3), of, literal(of)), {
      minLength: 1,
      maxLength: 3,
    })
    .map((steps) => (old) => {
      const result: Literal[] = [];
      for (const [index, [delimiter, pieces]] of old.entries()) {
        const [step, at, fresh, other] = steps[index % steps.length] ?? ["keep", 0, "", [0, []]];
        const changed = [...pieces];
        if (step === "change") changed.splice(at % (pieces.length + 1), 1, fresh);
        if (step === "add") changed.splice(at % (pieces.length + 1), 0, fresh);
        if (step === "drop") changed.splice(at % (pieces.length + 1), 1);
        if (step === "insert" && at % 2 === 0) result.push(other);
        result.push([delimiter, changed]);
        if (step === "insert" && at % 2 === 1) result.push(other);
      }
      return result;
    });

export function quotedEdit(language: Language, of: fc.Arbitrary<string>): fc.Arbitrary<QuotedEdit> {
  const write = (list: readonly Literal[], number: number): string =>
    language.statement(
      list.map(([delimiter, pieces]) => {
        const quote = language.delimiters[delimiter % language.delimiters.length] ?? '"';
        return `${quote}${pieces.join(" ")}${quote}`;
      }),
      number,
    );
  return fc
    .record({
      others: fc.array(literals(of), { maxLength: 2 }),
      remarks: fc.array(content(of), { maxLength: 2 }),
      replaced: fc.array(literals(of), { minLength: 1, maxLength: 2 }),
      vary: variation(of),
      added: fc.array(literals(of), { maxLength: 1 }),
    })
    .map(({ others, remarks, replaced, vary, added }) => {
      const comments = remarks.flatMap((pieces) => language.comment?.(pieces.join(" ")) ?? []);
      const head = [...comments, ...others.map((list, index) => write(list, index))];
      // Every kind of nesting that the new text may have stands somewhere in the file.
      const shown =
        of === piece
          ? language.delimiters.map((_, index) => write([[index, ["“a”", "‘b’"]]], 10 + index))
          : [];
      const found = replaced.map((list, index) => write(list, 20 + index)).join("\n");
      const wanted = [
        ...replaced.map((list, index) => write(vary(list), 20 + index)),
        ...added.map((list) => write(list, 30)),
      ].join("\n");
      const fileOf = (part: string): string => language.file([...head, part, ...shown]);
      return { before: fileOf(found), intended: fileOf(wanted), found, wanted };
    });
}
