/** One line of a diff as text: coloured, marked, with what can't be seen made visible, and never more than can be shown. */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { takeStart } from "../../../../src/text/clip.js";
import { showText } from "../shown.js";
import type { DiffLine } from "./diff-lines-of-hunk.js";
import { type ColourSpan, cutSegments } from "./segments.js";
import type { Span } from "./word-marks.js";

/** What is longer is cut, and says so: a line of a megabyte would stop the page. */
export const MAX_SHOWN_CHARACTERS = 10_000;

export interface CodeLooks {
  readonly colours: readonly ColourSpan[];
  readonly marks: readonly Span[];
}

export function codeText(line: DiffLine, looks: CodeLooks): ComponentChildren {
  const hasReturn = line.text.endsWith("\r");
  const text = hasReturn ? line.text.slice(0, -1) : line.text;
  const showsTrailing = line.kind === "added";
  const pieces =
    text.length > MAX_SHOWN_CHARACTERS
      ? [<LongText text={text} looks={looks} showsTrailing={showsTrailing} />]
      : paintText(text, looks, { showsTrailing });
  if (hasReturn) {
    pieces.push(
      <span class="diff-quiet diff-return" title="The line ends with a carriage return (CR LF)">
        CR
      </span>,
    );
  }
  if (line.isUnended) pieces.push(<span class="diff-quiet diff-unended">no newline at end of file</span>);
  return pieces;
}

interface LongTextProps {
  readonly text: string;
  readonly looks: CodeLooks;
  readonly showsTrailing: boolean;
}

function LongText({ text, looks, showsTrailing }: LongTextProps): JSX.Element {
  const [shownCharacters, setShownCharacters] = useState(MAX_SHOWN_CHARACTERS);
  const shown = takeStart(text, shownCharacters);
  const left = text.length - shown.length;
  return (
    <>
      {paintText(shown, looks, { showsTrailing: showsTrailing && left === 0 })}
      {left > 0 && (
        <button
          type="button"
          class="diff-more"
          onClick={() => setShownCharacters((now) => now + 10 * MAX_SHOWN_CHARACTERS)}
        >
          {`Show more of this line (${left.toLocaleString("en")} characters)`}
        </button>
      )}
    </>
  );
}

function paintText(
  text: string,
  { colours, marks }: CodeLooks,
  { showsTrailing }: Pick<LongTextProps, "showsTrailing">,
): ComponentChildren[] {
  return cutSegments(text, { colours, marks, showsTrailing }).map(
    ({ text: piece, colour, isMarked, isTrailing }) => {
      const names =
        (colour === undefined ? "" : `code-${colour}`) +
        (isMarked ? " diff-marked" : "") +
        (isTrailing ? " diff-trailing" : "");
      return names === "" ? showText(piece) : <span class={names}>{showText(piece)}</span>;
    },
  );
}
