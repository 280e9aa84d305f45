import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { VirtualList, type VirtualListHandle } from "../../parts/virtual-list.js";
import type { CallRow } from "../../state/call-row.js";
import { isNarrow } from "../../state/media.js";
import { useValue } from "../../state/signal.js";
import { CallLine } from "./call-line.js";

interface CallTableProps {
  readonly rows: readonly CallRow[];
  readonly nameOf: (row: CallRow) => string;
  readonly isGone: (row: CallRow) => boolean;
  readonly openKey: string | undefined;
  readonly isFollowing: boolean;
  readonly onOpen: (key: string) => void;
  readonly onFollow: (to: "on" | "off") => void;
}

const COLUMNS = ["Time", "Session", "Tool", "Path", "Result", "Duration", "Tokens"] as const;
const ROW_HEIGHT = 28;
/** On narrow screens a row has two lines. */
const NARROW_ROW_HEIGHT = 52;

export function CallTable(props: CallTableProps): JSX.Element {
  const { rows, nameOf, isGone, openKey, isFollowing, onOpen, onFollow } = props;
  const list = useRef<VirtualListHandle | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const [lastFocused, setLastFocused] = useState<string | undefined>(undefined);
  const rowHeight = useValue(isNarrow) ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  useEnd(list, { rows, isFollowing, rowHeight, onLeave: () => onFollow("off") });
  const isThere = lastFocused !== undefined && rows.some((row) => row.key === lastFocused);
  const currentKey = isThere ? lastFocused : rows.at(-1)?.key;

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const from = event.target instanceof HTMLElement ? event.target.dataset["call"] : undefined;
    const next =
      from === undefined || step === 0 ? undefined : rows[rows.findIndex(({ key }) => key === from) + step];
    if (next === undefined) return;
    event.preventDefault();
    // Rows next to those in sight are in the document too; the browser scrolls to what has the focus.
    buttonOf(place.current, next.key)?.focus();
  };
  return (
    <div
      ref={place}
      class="call-table"
      role="table"
      aria-label="Calls"
      aria-rowcount={rows.length + 1}
      onKeyDown={onKeyDown}
      onFocusIn={(event) => {
        if (event.target instanceof HTMLElement) setLastFocused(event.target.dataset["call"]);
      }}
    >
      <div role="rowgroup">
        <div class="call-line call-head" role="row" aria-rowindex={1}>
          {COLUMNS.map((name) => (
            <div key={name} class={`call-cell call-${name.toLowerCase()}`} role="columnheader">
              {name}
            </div>
          ))}
        </div>
      </div>
      <VirtualList
        key={rowHeight}
        count={rows.length}
        rowHeight={rowHeight}
        role="rowgroup"
        label="Calls, oldest first"
        keyOf={(index) => rows[index]?.key ?? index}
        handle={list}
        renderRow={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          const { key } = row;
          return (
            <CallLine
              row={row}
              session={nameOf(row)}
              isGone={isGone(row)}
              isOpen={key === openKey}
              isCurrent={key === currentKey}
              onOpen={onOpen}
            />
          );
        }}
      />
    </div>
  );
}

function buttonOf(place: HTMLElement | null, key: string): HTMLElement | undefined {
  const buttons = place?.querySelectorAll<HTMLElement>("[data-call]") ?? [];
  return [...buttons].find((button) => button.dataset["call"] === key);
}

/** So near to the end counts as being there. */
const END_TOLERANCE = 8;

interface Following {
  readonly rows: readonly CallRow[];
  readonly isFollowing: boolean;
  /** Another one when the list was made anew. */
  readonly rowHeight: number;
  readonly onLeave: () => void;
}

/** Stays at the end, and calls `onLeave` when a person scrolls up from there; what the list does by itself never does. */
function useEnd(
  list: { readonly current: VirtualListHandle | null },
  { rows, isFollowing, rowHeight, onLeave }: Following,
): void {
  useLayoutEffect(() => {
    const scroller = list.current?.element;
    if (isFollowing && scroller !== undefined) scroller.scrollTop = scroller.scrollHeight;
  }, [rows, isFollowing, rowHeight]);
  useEffect(() => {
    const scroller = list.current?.element;
    if (!isFollowing || scroller === undefined) return undefined;
    let top = scroller.scrollTop;
    const onScroll = (): void => {
      const rest = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
      if (scroller.scrollTop < top && rest > END_TOLERANCE) onLeave();
      top = scroller.scrollTop;
    };
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => scroller.removeEventListener("scroll", onScroll);
  }, [isFollowing, rowHeight]);
}
