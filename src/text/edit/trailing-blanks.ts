/**
 * Blanks at the ends of new lines are a slip, unless the replaced text shows that they are meant: it has the very same
 * line, a line that ends with the same blanks, or tabs between columns where the new line ends with a tab. They also stay
 * at the end of a last line after which the file's line goes on.
 */
import { skipBlanksForward, trimTrailingBlanks } from "./projection.js";

export interface StripOptions {
  /** The replaced text, which shows what blanks at line ends are meant. */
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
  let meant: MeantBlanks | undefined;
  let trimmedLines = 0;
  const stripped = lines.map((line, index) => {
    if (index === lines.length - 1 && !endsLine) return line;
    const trimmed = trimTrailingBlanks(line);
    if (trimmed === line) return line;
    meant ??= findMeantBlanks(standing);
    if (isMeant(line, meant)) return line;
    trimmedLines += 1;
    return trimmed;
  });
  return { text: stripped.join("\n"), trimmedLines };
}

interface MeantBlanks {
  readonly lines: ReadonlySet<string>;
  /** The blanks at the ends of lines that have more than blanks. */
  readonly ends: ReadonlySet<string>;
  /** A line has a tab after its first character that is not a blank. */
  readonly tabs: boolean;
}

function findMeantBlanks(standing: string): MeantBlanks {
  const lines = standing.split("\n");
  return {
    lines: new Set(lines),
    ends: new Set(lines.filter((line) => trimTrailingBlanks(line) !== "").map(blanksAtEnd)),
    tabs: lines.some((line) => line.includes("\t", skipBlanksForward(line, 0))),
  };
}

function isMeant(line: string, { lines, ends, tabs }: MeantBlanks): boolean {
  return lines.has(line) || ends.has(blanksAtEnd(line)) || (tabs && line.endsWith("\t"));
}

function blanksAtEnd(line: string): string {
  return line.slice(trimTrailingBlanks(line).length);
}
