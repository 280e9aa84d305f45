import { useMemo } from "preact/hooks";
import type { DiffLine } from "./diff-lines-of-hunk.js";
import { findWordMarks, type Span, type WordMarks } from "./word-marks.js";

/** What differs within a line and its other version, found when it is asked for and kept. */
export function useMarks(partners: ReadonlyMap<DiffLine, DiffLine>): (line: DiffLine) => readonly Span[] {
  return useMemo(() => {
    const known = new Map<DiffLine, WordMarks>();
    return (line: DiffLine) => {
      const partner = partners.get(line);
      if (partner === undefined) return [];
      const [removed, added] = line.kind === "removed" ? [line, partner] : [partner, line];
      const marks = known.get(removed) ?? findWordMarks(removed.text, added.text);
      known.set(removed, marks);
      return line === removed ? marks.removed : marks.added;
    };
  }, [partners]);
}
