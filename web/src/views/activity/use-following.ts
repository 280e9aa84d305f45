import { useCallback, useEffect, useState } from "preact/hooks";
import type { CallRow } from "../../state/call-row.js";
import { book } from "../../state/live.js";

export interface Following {
  readonly isFollowing: boolean;
  /** How many rows have come since the list is no longer followed. */
  readonly fresh: number;
  readonly setFollowing: (to: "on" | "off") => void;
}

/** Whether the list moves on with what happens. While it does not, no row is let go of. */
export function useFollowing(rows: readonly CallRow[]): Following {
  const [lastRead, setLastRead] = useState<string | undefined>(undefined);
  const isFollowing = lastRead === undefined;
  useEffect(() => (isFollowing ? undefined : book.hold()), [isFollowing]);
  const setFollowing = useCallback((to: "on" | "off"): void => {
    const newest = book.rows.value.at(-1)?.key ?? "";
    setLastRead((before) => (to === "on" ? undefined : (before ?? newest)));
  }, []);
  const fresh = isFollowing ? 0 : rows.length - 1 - rows.findLastIndex((row) => row.key === lastRead);
  return { isFollowing, fresh, setFollowing };
}
