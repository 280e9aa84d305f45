/** A pattern in the letters of a spelling, name by name, for the matcher. */
import { nameOf, type PathPattern, type Segment } from "./parse-pattern.js";
import { hideLineEnds, type Spelling, spellName, spellText } from "./path-letters.js";

export interface SpelledPattern {
  readonly names: readonly SpelledName[];
  /** Letters that every path has that matches; empty where there are none. */
  readonly literal: string;
}

export interface SpelledPart {
  /** `*`, `?`, a set in brackets, or the text. */
  readonly source: string;
  /** The letters it stands for, where it stands for certain ones. */
  readonly text: string | undefined;
}

/** Parts of one name; "**" stands for any number of names. */
type SpelledName = readonly SpelledPart[] | "**";

export function spellPattern(pattern: PathPattern, spelling: Spelling, isWindows: boolean): SpelledPattern {
  const names = pattern.segments.map((segment) => spellSegment(segment, spelling, isWindows));
  return { names, literal: findLiteral(names) };
}

function spellSegment(segment: Segment, spelling: Spelling, isWindows: boolean): SpelledName {
  if (segment === "**") return segment;
  const name = nameOf(segment);
  if (name !== undefined) return [writeText(spellName(name, spelling, isWindows))];
  return segment.map((piece) =>
    piece.kind === "text"
      ? writeText(spellText(piece.text, spelling))
      : // Within a name, stars side by side mean no more than one.
        { source: piece.source === "**" ? "*" : hideLineEnds(piece.source), text: undefined },
  );
}

/** Wildcards in the text are quoted as sets of one, so no two patterns have the same source. */
function writeText(text: string): SpelledPart {
  return { source: text.replace(/[\\*?[]/g, quote), text };
}

function quote(character: string): string {
  return character === "\\" ? "[\\\\]" : `[${character}]`;
}

/** The longest part; neighbouring names that are all letters count as one. */
function findLiteral(names: readonly SpelledName[]): string {
  let longest = "";
  let running = "";
  const look = (text: string): void => {
    if (text.length > longest.length) longest = text;
  };
  for (const parts of names) {
    const [only] = parts;
    if (parts !== "**" && parts.length === 1 && typeof only === "object" && only.text !== undefined) {
      running = running === "" ? only.text : `${running}/${only.text}`;
      look(running);
    } else {
      running = "";
      if (parts !== "**") for (const { text } of parts) look(text ?? "");
    }
  }
  return longest;
}
