/** What to say when old_string is not there, or is there too often. */
import { ToolError } from "../../errors/tool-error.js";
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
  return new ToolError("MATCH_NOT_FOUND", "String to replace not found in file.", {
    data: {
      ...data,
      reason: diagnosis.reason,
      nearest: diagnosis.places.map(({ startLine, endLine }) => ({ startLine, endLine })),
      ...(diagnosis.firstDifference === undefined ? {} : { firstDifference: diagnosis.firstDifference }),
    },
    hint: renderDiagnosis(diagnosis),
  });
}

export function refuseNotUnique(
  { count, lines, tier }: EditMiss & { kind: "not-unique" },
  data: Readonly<Record<string, unknown>>,
): ToolError {
  const more = count > LISTED_LINES ? ` and ${count - LISTED_LINES} more` : "";
  const where = `They begin on lines ${lines.slice(0, LISTED_LINES).join(", ")}${more}.`;
  const how = tier === "exact" ? "" : ` (found by relaxing ${tier}; the exact text is not there)`;
  return new ToolError(
    "MATCH_NOT_UNIQUE",
    `Found ${plural(count, "match", "matches")} of the string to replace${how}, but replace_all is false. To change all of them set replace_all to true; to change one, give more of the lines around it.`,
    { data: { ...data, matches: count, lines, matchTier: tier }, hint: where },
  );
}
