/** From places that read exactly like the old text to the splices that change them, less what old and new text have in common. */
import type { Splice } from "../splice.js";
import { findCommonCharacters } from "./common-ends.js";
import type { EditRequest, Span } from "./edit-plan.js";
import type { LineEndings } from "./line-endings.js";
import { projectLineBreaks } from "./projection.js";
import { type StrippedText, stripTrailingBlanks } from "./trailing-blanks.js";

export interface Replacing {
  readonly text: string;
  readonly endings: LineEndings;
  readonly request: EditRequest;
  /** Old and new text with `\n` for every line break. */
  readonly oldText: string;
  readonly newText: string;
}

export interface Replaced {
  /** `undefined` if the file already has what it would get. */
  readonly splice: Splice | undefined;
  readonly trimmedLines: number;
}

/** A change within the old text. */
interface Change extends StrippedText {
  readonly start: number;
  readonly end: number;
}

/** Plans the replacements of one edit. What is the same at every place is worked out once. */
export class Replacer {
  readonly #replacing: Replacing;
  /** The change where a line ends after the place, and where not. */
  readonly #changes = new Map<boolean, Change>();

  constructor(replacing: Replacing) {
    this.#replacing = replacing;
  }

  plan({ start, end }: Span): Replaced {
    const { text, endings, request, oldText } = this.#replacing;
    const change = this.#changeBefore(isLineEnd(text, end));
    const { trimmedLines } = change;
    if (change.start === change.end && change.text === "") return { splice: undefined, trimmedLines };
    let from = start + change.start;
    let to = start + change.end;
    if (end - start !== oldText.length) {
      // Carriage returns before line breaks make the place longer than the old text.
      const { boundary } = projectLineBreaks(text.slice(start, end));
      from = start + boundary(change.start);
      to = start + boundary(change.end);
    }
    const fresh = endings.giveTo(change.text, { start: from, end: to }, request.newString);
    return { splice: { start: from, end: to, text: fresh }, trimmedLines };
  }

  #changeBefore(endsLine: boolean): Change {
    const known = this.#changes.get(endsLine);
    if (known !== undefined) return known;
    const { request, oldText, newText } = this.#replacing;
    const { text, trimmedLines } = request.stripTrailingBlanks
      ? stripTrailingBlanks(newText, { standing: oldText, endsLine })
      : { text: newText, trimmedLines: 0 };
    const common = findCommonCharacters(oldText, text);
    const change = {
      start: common.start,
      end: oldText.length - common.end,
      text: text.slice(common.start, text.length - common.end),
      trimmedLines,
    };
    this.#changes.set(endsLine, change);
    return change;
  }
}

function isLineEnd(text: string, at: number): boolean {
  return at === text.length || text[at] === "\n" || text.startsWith("\r\n", at);
}
