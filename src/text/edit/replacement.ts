/**
 * From a place that was found to the splice that changes it: the new text in the form that tier and file ask for, less what
 * old and new text have in common.
 */
import type { Splice } from "../splice.js";
import { findCommonCharacters, findCommonLines, measureTokens } from "./common-ends.js";
import type { EditRequest, Span } from "./edit-plan.js";
import type { LineEndings } from "./line-endings.js";
import { type Projection, projectLineBreaks, trimTrailingBlanks } from "./projection.js";
import type { Hit, Located } from "./tier.js";
import { type StrippedText, stripTrailingBlanks } from "./trailing-blanks.js";

interface Change {
  /** Within the found text, its line breaks being `\n`. */
  readonly replaced: Span;
  readonly newText: string;
}

export interface Replacing {
  readonly text: string;
  readonly endings: LineEndings;
  readonly request: EditRequest;
  readonly located: Located;
}

export interface Replaced {
  /** `undefined` if the file already has what it would get. */
  readonly splice: Splice | undefined;
  readonly trimmedLines: number;
}

/** Plans the replacements of one edit. What is the same at every place is worked out once. */
export class Replacer {
  readonly #replacing: Replacing;
  /** The changes of a place that reads exactly like the old text: where a line ends after it, and where not. */
  readonly #plain = new Map<boolean, PlainChange>();

  constructor(replacing: Replacing) {
    this.#replacing = replacing;
  }

  plan(hit: Hit): Replaced {
    const { text, located } = this.#replacing;
    const { start, end } = hit.span;
    const isPlain =
      located.unit === "character" &&
      hit.adapt === undefined &&
      hit.standing === undefined &&
      end - start === located.oldText.length;
    if (!isPlain) return this.#planOne(hit, projectLineBreaks(text.slice(start, end)));
    const endsLine = isLineEnd(text, end);
    let plain = this.#plain.get(endsLine);
    if (plain === undefined) {
      plain = this.#planPlain(hit);
      this.#plain.set(endsLine, plain);
    }
    const { change, trimmedLines, isSame } = plain;
    if (isSame) return { splice: undefined, trimmedLines };
    const replaced = { start: start + change.replaced.start, end: start + change.replaced.end };
    const replacement = this.#giveEndings(change.newText, replaced);
    return { splice: { start: replaced.start, end: replaced.end, text: replacement }, trimmedLines };
  }

  #planPlain(hit: Hit): PlainChange {
    const { oldText } = this.#replacing.located;
    const { text: newText, trimmedLines } = this.#strip(hit);
    const change = changeCharacters(oldText, newText, oldText, hit);
    return { change, trimmedLines, isSame: newText === oldText };
  }

  #planOne(hit: Hit, found: Projection): Replaced {
    const { text, located, request } = this.#replacing;
    const { start } = hit.span;
    const { text: newText, trimmedLines } = this.#strip(hit);
    const change =
      located.unit === "character"
        ? changeCharacters(located.oldText, newText, found.text, hit)
        : changeLines({ located, found: found.text, newText, hit, request });
    const replaced = {
      start: start + found.boundary(change.replaced.start),
      end: start + found.boundary(change.replaced.end),
    };
    const replacement = this.#giveEndings(change.newText, replaced);
    const isSame = text.slice(replaced.start, replaced.end) === replacement;
    return { splice: isSame ? undefined : { ...replaced, text: replacement }, trimmedLines };
  }

  #strip({ span, standing }: Hit): StrippedText {
    const { text, located, request } = this.#replacing;
    if (!request.stripTrailingBlanks) return { text: located.newText, trimmedLines: 0 };
    return stripTrailingBlanks(located.newText, {
      standing: standing ?? located.oldText,
      endsLine: isLineEnd(text, span.end),
    });
  }

  #giveEndings(newText: string, replaced: Span): string {
    const { endings, request } = this.#replacing;
    return endings.giveTo(newText, replaced, request.newString);
  }
}

interface PlainChange {
  readonly change: Change;
  readonly trimmedLines: number;
  readonly isSame: boolean;
}

function changeCharacters(oldText: string, newText: string, found: string, { adapt }: Hit): Change {
  const before = adapt === undefined ? oldText : found;
  const after = adapt === undefined ? newText : adapt(newText);
  const common = findCommonCharacters(before, after);
  return {
    replaced: { start: common.start, end: before.length - common.end },
    newText: after.slice(common.start, after.length - common.end),
  };
}

interface LineChange {
  readonly located: Located;
  readonly found: string;
  readonly newText: string;
  readonly hit: Hit;
  readonly request: EditRequest;
}

function changeLines({ located, found, newText, hit, request }: LineChange): Change {
  const newLines = newText.split("\n");
  const common = findCommonLines(located.oldText.split("\n"), newLines, (oldLine, newLine) =>
    request.stripTrailingBlanks
      ? trimTrailingBlanks(oldLine) === trimTrailingBlanks(newLine)
      : oldLine === newLine,
  );
  const foundLines = found.split("\n");
  const adapted = hit.adapt?.(newText) ?? newText;
  const adaptedLines = adapted.split("\n");
  const untilEnd = (lines: readonly string[]): number =>
    measureTokens(lines, 2 * lines.length - 1 - common.end);
  return {
    replaced: { start: measureTokens(foundLines, common.start), end: untilEnd(foundLines) },
    newText: adapted.slice(measureTokens(adaptedLines, common.start), untilEnd(adaptedLines)),
  };
}

function isLineEnd(text: string, at: number): boolean {
  return at === text.length || text[at] === "\n" || text.startsWith("\r\n", at);
}
