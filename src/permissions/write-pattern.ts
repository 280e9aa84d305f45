/** Writes a pattern out again, in the letters of a spelling, for the matcher; and escapes names for rules that are printed. */

import { nameOf, type PathPattern, type Segment } from "./parse-pattern.js";
import { hideLineEnds, type Spelling, spellName, spellText } from "./path-letters.js";

export interface WrittenPattern {
  /** Anchored, with one leading slash. */
  readonly source: string;
  /** Letters that every path has that matches; empty where there are none. */
  readonly literal: string;
}

export function writePattern(pattern: PathPattern, spelling: Spelling, isWindows: boolean): WrittenPattern {
  const names = pattern.segments.map((segment) => spellSegment(segment, spelling, isWindows));
  const source = names.map((parts) => parts.map(({ source: part }) => part).join("")).join("/");
  return {
    source: escapeLastBlank(`/${source}`) + (pattern.isForFolders ? "/" : ""),
    literal: findLiteral(names),
  };
}

interface SpelledPart {
  readonly source: string;
  /** The letters it stands for, where it stands for certain ones. */
  readonly text: string | undefined;
}

function spellSegment(segment: Segment, spelling: Spelling, isWindows: boolean): readonly SpelledPart[] {
  if (segment === "**") return [{ source: "**", text: undefined }];
  const name = nameOf(segment);
  if (name !== undefined) return [writeText(spellName(name, spelling, isWindows))];
  return segment.map((piece) =>
    piece.kind === "text"
      ? writeText(spellText(piece.text, spelling))
      : // Within a name, stars side by side mean no more than one.
        { source: piece.source === "**" ? "*" : hideLineEnds(piece.source), text: undefined },
  );
}

function writeText(text: string): SpelledPart {
  return { source: text.replace(/[\\*?[]/g, quote), text };
}

/** As a set of one: the matcher reads sets before anything else, so that nothing around them can change their meaning. */
function quote(character: string): string {
  return character === "\\" ? "[\\\\]" : `[${character}]`;
}

function escapeLastBlank(source: string): string {
  return source.endsWith(" ") ? `${source.slice(0, -1)}[ ]` : source;
}

/** The longest part; neighbouring names that are all letters count as one. */
function findLiteral(names: readonly (readonly SpelledPart[])[]): string {
  let longest = "";
  let running = "";
  const look = (text: string): void => {
    if (text.length > longest.length) longest = text;
  };
  for (const parts of names) {
    const [only] = parts;
    if (parts.length === 1 && only?.text !== undefined) {
      running = running === "" ? only.text : `${running}/${only.text}`;
      look(running);
    } else {
      running = "";
      for (const { text } of parts) look(text ?? "");
    }
  }
  return longest;
}
