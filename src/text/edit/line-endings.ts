/** New lines take the file's line endings, never those of the message they came in. */
import type { Span } from "./edit-plan.js";

/** The endings of one text. Remembers the last break it found, so that many places in order cost one pass. */
export class LineEndings {
  readonly #text: string;
  #next = { from: Number.POSITIVE_INFINITY, at: -1 };
  #last: number | undefined;
  /** All line breaks are `\n`, and there are some. */
  readonly #hasOneKind: boolean;

  constructor(text: string) {
    this.#text = text;
    this.#hasOneKind = text.includes("\n") && !text.includes("\r");
  }

  /**
   * `newText` with the endings it gets in place of `replaced`. The first break takes the ending of the first one
   * replaced, and so on; further ones that of the line in which the replaced part ends, or else of the nearest break
   * before. In a text without any break they are as `sent`.
   */
  giveTo(newText: string, replaced: Span, sent: string): string {
    if (this.#hasOneKind || !newText.includes("\n")) return newText;
    const lines = newText.split("\n");
    const breaks = lines.length - 1;
    const standing = listEndings(this.#text.slice(replaced.start, replaced.end), breaks);
    const neighbour = standing.length < breaks ? this.#findNeighbour(replaced.end) : undefined;
    const asSent = neighbour === undefined ? listEndings(sent, breaks) : [];
    const pieces: string[] = [];
    for (const [index, line] of lines.entries()) {
      if (index > 0) pieces.push(standing[index - 1] ?? neighbour ?? asSent[index - 1] ?? "\n");
      pieces.push(line);
    }
    return pieces.join("");
  }

  #findNeighbour(position: number): string | undefined {
    const { from, at } = this.#next;
    const isKnown = from <= position && (at === -1 || at >= position);
    const next = isKnown ? at : this.#text.indexOf("\n", position);
    if (!isKnown) this.#next = { from: position, at: next };
    if (next !== -1) return endingAt(this.#text, next);
    // No break follows, so the last one of all is the nearest before.
    this.#last ??= this.#text.lastIndexOf("\n");
    return this.#last === -1 ? undefined : endingAt(this.#text, this.#last);
  }
}

function listEndings(text: string, limit: number): string[] {
  const endings: string[] = [];
  for (let at = text.indexOf("\n"); at !== -1 && endings.length < limit; at = text.indexOf("\n", at + 1)) {
    endings.push(endingAt(text, at));
  }
  return endings;
}

function endingAt(text: string, newline: number): string {
  return newline > 0 && text[newline - 1] === "\r" ? "\r\n" : "\n";
}
