/**
 * Blanks at the ends of new lines are a slip, except where the replaced text had the very same line, and except at
 * the end of a last line after which the file's line goes on.
 */
import { trimTrailingBlanks } from "./projection.js";

export interface StripOptions {
  /** The replaced text, whose lines may come back with their blanks. */
  readonly standing: string;
  readonly endsLine: boolean;
}

export interface StrippedText {
  readonly text: string;
  /** How many lines lost trailing blanks. */
  readonly trimmedLines: number;
}

export function stripTrailingBlanks(newText: string, { standing, endsLine }: StripOptions): StrippedText {
  const lines = newText.split("\n");
  let stood: Set<string> | undefined;
  let trimmedLines = 0;
  const stripped = lines.map((line, index) => {
    if (index === lines.length - 1 && !endsLine) return line;
    const trimmed = trimTrailingBlanks(line);
    if (trimmed === line) return line;
    stood ??= new Set(standing.split("\n"));
    if (stood.has(line)) return line;
    trimmedLines += 1;
    return trimmed;
  });
  return { text: stripped.join("\n"), trimmedLines };
}
