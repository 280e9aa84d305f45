/** An old text in which a line stands for text left out, and all of that text in the file. */
import { isElision } from "../../guards/elision.js";
import type { Span } from "../edit-plan.js";

/** Nothing but dots, perhaps in a comment or in brackets. */
const ONLY_DOTS = /^(?:\/\/|\/\*|<!--|[#;%*'"([{<-]|--)?\s*(?:\.{3,}|…)\s*(?:\*\/|-->|[)\]}>'"])?$/;

/** From the lines before the gap to those after it. `locate` finds the places of a text. */
export function findElided(
  file: string,
  oldText: string,
  locate: (text: string) => readonly Span[],
): readonly Span[] {
  const lines = oldText.split("\n");
  const isGap = (line: string): boolean => ONLY_DOTS.test(line.trim()) || isElision(line.trim());
  const first = lines.findIndex(isGap);
  if (first === -1) return [];
  const head = lines.slice(0, first).join("\n");
  const tail = lines.slice(lines.findLastIndex(isGap) + 1).join("\n");
  if (head.trim() === "" || tail.trim() === "" || file.includes(lines[first] ?? "")) return [];
  const [start, another] = locate(head);
  if (start === undefined || another !== undefined) return [];
  const ends = [...locate(`\n${tail}`), ...locate(tail)];
  const end = ends.find((span) => span.start >= start.end);
  return end === undefined ? [] : [{ start: start.start, end: end.end }];
}
