/** The three kinds of rows of the timeline. */
import type { JSX } from "preact";
import type { TimelineEntry } from "../../../../src/console/contract.js";
import type { CheckpointRecord } from "../../../../src/history/records.js";
import { visible } from "../../../../src/text/visible.js";
import { Button } from "../../parts/button.js";
import { Name } from "../../parts/names.js";
import { PathLabel } from "../../parts/path-label.js";
import { formatClock, formatCount, formatMoment, plural } from "../../parts/quantities.js";
import { Shown } from "../../parts/shown.js";
import { now } from "../../state/now.js";
import { useValue } from "../../state/signal.js";
import { baseName } from "../../text/path-parts.js";
import { canRedo, canUndo } from "./timeline-index.js";
import { type Grouping, type GroupRow, nameDay } from "./timeline-rows.js";
import {
  describePermission,
  describeReach,
  kindWords,
  nameDoing,
  nameMakers,
  nameTool,
  stateMeanings,
  stateWords,
} from "./timeline-words.js";
import "./timeline-row.css";

interface EntryLineProps {
  readonly entry: TimelineEntry;
  readonly grouping: Grouping;
  readonly maker: string;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly tabIndex: number;
  readonly onOpen: (event: MouseEvent) => void;
  readonly onChoose: (event: MouseEvent) => void;
  /** Wherever in the row the focus is, Enter opens it. */
  readonly onEnter: () => void;
}

export function EntryLine(props: EntryLineProps): JSX.Element {
  const { entry, grouping, maker, isOpen, isChosen, tabIndex, onOpen, onChoose, onEnter } = props;
  const { at, path, kind, state, undoes, decision } = entry;
  const isActionable = canUndo(entry) || canRedo(entry);
  const spoken = `${nameDoing(entry)} ${visible(baseName(path))}, ${formatClock(at)}`;
  return (
    <div class={`timeline-entry timeline-entry-${state}${isOpen ? " timeline-entry-open" : ""}`}>
      <input
        type="checkbox"
        aria-label={`Choose: ${spoken}`}
        title={isActionable ? undefined : stateMeanings[state]}
        checked={isChosen}
        disabled={!isActionable}
        tabIndex={tabIndex}
        onClick={onChoose}
        onKeyDown={({ key }) => {
          if (key === "Enter") onEnter();
        }}
      />
      <button type="button" class="timeline-open" aria-current={isOpen} tabIndex={tabIndex} onClick={onOpen}>
        <span class="timeline-what">
          <span class="timeline-tool">
            <Shown text={nameTool(entry)} />
          </span>
          <span class={`timeline-kind-${kind}`}>{kindWords[kind]}</span>
          {grouping !== "file" && <PathLabel path={path} />}
        </span>
        <span class="timeline-facts">
          <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
            {grouping === "time" ? formatClock(at) : formatMoment(at)}
          </time>
          <span class={`timeline-state timeline-state-${state}`}>{stateWords[state]}</span>
          {grouping !== "session" && <Name class="timeline-who" text={maker} />}
          {undoes !== undefined && (
            <span>{`${describeReach(entry)} ${plural(undoes.length, "change")}`}</span>
          )}
          {decision !== undefined && undoes === undefined && (
            <span>{`permitted ${describePermission(entry)}`}</span>
          )}
        </span>
      </button>
    </div>
  );
}

interface GroupLineProps {
  readonly row: GroupRow;
  readonly grouping: Grouping;
  readonly nameOfSession: (id: string) => string;
  readonly chosen: ReadonlySet<string>;
  readonly tabIndex: number;
  readonly onToggle: () => void;
  readonly onChooseAll: (ids: readonly string[]) => void;
}

export function GroupLine(props: GroupLineProps): JSX.Element {
  const { row, grouping, nameOfSession, chosen, tabIndex, onToggle, onChooseAll } = props;
  const ids = row.entries.filter(canUndo).map(({ id }) => id);
  const count = ids.filter((id) => chosen.has(id)).length;
  const name = nameGroup(row, grouping, { time: useValue(now), nameOfSession });
  return (
    <div class="timeline-group">
      <input
        type="checkbox"
        aria-label={`Choose all changes that can be undone of ${name}`}
        checked={count > 0 && count === ids.length}
        ref={(box) => {
          if (box !== null) box.indeterminate = count > 0 && count < ids.length;
        }}
        disabled={ids.length === 0}
        tabIndex={tabIndex}
        onClick={() => onChooseAll(ids)}
      />
      <button
        type="button"
        class="timeline-open"
        aria-expanded={row.isOpen}
        tabIndex={tabIndex}
        onClick={onToggle}
      >
        <span class="timeline-turn" aria-hidden="true">
          {row.isOpen ? "▾" : "▸"}
        </span>
        <bdi class="timeline-group-name">
          {grouping === "file" ? <PathLabel path={row.title} /> : <Shown text={name} />}
        </bdi>
        <span class="quiet">
          {row.entries.length === 0 ? "no changes" : plural(row.entries.length, "change")}
          {ids.length < row.entries.length && `, ${formatCount(ids.length)} can be undone`}
        </span>
      </button>
    </div>
  );
}

function nameGroup(
  { title, entries }: GroupRow,
  grouping: Grouping,
  { time, nameOfSession }: { readonly time: number; readonly nameOfSession: (id: string) => string },
): string {
  if (grouping === "time") return nameDay(Number(title), time);
  return grouping === "session" ? nameMakers(title, entries, nameOfSession) : visible(title);
}

interface CheckpointLineProps {
  readonly checkpoint: CheckpointRecord;
  readonly tabIndex: number;
  readonly onRewind: () => void;
}

export function CheckpointLine({ checkpoint, tabIndex, onRewind }: CheckpointLineProps): JSX.Element {
  const { at, label } = checkpoint;
  const name = label === "" ? "without a name" : visible(label);
  return (
    <div class="timeline-checkpoint">
      <span class="timeline-flag" aria-hidden="true">
        ⚑
      </span>
      <span class="timeline-checkpoint-name" title={name}>
        <span class="quiet">Checkpoint </span>
        <bdi>{label === "" ? name : <Shown text={label} />}</bdi>
      </span>
      <time class="quiet" dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
        {formatClock(at)}
      </time>
      <Button
        class="timeline-open"
        tabIndex={tabIndex}
        aria-label={`Rewind to here… Checkpoint ${name}`}
        onClick={onRewind}
      >
        Rewind to here…
      </Button>
    </div>
  );
}
