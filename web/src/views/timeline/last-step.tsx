/** What was just restored, with a button that undoes it. */
import type { JSX } from "preact";
import type { RestoreResult } from "../../../../src/history-restore.js";
import { Button } from "../../parts/button.js";
import { PathLabel } from "../../parts/path-label.js";
import { formatCount } from "../../parts/quantities.js";
import { Shown } from "../../parts/shown.js";
import { describeDone, findWayBack, isInTheWay, type RestoreGoal, summarise } from "./restore-review.js";

export interface StepDone {
  readonly goal: RestoreGoal;
  readonly result: RestoreResult;
}

interface LastStepProps {
  readonly step: StepDone;
  readonly onRestore: (goal: RestoreGoal) => void;
  readonly onDismiss: () => void;
}

/** A thousand files would be no longer a message. */
const MAX_FILES = 50;

export function LastStep({ step, onRestore, onDismiss }: LastStepProps): JSX.Element {
  const { goal, result } = step;
  const wayBack = findWayBack(goal, result);
  const isPartial = result.files.some(isInTheWay);
  const files = result.files.slice(0, MAX_FILES);
  const more = result.files.length - files.length;
  return (
    <div class={`timeline-step${isPartial ? " timeline-step-partly" : ""}`}>
      <div class="timeline-step-line">
        <p role="status">{summarise(goal, result)}</p>
        {wayBack !== undefined && (
          <Button onClick={() => onRestore(wayBack)}>{wayBack.kind === "redo" ? "Redo…" : "Undo…"}</Button>
        )}
        <Button onClick={onDismiss}>Dismiss</Button>
      </div>
      <details open={isPartial}>
        <summary>Files</summary>
        <ul>
          {files.map((file) => (
            <li key={`${file.path}\n${file.changes.join()}`}>
              <PathLabel path={file.path} /> <span>{describeDone(file)}</span>
              {isInTheWay(file) && file.reason !== undefined && (
                <span class="quiet">
                  {" "}
                  (<Shown text={file.reason} />)
                </span>
              )}
            </li>
          ))}
          {more > 0 && <li class="quiet">{`and ${formatCount(more)} more`}</li>}
        </ul>
      </details>
    </div>
  );
}
