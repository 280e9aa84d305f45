/** What can be done with all chosen entries together. Below the list, so that nothing moves while one chooses. */
import type { JSX } from "preact";
import { Button } from "../../parts/button.js";
import { plural } from "../../parts/quantities.js";
import type { RestoreGoal } from "./restore-review.js";
import { canRedo, canUndo, type TimelineIndex } from "./timeline-index.js";

interface ChosenBarProps {
  readonly chosen: ReadonlySet<string>;
  readonly index: TimelineIndex;
  readonly onRestore: (goal: RestoreGoal) => void;
  readonly onClear: () => void;
}

export function ChosenBar({ chosen, index, onRestore, onClear }: ChosenBarProps): JSX.Element | null {
  if (chosen.size === 0) return null;
  const entries = [...chosen].flatMap((id) => index.byId.get(id) ?? []);
  const undoable = entries.filter(canUndo).map(({ id }) => id);
  const redoable = entries.filter(canRedo).map(({ id }) => id);
  return (
    <div class="timeline-chosen" role="group" aria-label="Chosen changes">
      <span role="status">{`${plural(chosen.size, "entry", "entries")} chosen`}</span>
      {undoable.length > 0 && (
        <Button kind="main" onClick={() => onRestore({ kind: "undo", changes: undoable })}>
          {`Undo ${plural(undoable.length, "change")}…`}
        </Button>
      )}
      {redoable.length > 0 && (
        <Button onClick={() => onRestore({ kind: "redo", changes: redoable })}>
          {`Redo ${plural(redoable.length, "change")}…`}
        </Button>
      )}
      {undoable.length + redoable.length === 0 && <span class="quiet">None of them is still applied.</span>}
      <Button onClick={onClear}>Clear</Button>
    </div>
  );
}
