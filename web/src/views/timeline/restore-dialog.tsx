/**
 * Shows what a restore will do before it is done. If that is something else by the time of the click, it is shown again instead.
 */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { RestoreResult } from "../../../../src/history-restore.js";
import { postJson } from "../../api/request.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { FailureNote } from "../../parts/failure-note.js";
import { Loading } from "../../parts/loading.js";
import { plural } from "../../parts/quantities.js";
import { useResource } from "../../parts/resource.js";
import { ConflictChoices } from "./conflict-choices.js";
import { RestoreFiles } from "./restore-files.js";
import {
  askForPlan,
  askToDo,
  type Decisions,
  isChanged,
  isSamePlan,
  nameDeed,
  type RestoreGoal,
  reviewPlan,
  undecided,
  verbs,
} from "./restore-review.js";
import { ScopeChoice } from "./scope-choice.js";
import "./restore.css";

interface RestoreDialogProps {
  readonly goal: RestoreGoal;
  /** What is rewound to, in words. */
  readonly moment: string;
  /** Whose changes "this session" means; undefined where that session has changed nothing. */
  readonly session: string | undefined;
  readonly onDone: (goal: RestoreGoal, result: RestoreResult) => void;
  readonly onClose: () => void;
}

export function RestoreDialog(props: RestoreDialogProps): JSX.Element {
  const { moment, session, onDone, onClose } = props;
  const [goal, setGoal] = useState(props.goal);
  const [decisions, setDecisions] = useState<Decisions>(undecided);
  const [note, setNote] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>(undefined);
  const { data: plan, failure, isLoading, reload } = useResource(() => askServer(askForPlan(goal)), [goal]);
  const review = plan && reviewPlan(plan, decisions);
  const isReady = review !== undefined && review.isDecided && review.changing.length > 0 && !isLoading;

  const lookAgain = (why: string): void => {
    setNote(why);
    setDecisions(undecided);
    reload();
  };
  const start = async (): Promise<void> => {
    if (plan === undefined || review === undefined) return;
    const now = await askServer(askForPlan(goal));
    if (!isSamePlan(plan, now)) {
      lookAgain("Nothing was done yet: what would happen has changed since it was shown. Look at it again.");
      return;
    }
    const result = await askServer(askToDo(goal, review, decisions));
    if (result.isDone || isChanged(result)) onDone(goal, result);
    else lookAgain("Nothing was done: a file could not be restored. Look at it again.");
  };
  const run = (): void => {
    setBusy(true);
    setFailed(undefined);
    start()
      .catch(setFailed)
      .finally(() => setBusy(false));
  };
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="main" disabled={!isReady || isBusy} onClick={run}>
        {review === undefined ? verbs[goal.kind] : nameDeed(goal, review)}
      </Button>
    </>
  );
  const title = goal.kind === "rewind" ? `Rewind to ${moment}` : verbs[goal.kind];
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      <div class="restore">
        {goal.kind === "rewind" && session !== undefined && (
          <ScopeChoice
            scope={goal.scope}
            session={session}
            onChange={(scope) => {
              setGoal({ ...goal, scope });
              setDecisions(undecided);
              setNote(undefined);
            }}
          />
        )}
        {note !== undefined && (
          <p class="restore-warning" role="alert">
            {note}
          </p>
        )}
        {failed !== undefined && <FailureNote failure={failed} />}
        {failure !== undefined && <FailureNote failure={failure} onRetry={reload} />}
        {plan === undefined && failure === undefined && <Loading what="Looking at what would happen" />}
        {plan !== undefined && review !== undefined && (
          <>
            <p>{describeExtent(goal, plan)}</p>
            <ConflictChoices review={review} decisions={decisions} onDecide={setDecisions} />
            {plan.files.length > 0 && <RestoreFiles files={plan.files} decisions={decisions} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

function askServer(request: ReturnType<typeof askForPlan>): Promise<RestoreResult> {
  return postJson<RestoreResult>("/api/restore", request);
}

const UNDOABLE = " You can undo it.";

function describeExtent(goal: RestoreGoal, { files, withheld = 0 }: RestoreResult): string {
  const left =
    withheld === 0
      ? ""
      : ` ${plural(withheld, "more file")} left alone: permission rules deny reading there.`;
  if (files.length === 0) {
    const nothing = goal.kind === "rewind" ? "Nothing was changed after it." : "There is nothing to do.";
    return nothing + left;
  }
  if (goal.kind === "restore") return `This puts the displaced version back.${UNDOABLE}`;
  const changes = files.reduce((sum, file) => sum + file.changes.length, 0);
  const whose = goal.kind === "rewind" && goal.scope === "roots" ? ", whoever made them" : "";
  return `This undoes ${plural(changes, goal.kind === "redo" ? "undo" : "change")} in ${plural(files.length, "file")}${whose}.${UNDOABLE}${left}`;
}
