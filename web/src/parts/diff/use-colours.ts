/** Colours for the lines that are in sight, found in a few milliseconds of each frame; until then they are plain. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { findColouring } from "../code/languages.js";
import type { DiffLine, HunkPart } from "./diff-lines-of-hunk.js";
import { HunkColours } from "./hunk-colours.js";
import type { ColourSpan } from "./segments.js";

const BUDGET_MS = 4;
const FRAME_MS = 16;

/** Undefined for a line that it has not come to yet; then the component is rendered anew in the next frame. */
export type ColoursOf = (hunk: number, line: DiffLine) => readonly ColourSpan[] | undefined;

export function useColours(hunks: readonly (readonly HunkPart[])[], path: string): ColoursOf {
  const [, setRound] = useState(0);
  const next = useRef(0);
  useEffect(() => () => cancelAnimationFrame(next.current), []);
  return useMemo(() => {
    const find = createFinder(hunks, path);
    return (hunk, line) => {
      const spans = find(hunk, line);
      if (spans === undefined) {
        cancelAnimationFrame(next.current);
        next.current = requestAnimationFrame(() => setRound((count) => count + 1));
      }
      return spans;
    };
  }, [hunks, path]);
}

function createFinder(hunks: readonly (readonly HunkPart[])[], path: string): ColoursOf {
  const colouring = findColouring(path);
  if (colouring === undefined) return () => [];
  const known = new Map<number, HunkColours>();
  let frameStart = Number.NEGATIVE_INFINITY;
  let spentMs = 0;
  return (hunk, line) => {
    const startedAt = performance.now();
    if (startedAt - frameStart > FRAME_MS) [frameStart, spentMs] = [startedAt, 0];
    const until = startedAt + BUDGET_MS - spentMs;
    const colours = known.get(hunk) ?? new HunkColours(hunks[hunk] ?? [], colouring);
    known.set(hunk, colours);
    const spans = colours.spansOf(line, () => performance.now() > until);
    // Only this is counted, not what is made of the colours in between.
    spentMs += performance.now() - startedAt;
    return spans;
  };
}
