/** How much is asked at a time: what a question takes while it stands, and what a call is told for which there is no room. */
import { ToolError } from "../errors/tool-error.js";
import type { Question } from "./ask.js";

/** Of each line there is a text of its own. */
const BYTES_PER_LINE = 100;

/** What its texts and its patch take in memory, roughly, in bytes. */
export function weighQuestion({ change }: Question): number {
  if (change === undefined) return 0;
  let [lines, characters] = [0, (change.before?.length ?? 0) + (change.after?.length ?? 0)];
  for (const hunk of change.structuredPatch) {
    lines += hunk.lines.length;
    for (const line of hunk.lines) characters += line.length;
  }
  return 2 * characters + BYTES_PER_LINE * lines;
}

export function refuseTooMany(most: number): ToolError {
  return new ToolError(
    "PERMISSION_DENIED",
    `${most} questions are waiting for the user already. Wait until they are answered.`,
  );
}

export function refuseTooMuch(): ToolError {
  return new ToolError(
    "PERMISSION_DENIED",
    "So much is waiting for the user already that there is no room for this change. Wait until some of it is answered.",
  );
}
