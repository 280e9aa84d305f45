/**
 * The colours of a hunk's lines, each side as the text that it is, found from its beginning on and only as far as they are
 * asked for. The work can be broken off after any line and taken up again.
 */
import { beginInComment, type Colouring } from "../code/languages.js";
import type { DiffLine, HunkPart } from "./diff-lines-of-hunk.js";
import type { ColourSpan } from "./segments.js";

/** Longer lines are not written by hand, and have no colours. */
const MAX_COLOURED = 1000;
/** Only so many lines are looked at to find out whether a hunk begins within a comment. */
const MAX_AHEAD = 200;

export class HunkColours {
  readonly #colouring: Colouring;
  readonly #known = new Map<DiffLine, readonly ColourSpan[]>();
  readonly #old: SideProgress;
  readonly #new: SideProgress;

  constructor(parts: readonly HunkPart[], colouring: Colouring) {
    this.#colouring = colouring;
    const begin = (side: "removed" | "added"): SideProgress => {
      const lines = parts.flatMap((part) => (part.kind === "same" ? part.lines : part[side]));
      const isInComment = beginInComment(lines.slice(0, MAX_AHEAD).map((line) => line.text));
      return { lines, next: 0, state: isInComment ? colouring.inComment : 0 };
    };
    this.#old = begin("removed");
    this.#new = begin("added");
  }

  /** Undefined when the time was up before the line was reached. */
  spansOf(line: DiffLine, isTimeUp: () => boolean): readonly ColourSpan[] | undefined {
    const side = line.kind === "removed" ? this.#old : this.#new;
    while (!this.#known.has(line) && side.next < side.lines.length) {
      if (isTimeUp()) return undefined;
      this.#scanNext(side);
    }
    return this.#known.get(line);
  }

  #scanNext(side: SideProgress): void {
    const line = side.lines[side.next];
    side.next += 1;
    if (line === undefined) return;
    const isPlain = line.text.length > MAX_COLOURED;
    const { spans, state } = isPlain
      ? { spans: [], state: side.state }
      : this.#colouring.scan(line.text, side.state);
    side.state = state;
    // A line that both sides have is coloured as the new side has it.
    if (line.kind !== "same" || side === this.#new) this.#known.set(line, spans);
  }
}

interface SideProgress {
  readonly lines: readonly DiffLine[];
  next: number;
  state: number;
}
