/** Single keys that do something in a view for as long as it is in sight. */
import { useEffect, useRef } from "preact/hooks";
import { mayTakeKey } from "./keys.js";

export type KeyDoings = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** `g` begins the way to a view: the key behind it is part of that way and must do nothing here. */
const LEAD = "g";
const LEAD_MS = 1500;

export function useKeys(doings: KeyDoings): void {
  const now = useRef(doings);
  now.current = doings;
  useEffect(() => {
    let leadAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent): void => {
      if (!mayTakeKey(event)) return;
      const isPartOfWay = event.timeStamp - leadAt <= LEAD_MS;
      leadAt = event.key === LEAD ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const act = now.current[event.key];
      if (act === undefined || isPartOfWay) return;
      event.preventDefault();
      act(event);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
