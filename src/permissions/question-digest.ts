import { createHash } from "node:crypto";
import type { Question } from "./ask.js";

/**
 * A question by everything the person decides on: which file, where it leads, the content before and after, and what the
 * answers on offer would mean. If any of that is different when the answer arrives, it is another question.
 */
export function digestQuestion(question: Question): string {
  const { tool, operation, path, realPath, reason, change, flags, suggestions } = question;
  const decided = [tool, operation, path, realPath, reason, change, flags, suggestions];
  return createHash("sha256").update(JSON.stringify(decided)).digest("base64url");
}
