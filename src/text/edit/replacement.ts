/**
 * From a place that was found to the splice that changes it: the new text in the form that tier and file ask for, less what
 * old and new text have in common.
 */
import type { Splice } from "../splice.js";
import { findCommonCharacters, findCommonLines, measureTokens } from "./common-ends.js";
import type { EditRequest, Span } from "./edit-plan.js";
import type { LineEndings } from "./line-endings.js";
import { projectLineBreaks, trimTrailingBlanks } from "./projection.js";
import type { Hit, Located } from "./tier.js";
import { stripTrailingBlanks } from "./trailing-blanks.js";

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

export function planReplacement(hit: Hit, { text, endings, request, located }: Replacing): Replaced {
  const { start, end } = hit.span;
  const found = projectLineBreaks(text.slice(start, end));
  const { text: newText, trimmedLines } = request.stripTrailingBlanks
    ? stripTrailingBlanks(located.newText, {
        standing: hit.standing ?? located.oldText,
        endsLine: isLineEnd(text, end),
      })
    : { text: located.newText, trimmedLines: 0 };
  const change =
    located.unit === "character"
      ? changeCharacters(located.oldText, newText, found.text, hit)
      : changeLines({ located, found: found.text, newText, hit, request });
  const replaced = {
    start: start + found.boundary(change.replaced.start),
    end: start + found.boundary(change.replaced.end),
  };
  const replacement = endings.giveTo(change.newText, replaced, request.newString);
  const isSame = text.slice(replaced.start, replaced.end) === replacement;
  return { splice: isSame ? undefined : { ...replaced, text: replacement }, trimmedLines };
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
