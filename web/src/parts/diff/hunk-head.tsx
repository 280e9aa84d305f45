/** What stands above the lines of a hunk: where it is, and what can be done with it. */
import type { JSX } from "preact";
import type { HunkChoice } from "../../../../src/desk/desk.js";
import type { Hunk } from "../../../../src/text/diff/hunks.js";
import { Button } from "../button.js";
import { ChangeSize } from "../change-size.js";
import { findEditHindrance } from "./hunk-edits.js";

/** For a diff of which parts can be taken. */
export interface HunkChoosing {
  /** One for each hunk. */
  readonly choices: readonly HunkChoice[];
  /** Leaves the hunk out, or takes it again as it was. */
  readonly onToggle: (hunk: number) => void;
  readonly onEdit: (hunk: number, choice: HunkChoice) => void;
}

interface HunkHeadProps {
  readonly hunks: readonly Hunk[];
  readonly index: number;
  readonly choosing: HunkChoosing | undefined;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
}

export function HunkHead({ hunks, index, choosing, isEditing, onEdit }: HunkHeadProps): JSX.Element | null {
  const hunk = hunks[index];
  if (hunk === undefined) return null;
  const choice = choosing?.choices[index];
  return (
    <div
      class="diff-head"
      role="cell"
      tabIndex={-1}
      data-hunk={index}
      data-focus={choosing === undefined ? "" : undefined}
    >
      <h3 class="diff-head-title" id={`hunk-${index}`}>
        <span
          class={choosing === undefined ? "" : "diff-head-count"}
        >{`Hunk ${index + 1} of ${hunks.length}`}</span>
        <span class="diff-range">{renderRange(hunk)}</span>
      </h3>
      <ChangeSize added={countLines(hunk, "+")} removed={countLines(hunk, "-")} />
      {choice?.use === "edited" ? <span class="diff-badge">Changed by you</span> : null}
      {choice?.use === "old" ? <span class="diff-badge diff-badge-out">Left out</span> : null}
      {choosing === undefined || choice === undefined ? null : (
        <HunkTools index={index} hunk={hunk} choice={choice} {...{ choosing, isEditing, onEdit }} />
      )}
    </div>
  );
}

interface HunkToolsProps {
  readonly index: number;
  readonly hunk: Hunk;
  readonly choice: HunkChoice;
  readonly choosing: HunkChoosing;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
}

function HunkTools({ index, hunk, choice, choosing, isEditing, onEdit }: HunkToolsProps): JSX.Element {
  const hindrance = findEditHindrance(hunk);
  return (
    <span class="diff-tools">
      <label class="diff-accept">
        <input
          type="checkbox"
          data-focus=""
          aria-describedby={`hunk-${index}`}
          checked={choice.use !== "old"}
          onChange={() => choosing.onToggle(index)}
          disabled={isEditing}
        />
        Accept this hunk
      </label>
      <Button
        class="diff-edit"
        disabled={isEditing || hindrance !== undefined}
        title={hindrance}
        aria-label={`Edit hunk ${index + 1}`}
        onClick={onEdit}
      >
        Edit
      </Button>
    </span>
  );
}

function renderRange(hunk: Hunk): string {
  return `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
}

function countLines({ lines }: Hunk, sign: string): number {
  return lines.filter((line) => line.startsWith(sign)).length;
}
