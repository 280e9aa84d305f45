/**
 * A list of any length of which only what is in sight is in the document. Rows have heights that are known beforehand. A
 * row that has the focus stays, however far it is scrolled away, so that typing goes on where it was.
 */
import type { ComponentChildren, JSX } from "preact";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { createRowOffsets, findRowsInSight, type RowOffsets, type RowRange } from "./row-offsets.js";
import { useReach } from "./use-reach.js";
import "./virtual-list.css";

export interface VirtualListHandle {
  /** Brings the row to the top, or as near as the end of the list allows. */
  scrollToRow(index: number): void;
  /** Scrolls no further than it takes to bring these rows into sight, the first of them in any case. */
  reveal(from: number, to: number): void;
  /** Brings the row to the top, and moves the focus to what the selector finds in the row. */
  focusRow(index: number, selector: string): void;
  /** The row at the top, counted from 0. */
  firstRow(): number;
  isInSight(index: number): boolean;
  /** The element that scrolls. */
  readonly element: HTMLElement;
}

export interface VirtualListProps {
  readonly count: number;
  /** In pixels. A function must be the same one while the heights are the same. */
  readonly rowHeight: number | ((index: number) => number);
  readonly renderRow: (index: number) => ComponentChildren;
  readonly label: string;
  /** What it is to a screen reader; of a table, `renderRow` answers the cells of a row. */
  readonly role?: "list" | "table" | "rowgroup";
  readonly keyOf?: (index: number) => string | number;
  /** As tall as its rows where there is room, instead of as tall as its place. */
  readonly fit?: boolean;
  /** How wide the rows' content is, as a CSS length; how far it is scrolled is told to CSS as `--shift`. */
  readonly contentWidth?: string;
  /** Finds what may be wider than that, and than the cell around it. */
  readonly wideContent?: string;
  readonly class?: string;
  readonly handle?: { current: VirtualListHandle | null };
}

const SPARE_ROWS = 8;
const ITEM_ROLES = { list: "listitem", table: "row", rowgroup: "row" } as const;

export function VirtualList(props: VirtualListProps): JSX.Element {
  const { count, rowHeight, renderRow, label, role = "list", keyOf, fit = false, contentWidth } = props;
  const element = useRef<HTMLDivElement>(null);
  const offsets = useMemo(() => createRowOffsets(count, rowHeight), [count, rowHeight]);
  const { range, size, onScroll, lookAgain } = useRowsInSight(element, offsets, count);
  const [focused, setFocused] = useState(-1);
  const reach = useReach(element, props.wideContent);
  useHandle(element, { offsets, lookAgain }, props.handle);

  const isFarFocus = focused >= 0 && focused < count && (focused < range.from || focused >= range.to);
  const indexes = Array.from({ length: Math.max(0, range.to - range.from) }, (_, at) => range.from + at);
  const counts = role === "table" ? { "aria-rowcount": count } : {};
  return (
    // A place that scrolls has to be reachable by keyboard.
    <div
      ref={element}
      class={`virtual-list ${props.class ?? ""}`}
      style={fit ? { height: `${offsets.total + size.bar}px` } : {}}
      data-fit={fit ? "" : undefined}
      role={role}
      aria-label={label}
      tabIndex={0}
      onScroll={onScroll}
      onFocusIn={(event) => setFocused(rowOf(event.target))}
      onFocusOut={() => setFocused(-1)}
      {...counts}
    >
      <div
        class="virtual-list-space"
        style={{
          height: `${offsets.total}px`,
          ...(contentWidth === undefined ? {} : { width: `max(${contentWidth}, 100% + ${reach}px)` }),
        }}
      >
        <div class="virtual-list-rows" style={size.width === 0 ? {} : { width: `${size.width}px` }}>
          {(isFarFocus ? [...indexes, focused] : indexes).map((index) => (
            <div
              key={keyOf?.(index) ?? index}
              class="virtual-list-row"
              role={ITEM_ROLES[role]}
              data-row={index}
              style={`top:${offsets.offsetOf(index)}px;height:${heightOf(offsets, index)}px`}
              {...(role === "list"
                ? { "aria-setsize": count, "aria-posinset": index + 1 }
                : { "aria-rowindex": index + 1 })}
            >
              {renderRow(index)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function heightOf(offsets: RowOffsets, index: number): number {
  return offsets.offsetOf(index + 1) - offsets.offsetOf(index);
}

function rowOf(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  return row === null ? -1 : Number(row.dataset["row"]);
}

interface ElementRef {
  readonly current: HTMLDivElement | null;
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** What the bar for scrolling sideways takes, where there is one. */
  readonly bar: number;
}

/** Renders anew only when a row that is not there comes near. */
function useRowsInSight(
  element: ElementRef,
  offsets: RowOffsets,
  count: number,
): {
  readonly range: RowRange;
  readonly size: Size;
  readonly onScroll: () => void;
  readonly lookAgain: () => void;
} {
  const [size, setSize] = useState<Size>({ width: 0, height: 0, bar: 0 });
  const [top, setTop] = useState(0);
  const shift = useRef(0);
  const range = findRowsInSight(offsets, count, { top, height: size.height, spare: SPARE_ROWS });
  useLayoutEffect(() => {
    const scroller = element.current;
    if (scroller === null) return undefined;
    const measure = (): void => {
      const { clientWidth, clientHeight, offsetHeight } = scroller;
      setSize({ width: clientWidth, height: clientHeight, bar: offsetHeight - clientHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [element]);
  const onScroll = (): void => {
    const scroller = element.current;
    if (scroller === null) return;
    const { scrollTop, scrollLeft } = scroller;
    if (scrollLeft !== shift.current) scroller.style.setProperty("--shift", `${-scrollLeft}px`);
    shift.current = scrollLeft;
    const near = findRowsInSight(offsets, count, { top: scrollTop, height: size.height, spare: 2 });
    if (near.from < range.from || near.to > range.to) setTop(scrollTop);
  };
  const lookAgain = useCallback(() => setTop(element.current?.scrollTop ?? 0), [element]);
  // Fewer or lower rows than before may leave less to scroll than was scrolled.
  useLayoutEffect(lookAgain, [offsets, lookAgain]);
  return { range, size, onScroll, lookAgain };
}

interface Placed {
  readonly offsets: RowOffsets;
  readonly lookAgain: () => void;
}

function useHandle(
  element: ElementRef,
  { offsets, lookAgain }: Placed,
  handle: VirtualListProps["handle"],
): void {
  const wanted = useRef<{ readonly row: number; readonly selector: string } | undefined>(undefined);
  useLayoutEffect(() => {
    const scroller = element.current;
    if (handle === undefined || scroller === null) return undefined;
    const scrollToRow = (index: number): void => {
      scroller.scrollTop = offsets.offsetOf(index);
      lookAgain();
    };
    handle.current = {
      element: scroller,
      scrollToRow,
      reveal: (from, to) => {
        const [top, bottom] = [offsets.offsetOf(from), offsets.offsetOf(to + 1)];
        const isBelow = bottom > scroller.scrollTop + scroller.clientHeight;
        if (isBelow) scroller.scrollTop = Math.min(top, bottom - scroller.clientHeight);
        if (top < scroller.scrollTop) scroller.scrollTop = top;
        lookAgain();
      },
      focusRow: (row, selector) => {
        wanted.current = { row, selector };
        scrollToRow(row);
        focusWanted(scroller, wanted);
      },
      firstRow: () => offsets.indexAt(scroller.scrollTop),
      isInSight: (index) => {
        const top = offsets.offsetOf(index) - scroller.scrollTop;
        return top >= 0 && top < scroller.clientHeight;
      },
    };
    return () => {
      handle.current = null;
    };
  }, [element, offsets, lookAgain, handle]);
  // A row that is scrolled to may be there only after the next time it is rendered.
  useLayoutEffect(() => {
    if (element.current !== null) focusWanted(element.current, wanted);
  });
}

function focusWanted(
  scroller: HTMLElement,
  wanted: { current: { readonly row: number; readonly selector: string } | undefined },
): void {
  if (wanted.current === undefined) return;
  const { row, selector } = wanted.current;
  const target = scroller.querySelector<HTMLElement>(`[data-row="${row}"] ${selector}`);
  target?.focus({ preventScroll: true });
  // What is there may still be disabled, and will not be when it is rendered next.
  if (target !== null && document.activeElement === target) wanted.current = undefined;
}
