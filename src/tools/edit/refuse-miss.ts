/** What to say when old_string is not there, or is there too often. */
import { ToolError } from "../../errors/tool-error.js";
import { readOf, renderNextCall } from "../../session/freshness.js";
import { diagnoseMiss } from "../../text/edit/diagnosis/diagnose-miss.js";
import { renderDiagnosis } from "../../text/edit/diagnosis/render-diagnosis.js";
import type { EditMiss } from "../../text/edit/edit-plan.js";
import type { LineRanges } from "../../text/line-ranges.js";
import { plural } from "../../text/quantities.js";
import type { ChangeTarget } from "../change/target.js";
import type { EditInput } from "./schema.js";

const LISTED_LINES = 10;

export interface MissContext {
  readonly text: string;
  readonly input: EditInput;
  readonly target: ChangeTarget;
  readonly seen: "whole" | LineRanges;
  /** Number of the first line of `text`, when it is part of a larger file. */
  readonly firstLine?: number;
}

export function refuseMiss(
  miss: EditMiss,
  { text, input, target, seen, firstLine = 1 }: MissContext,
): ToolError {
  const data = { filePath: target.path };
  if (miss.kind === "not-unique") return refuseNotUnique(miss, data);
  const diagnosis = diagnoseMiss(text, {
    oldString: input.old_string,
    newString: input.new_string,
    seen,
    firstLine,
  });
  const nextCall = diagnosis.unread && readOf(target.path, diagnosis.unread);
  const hint = renderDiagnosis(diagnosis);
  return new ToolError("MATCH_NOT_FOUND", "String to replace not found in file.", {
    data: {
      ...data,
      reason: diagnosis.reason,
      nearest: diagnosis.places.map(({ startLine, endLine }) => ({ startLine, endLine })),
      ...(diagnosis.firstDifference === undefined ? {} : { firstDifference: diagnosis.firstDifference }),
      ...(nextCall === undefined ? {} : { unread: diagnosis.unread, nextCall: nextCall.input }),
      ...(diagnosis.characters === undefined ? {} : { characters: diagnosis.characters }),
    },
    hint: nextCall === undefined ? hint : `${hint}\n${renderNextCall(nextCall)}`,
  });
}

export function refuseNotUnique(
  { count, lines, columns, tier }: EditMiss & { kind: "not-unique" },
  data: Readonly<Record<string, unknown>>,
): ToolError {
  const where = describePositions(lines.slice(0, LISTED_LINES), columns, count);
  const how = tier === "exact" ? "" : ` (found by relaxing ${tier}; the exact text is not there)`;
  return new ToolError(
    "MATCH_NOT_UNIQUE",
    `Found ${plural(count, "match", "matches")} of the string to replace${how}, but replace_all is false. To change all of them set replace_all to true; to change one, give more of the lines around it.`,
    { data: { ...data, matches: count, lines, columns, matchTier: tier }, hint: where },
  );
}

/** With columns for lines that have several matches: a line number alone can't tell those apart. */
function describePositions(lines: readonly number[], columns: readonly number[], count: number): string {
  const byLine = new Map<number, number[]>();
  for (const [index, line] of lines.entries()) {
    byLine.set(line, [...(byLine.get(line) ?? []), columns[index] ?? 1]);
  }
  const more = count > lines.length ? ` and ${count - lines.length} more` : "";
  if (byLine.size === lines.length) return `They begin on lines ${lines.join(", ")}${more}.`;
  const listed = Array.from(byLine, ([line, at]) => {
    if (at.length === 1) return `line ${line}`;
    return `line ${line} (columns ${at.slice(0, -1).join(", ")} and ${at.at(-1)})`;
  });
  return `They begin on ${listed.join(", ")}${more}. To change one of several on a line, send the whole line as old_string, with its neighbours if the line itself occurs more than once.`;
}
