/** Line numbers before every line, as views show them: ascending, and all with the same separator. */
import type { Reading, Rewrite } from "./rewrite.js";

type Separator = "→" | "\t" | "|" | ":";

interface NumberedText {
  readonly separator: Separator;
  /** The lines without number and separator. */
  readonly lines: readonly string[];
}

const PREFIX = /^[ \t]{0,20}(\d{1,9})(→|\t| ?\||:)/;
/** A view whose trailing blanks were removed has no separator in a blank line. */
const BARE_NUMBER = /^[ \t]{0,20}(\d{1,9})$/;

export const lineNumbers: Rewrite = {
  relaxation: "line-numbers",
  readings(oldText) {
    const sent = readNumbered(oldText.split("\n"));
    if (sent === undefined) return [];
    const { separator, lines } = sent;
    const plain = createReading(separator, lines, (line) => line);
    // A blank may belong to the separator. Only the indentation in the file can tell.
    const isSpaced =
      lines.some((line) => line !== "") && lines.every((line) => line === "" || line.startsWith(" "));
    if (!isSpaced) return [plain];
    const dropBlank = (line: string): string => line.replace(/^ /, "");
    return [createReading(separator, lines, dropBlank), plain];
  },
};

function createReading(
  separator: Separator,
  lines: readonly string[],
  clean: (line: string) => string,
): Reading {
  return {
    oldText: lines.map(clean).join("\n"),
    isWholeLines: true,
    rewriteNew(newText) {
      const newLines = newText.split("\n");
      if (newLines.every((line) => readLine(line)?.separator !== separator)) return newText;
      const fresh = readNumbered(newLines);
      if (fresh?.separator === separator) return fresh.lines.map(clean).join("\n");
      // A line of content may look like a numbered one, unless the separator is one that only views have.
      if (separator !== "→") return undefined;
      return newLines
        .map((line) => (readLine(line) === undefined ? line : clean(readLine(line)?.content ?? "")))
        .join("\n");
    },
  };
}

/** Undefined unless every line that is not empty has its number. */
function readNumbered(lines: readonly string[]): NumberedText | undefined {
  let separator: Separator | undefined;
  let last = -1;
  const contents: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === "" && index > 0) {
      contents.push("");
      continue;
    }
    const read = readLine(line) ?? readBare(line);
    if (read === undefined || read.number <= last) return undefined;
    if (read.separator !== undefined && read.separator !== (separator ??= read.separator)) return undefined;
    last = read.number;
    contents.push(read.content);
  }
  return separator === undefined ? undefined : { separator, lines: contents };
}

interface NumberedLine {
  readonly number: number;
  readonly separator: Separator | undefined;
  readonly content: string;
}

function readLine(line: string): NumberedLine | undefined {
  const match = PREFIX.exec(line);
  if (match === null) return undefined;
  const [prefix, digits, mark = ""] = match;
  return {
    number: Number(digits),
    separator: mark.trim() === "" ? "\t" : (mark.trim() as Separator),
    content: line.slice(prefix.length),
  };
}

function readBare(line: string): NumberedLine | undefined {
  const digits = BARE_NUMBER.exec(line)?.[1];
  return digits === undefined ? undefined : { number: Number(digits), separator: undefined, content: "" };
}
