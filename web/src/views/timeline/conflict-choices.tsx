/** What is in the way of a restore, and what can be decided about it. */
import type { JSX } from "preact";
import { Check, Radios } from "../../parts/choices.js";
import { plural } from "../../parts/quantities.js";
import type { Decisions, Review } from "./restore-review.js";

interface ConflictChoicesProps {
  readonly review: Review;
  readonly decisions: Decisions;
  readonly onDecide: (decisions: Decisions) => void;
}

export function ConflictChoices({ review, decisions, onDecide }: ConflictChoicesProps): JSX.Element | null {
  const { mergeable, blocked, isDecided } = review;
  if (mergeable.length + blocked.length === 0) return null;
  return (
    <div class="restore-choices">
      <p class="restore-warning">
        {`${plural(mergeable.length + blocked.length, "file")} in the way. `}
        {isDecided ? "You have decided what becomes of it." : "Decide what becomes of it, or cancel."}
      </p>
      {mergeable.length > 0 && (
        <Radios
          legend={`${plural(mergeable.length, "file")} changed since, in other lines`}
          value={decisions.mergeable === "undecided" ? undefined : decisions.mergeable}
          options={[
            { value: "merge", words: "Merge: what was done since stays, the rest is undone" },
            { value: "skip", words: leaveOut(mergeable) },
          ]}
          onChange={(decision) => onDecide({ ...decisions, mergeable: decision })}
        />
      )}
      {blocked.length > 0 && (
        <fieldset class="choices">
          <legend>{`${plural(blocked.length, "file")} that can't be restored`}</legend>
          <Check
            isChecked={decisions.blocked === "skip"}
            onChange={(isSkipped) => onDecide({ ...decisions, blocked: isSkipped ? "skip" : "undecided" })}
          >
            {leaveOut(blocked)}
          </Check>
        </fieldset>
      )}
    </div>
  );
}

function leaveOut(files: readonly unknown[]): string {
  return `Leave out: ${files.length === 1 ? "it stays as it is" : "they stay as they are"}`;
}
