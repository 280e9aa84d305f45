/** Going from hunk to hunk by key. */
import { useRef } from "preact/hooks";
import type { VirtualListHandle } from "../virtual-list.js";
import type { DiffRows } from "./rows.js";

export interface HunkSteps {
  readonly next: () => void;
  readonly previous: () => void;
  readonly goTo: (hunk: number) => void;
  /** The hunk that has the focus, or was gone to last; undefined before. */
  readonly current: () => number | undefined;
}

export function useHunkSteps(
  list: { readonly current: VirtualListHandle | null },
  { rows, heads }: DiffRows,
): HunkSteps {
  const last = useRef<number | undefined>(undefined);
  const current = (): number | undefined => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-hunk]")?.dataset["hunk"];
    return focused === undefined ? last.current : Number(focused);
  };
  const goTo = (hunk: number): void => {
    const head = heads[hunk];
    if (head === undefined) return;
    last.current = hunk;
    list.current?.focusRow(head, "[data-focus]");
  };
  /** Where somebody is who has scrolled away from where the keys led. */
  const place = (): number => {
    const known = current();
    const handle = list.current;
    if (handle === null) return known ?? 0;
    if (known !== undefined && handle.isInSight(heads[known] ?? 0)) return known;
    const row = rows[handle.firstRow()];
    // From a place within a hunk, its head lies behind.
    return row === undefined ? 0 : row.hunk;
  };
  return {
    current,
    goTo,
    next: () => goTo(current() === undefined ? 0 : Math.min(place() + 1, heads.length - 1)),
    previous: () => goTo(Math.max(place() - 1, 0)),
  };
}
