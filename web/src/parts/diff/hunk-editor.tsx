/** The new side of a hunk as a text that can be changed, with the old side in sight. What is written holds at once. */
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { HunkChoice } from "../../../../src/desk/desk.js";
import type { Hunk } from "../../../../src/text/diff/hunks.js";
import { toRuns } from "../../text/runs.js";
import { Button } from "../button.js";
import { Shown } from "../shown.js";
import { VirtualList } from "../virtual-list.js";
import { choiceOf, sideOf, textOf } from "./hunk-edits.js";
import type { DiffLayout } from "./rows.js";

interface HunkEditorProps {
  readonly hunk: Hunk;
  readonly index: number;
  readonly choice: HunkChoice;
  readonly layout: DiffLayout;
  readonly onChoose: (choice: HunkChoice) => void;
  readonly onClose: () => void;
}

const LINE = 20;
const MAX_LINES = 24;
const MAX_LINES_ABOVE = 8;
const HEADING = 20;
/** Headings, the room around the texts, and the buttons. */
const AROUND = 98;

/** How tall the editor is, which the list of rows has to know beforehand. */
export function editorHeight(hunk: Hunk, choice: HunkChoice, layout: DiffLayout): number {
  const newLines = choice.use === "edited" ? choice.lines.length : hunk.newLines;
  const text = clampLines(newLines + 1, MAX_LINES);
  if (layout === "split") return Math.max(text, clampLines(hunk.oldLines, MAX_LINES)) * LINE + AROUND;
  return text * LINE + heightAbove(hunk) + AROUND + 26;
}

/** Of the old side, where it stands above the new one. */
function heightAbove(hunk: Hunk): number {
  return clampLines(hunk.oldLines, MAX_LINES_ABOVE) * LINE + 10;
}

function clampLines(lines: number, most: number): number {
  return Math.max(2, Math.min(lines, most));
}

export function HunkEditor({ hunk, index, choice, layout, onChoose, onClose }: HunkEditorProps): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null);
  // At once: the next key that is pressed is meant for the field.
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(0, 0);
  }, []);
  const text = textOf(hunk, choice);
  const old = sideOf(hunk, "old");
  const unseen = countUnseen(text);
  return (
    <div class={`hunk-editor hunk-editor-${layout}`} role="cell">
      <div
        class="hunk-editor-side"
        style={layout === "split" ? {} : { height: `${heightAbove(hunk) + HEADING}px` }}
      >
        <h4>Before</h4>
        <VirtualList
          count={old.length}
          rowHeight={LINE}
          label={`Hunk ${index + 1} before the change`}
          class="hunk-editor-old"
          renderRow={(at) => <Shown text={old[at] ?? ""} />}
        />
      </div>
      <div class="hunk-editor-side">
        <label for={`hunk-text-${index}`}>After, with your changes</label>
        <textarea
          ref={field}
          id={`hunk-text-${index}`}
          wrap="off"
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={(event) => onChoose(choiceOf(hunk, event.currentTarget.value))}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            onClose();
          }}
        />
      </div>
      <div class="hunk-editor-bar">
        <Button kind="main" onClick={onClose}>
          Done
        </Button>
        <Button
          disabled={choice.use !== "edited"}
          onClick={() => {
            onChoose({ use: "new" });
            onClose();
          }}
        >
          Discard my changes
        </Button>
        <span class="quiet">
          {unseen === 0
            ? "Line endings stay as the file has them."
            : `The text holds ${unseen} character${unseen === 1 ? "" : "s"} that can't be seen here.`}
        </span>
      </div>
    </div>
  );
}

/** Line by line: an end of a line is no character that anyone looks for. */
function countUnseen(text: string): number {
  return toRuns(text.replaceAll("\n", " ")).filter((run) => run.isUnseen).length;
}
