/** Every change that tools have made, and how to take it back. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { ActivityEvent, TimelineData } from "../../../../src/console/contract.js";
import { getJson } from "../../api/request.js";
import { EmptyState } from "../../parts/empty-state.js";
import { FailureNote } from "../../parts/failure-note.js";
import { Loading } from "../../parts/loading.js";
import { plural } from "../../parts/quantities.js";
import { Shown } from "../../parts/shown.js";
import { engines } from "../../state/live.js";
import { usePacedResource } from "../../state/paced-resource.js";
import { goTo, route } from "../../state/route.js";
import { createSessionNames } from "../../state/session-names.js";
import { useValue } from "../../state/signal.js";
import { ChangeDetail } from "./change-detail.js";
import { ChosenBar } from "./chosen-bar.js";
import { LastStep, type StepDone } from "./last-step.js";
import { MarkDialog } from "./mark-dialog.js";
import { describeMoment } from "./moment.js";
import { RestoreDialog } from "./restore-dialog.js";
import type { RestoreGoal } from "./restore-review.js";
import { createTimelineIndex } from "./timeline-index.js";
import { TimelineList } from "./timeline-list.js";
import { createTimelineRows } from "./timeline-rows.js";
import { type TimelineChoices, TimelineTools } from "./timeline-tools.js";
import "./timeline.css";

const NOTHING: TimelineData = { changes: [], checkpoints: [], left: 0, elsewhere: 0 };

export function TimelineView(): JSX.Element {
  const [choices, setChoices] = useState<TimelineChoices>({
    text: "",
    grouping: "time",
    onlyStanding: false,
    isEverywhere: false,
  });
  const { isEverywhere } = choices;
  const { data, failure, reload } = usePacedResource(
    (signal) => getJson<TimelineData>(`/api/timeline${isEverywhere ? "?scope=all" : ""}`, signal),
    [isEverywhere],
    isChange,
  );
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [goal, setGoal] = useState<RestoreGoal | undefined>(undefined);
  const [isMarking, setMarking] = useState(false);
  const [step, setStep] = useState<StepDone | undefined>(undefined);
  const known = data ?? NOTHING;
  const openId = useValue(route).rest[0];
  const present = useValue(engines);
  const nameOfSession = useMemo(() => createSessionNames(present, known.changes), [present, known]);
  const index = useMemo(() => createTimelineIndex(known.changes), [known]);
  const listed = useMemo(
    () => createTimelineRows(known, { ...choices, closed, nameOfSession }),
    [known, choices, closed, nameOfSession],
  );
  const areAllClosed = listed.groups.length > 0 && listed.groups.every((key) => closed.has(key));
  const open = (id: string): void => goTo("timeline", id);

  return (
    <div class={`view timeline${openId === undefined ? "" : " timeline-is-open"}`}>
      <TimelineTools
        choices={choices}
        onChange={setChoices}
        areAllClosed={areAllClosed}
        onCloseAll={() => setClosed(new Set(areAllClosed ? [] : listed.groups))}
        onMark={() => setMarking(true)}
      />
      {failure !== undefined && <FailureNote failure={failure} onRetry={reload} />}
      {step !== undefined && (
        <LastStep step={step} onRestore={setGoal} onDismiss={() => setStep(undefined)} />
      )}
      {data === undefined && failure === undefined && <Loading />}
      {data !== undefined && isEmpty(data) && openId === undefined ? (
        <NothingYet data={data} />
      ) : (
        data !== undefined && (
          <div class="timeline-panes">
            <div class="timeline-pane">
              {listed.rows.length === 0 ? (
                <EmptyState title="Nothing matches">Nothing in the timeline has these words.</EmptyState>
              ) : (
                <TimelineList
                  listed={listed}
                  grouping={choices.grouping}
                  place={JSON.stringify(choices)}
                  nameOfSession={nameOfSession}
                  openId={openId}
                  chosen={chosen}
                  onOpen={open}
                  onChoose={setChosen}
                  onToggleGroup={(key) => setClosed(toggle(closed, key))}
                  onRewind={({ id }) => setGoal({ kind: "rewind", to: id, scope: "roots" })}
                />
              )}
              {data.left > 0 && <p class="quiet">{`${plural(data.left, "older change")} not listed.`}</p>}
              <Elsewhere data={data} />
              <ChosenBar
                chosen={chosen}
                index={index}
                onRestore={setGoal}
                onClear={() => setChosen(new Set())}
              />
            </div>
            {openId === undefined ? (
              <p class="timeline-hint quiet">Choose a change to see what it did, and to take it back.</p>
            ) : (
              <ChangeDetail
                id={openId}
                index={index}
                nameOfSession={nameOfSession}
                onOpen={open}
                onRestore={setGoal}
                onClose={() => goTo("timeline")}
              />
            )}
          </div>
        )
      )}
      {goal !== undefined && (
        <RestoreDialog
          goal={goal}
          {...describeMoment(goal, known, nameOfSession)}
          onClose={() => setGoal(undefined)}
          onDone={(done, result) => {
            setGoal(undefined);
            setChosen(new Set());
            setStep({ goal: done, result });
            reload();
          }}
        />
      )}
      {isMarking && <MarkDialog onMarked={reload} onClose={() => setMarking(false)} />}
    </div>
  );
}

function isChange({ event }: ActivityEvent): boolean {
  return event.type === "file-changed" || event.type === "undo";
}

function isEmpty({ changes, checkpoints, unavailable }: TimelineData): boolean {
  return unavailable !== undefined || changes.length + checkpoints.length === 0;
}

function Elsewhere({ data: { elsewhere } }: { readonly data: TimelineData }): JSX.Element | null {
  if (elsewhere === 0) return null;
  return <p class="quiet">{`${plural(elsewhere, "change")} in other projects not listed.`}</p>;
}

function NothingYet({ data }: { readonly data: TimelineData }): JSX.Element {
  const { unavailable } = data;
  if (unavailable !== undefined) {
    return (
      <EmptyState title="There is no timeline">
        <p>
          <Shown text={unavailable} />
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing has been changed yet">
      <p>
        Every file that an agent creates, changes or deletes through Filewright will be listed here, with its
        diff and a way to take it back.
      </p>
      <p>A checkpoint is a moment that you can rewind to later.</p>
      <Elsewhere data={data} />
    </EmptyState>
  );
}

function toggle(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
