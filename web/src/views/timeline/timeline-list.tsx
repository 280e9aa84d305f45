/** All that happened, as one list of any length. It stays where it is when it is loaded anew. */
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CheckpointRecord } from "../../../../src/history/records.js";
import { createRowOffsets } from "../../parts/row-offsets.js";
import { VirtualList, type VirtualListHandle } from "../../parts/virtual-list.js";
import { toggleAll, toggleChosen } from "./choice.js";
import { findKeptPlace, type PlacedRows } from "./keep-place.js";
import { canRedo, canUndo } from "./timeline-index.js";
import { CheckpointLine, EntryLine, GroupLine } from "./timeline-row.js";
import type { Grouping, TimelineRow, TimelineRows } from "./timeline-rows.js";
import { nameMaker } from "./timeline-words.js";

interface TimelineListProps {
  readonly listed: TimelineRows;
  readonly grouping: Grouping;
  /** Another one shows the list from its beginning. */
  readonly place: string;
  readonly nameOfSession: (id: string) => string;
  readonly openId: string | undefined;
  readonly chosen: ReadonlySet<string>;
  readonly onOpen: (id: string) => void;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly onToggleGroup: (key: string) => void;
  readonly onRewind: (checkpoint: CheckpointRecord) => void;
}

const HEIGHTS: Readonly<Record<TimelineRow["kind"], number>> = { group: 34, entry: 48, checkpoint: 38 };

export function TimelineList(props: TimelineListProps): JSX.Element {
  const { listed, grouping, nameOfSession, openId, chosen, onChoose } = props;
  const { rows } = listed;
  const handle = useRef<VirtualListHandle>(null);
  const lastChosen = useRef<string | undefined>(undefined);
  const heightOf = useMemo(() => (index: number) => HEIGHTS[rows[index]?.kind ?? "entry"], [rows]);
  useKeptPlace(handle, rows, heightOf, props.place);
  useOpenInSight(handle, rows, heightOf, openId);
  useFocusBack(handle, rows, openId);
  const [focused, setFocused] = useState<string | undefined>(undefined);
  const reachable = useMemo(() => findReachable(rows, [focused, openId]), [rows, focused, openId]);

  const choose = (id: string, { shiftKey }: MouseEvent): void => {
    const order = listed.entries.filter((entry) => canUndo(entry) || canRedo(entry));
    const from = shiftKey ? lastChosen.current : undefined;
    lastChosen.current = id;
    onChoose(from === undefined ? toggleChosen(chosen, id) : toggleChosen(chosen, id, { from, order }));
  };
  const renderRow = (index: number): JSX.Element | null => {
    const row = rows[index];
    const tabIndex = row?.key === reachable ? 0 : -1;
    switch (row?.kind) {
      case "entry":
        return (
          <EntryLine
            entry={row.entry}
            grouping={grouping}
            maker={nameMaker(row.entry, nameOfSession)}
            isOpen={row.key === openId}
            isChosen={chosen.has(row.key)}
            tabIndex={tabIndex}
            onOpen={(event) => (event.shiftKey ? choose(row.key, event) : props.onOpen(row.key))}
            onChoose={(event) => choose(row.key, event)}
            onEnter={() => props.onOpen(row.key)}
          />
        );
      case "group":
        return (
          <GroupLine
            row={row}
            grouping={grouping}
            nameOfSession={nameOfSession}
            chosen={chosen}
            tabIndex={tabIndex}
            onToggle={() => props.onToggleGroup(row.key)}
            onChooseAll={(ids) => onChoose(toggleAll(chosen, ids))}
          />
        );
      case "checkpoint":
        return (
          <CheckpointLine
            checkpoint={row.checkpoint}
            tabIndex={tabIndex}
            onRewind={() => props.onRewind(row.checkpoint)}
          />
        );
      default:
        return null;
    }
  };
  return (
    <div
      class="timeline-list"
      onFocusIn={({ target }) => setFocused(rows[rowOf(target)]?.key)}
      onKeyDown={(event) => moveByArrow(event, rows.length, handle.current?.firstRow() ?? 0)}
    >
      <VirtualList
        count={rows.length}
        rowHeight={heightOf}
        renderRow={renderRow}
        label="Changes, newest first"
        keyOf={(index) => rows[index]?.key ?? index}
        handle={handle}
      />
    </div>
  );
}

interface HandleRef {
  readonly current: VirtualListHandle | null;
}

function useKeptPlace(
  handle: HandleRef,
  rows: readonly TimelineRow[],
  heightOf: (index: number) => number,
  place: string,
): void {
  const placed = useMemo<PlacedRows>(
    () => ({ keys: rows.map(({ key }) => key), offsets: createRowOffsets(rows.length, heightOf) }),
    [rows, heightOf],
  );
  const last = useRef({ placed, place });
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { placed, place };
    const element = handle.current?.element;
    if (element === undefined || before.placed === placed) return;
    if (before.place !== place) element.scrollTop = 0;
    else element.scrollTop = findKeptPlace(before.placed, placed, element.scrollTop) ?? element.scrollTop;
  }, [handle, placed, place]);
}

/** What an address or a link leads to is brought into sight, once. */
function useOpenInSight(
  handle: HandleRef,
  rows: readonly TimelineRow[],
  heightOf: (index: number) => number,
  openId: string | undefined,
): void {
  const shown = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (shown.current === openId) return;
    const element = handle.current?.element;
    const index = rows.findIndex(({ key }) => key === openId);
    if (element === undefined || index === -1) return;
    shown.current = openId;
    const top = createRowOffsets(rows.length, heightOf).offsetOf(index);
    const isInSight =
      top >= element.scrollTop && top + HEIGHTS.entry <= element.scrollTop + element.clientHeight;
    if (!isInSight) element.scrollTop = top - element.clientHeight / 3;
  }, [handle, rows, heightOf, openId]);
}

/** Whoever closes a change that had taken the place of the list comes back to its row. */
function useFocusBack(handle: HandleRef, rows: readonly TimelineRow[], openId: string | undefined): void {
  const last = useRef(openId);
  useEffect(() => {
    const closed = last.current;
    last.current = openId;
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (closed === undefined || openId !== undefined || !isLost) return;
    focusRow(
      handle.current?.element,
      rows.findIndex(({ key }) => key === closed),
    );
  }, [handle, rows, openId]);
}

function focusRow(list: HTMLElement | undefined, index: number): boolean {
  const open = list?.querySelector<HTMLElement>(`[data-row="${index}"] .timeline-open`);
  open?.focus();
  return open !== null && open !== undefined;
}

/**
 * The one row that Tab stops at: the last that had the focus, else the open one, else the newest. From there arrows lead to
 * the others; with ten thousand stops nobody would ever come to what is behind the list.
 */
function findReachable(
  rows: readonly TimelineRow[],
  wanted: readonly (string | undefined)[],
): string | undefined {
  const keys = new Set(rows.map(({ key }) => key));
  const found = wanted.find((key) => key !== undefined && keys.has(key));
  return found ?? (rows.find(({ kind }) => kind === "entry") ?? rows[0])?.key;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** From row to row; rows around those in sight are there already, so that the next one always can be focused. */
function moveByArrow(event: KeyboardEvent, count: number, firstInSight: number): void {
  const step = STEPS[event.key];
  if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  const list = event.currentTarget as HTMLElement;
  const row = rowOf(event.target);
  const next = row === -1 ? firstInSight : Math.max(0, Math.min(count - 1, row + step));
  if (focusRow(list, next)) event.preventDefault();
}

/** The row that something is in; -1 for the list itself. */
function rowOf(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  return row === null ? -1 : Number(row.dataset["row"]);
}
