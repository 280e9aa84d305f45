/**
 * Lines put between the lines of a text. What is put there are whole lines: one that lacks its break gets it, except behind a
 * last line that has none either, where the new last line ends as it was sent. No other line changes.
 */
import { endsWithReturns } from "../line-endings.js";
import type { Splice } from "../splice.js";
import { LineEndings } from "./line-endings.js";
import { unifyLineBreaks } from "./projection.js";
import { stripTrailingBlanks } from "./trailing-blanks.js";

export interface Insertion {
  /** Where in the text: the start of a line, or its end. */
  readonly at: number;
  readonly newText: string;
  readonly stripTrailingBlanks: boolean;
  /** The text is part of a file whose lines end with `\n`. */
  readonly isPart?: boolean;
}

export interface PlannedInsertion {
  readonly splice: Splice;
  readonly trimmedLines: number;
}

export function planInsertion(text: string, { at, newText, ...rules }: Insertion): PlannedInsertion {
  const returns = rules.isPart !== true && endsWithReturns(text);
  const unified = returns ? newText.replace(/\r\n?/g, "\n") : unifyLineBreaks(newText);
  // No text at all is an empty line.
  const sent = unified === "" ? "\n" : unified;
  const isBehindOpenLine = at === text.length && text !== "" && !text.endsWith(returns ? "\r" : "\n");
  const lines = isBehindOpenLine ? `\n${sent}` : sent.endsWith("\n") ? sent : `${sent}\n`;
  const { text: stripped, trimmedLines } = rules.stripTrailingBlanks
    ? stripTrailingBlanks(lines, { standing: "", endsLine: true })
    : { text: lines, trimmedLines: 0 };
  if (returns) {
    return { splice: { start: at, end: at, text: stripped.replaceAll("\n", "\r") }, trimmedLines };
  }
  // Only where the text has no break of its own do those that were sent count, by the first of them.
  const asSent = newText.includes("\r\n") ? stripped.split("\n").join("\r\n") : stripped;
  const inserted = new LineEndings(text).giveTo(stripped, { start: at, end: at }, asSent);
  return { splice: { start: at, end: at, text: inserted }, trimmedLines };
}

/** Where the text goes on behind so many lines; undefined when it has fewer. */
export function findLineEnd(text: string, lines: number): number | undefined {
  let end = 0;
  for (let line = 1; line <= lines; line += 1) {
    if (end === text.length) return undefined;
    const newline = text.indexOf("\n", end);
    end = newline === -1 ? text.length : newline + 1;
  }
  return end;
}
