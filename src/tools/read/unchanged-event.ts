import type { EventDraft } from "../../notify/events.js";
import type { ReadPlan } from "./check.js";

const BYTES_PER_TOKEN = 4;
const BYTES_PER_LINE = 50;

/** What is told of a Read that was answered with "unchanged". Its saving is a rough figure: nothing is counted for it. */
export function unchangedEvent(
  { realPath: path, startLine, maxLines, stat }: ReadPlan,
  kind: "text" | "notebook",
): EventDraft {
  const bytes = Math.min(stat?.size ?? 0, maxLines * BYTES_PER_LINE);
  const savedTokens = Math.ceil(bytes / BYTES_PER_TOKEN);
  const none = { lines: 0, totalLines: undefined };
  return { type: "file-read", kind, path, startLine, ...none, deduplicated: true, savedTokens };
}
