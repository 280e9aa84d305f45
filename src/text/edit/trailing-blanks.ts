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

export function stripTrailingBlanks(newText: string, { standing, endsLine }: StripOptions): string {
  const lines = newText.split("\n");
  let stood: Set<string> | undefined;
  const stripped = lines.map((line, index) => {
    if (index === lines.length - 1 && !endsLine) return line;
    const trimmed = trimTrailingBlanks(line);
    if (trimmed === line) return line;
    stood ??= new Set(standing.split("\n"));
    return stood.has(line) ? line : trimmed;
  });
  return stripped.join("\n");
}
