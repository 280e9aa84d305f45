/** Which calls a person wants to see. */
import type { CallRow } from "./call-row.js";
import { sessionKey } from "./learn-sessions.js";

export interface CallFilter {
  /** Every word of it has to be found in tool, path, session, code or text. */
  readonly text: string;
  /** Empty for all. */
  readonly tool: string;
  /** Engine and session, as `sessionKey` has them; empty for all. */
  readonly session: string;
  readonly kind: "all" | "failures" | "changes";
}

export const everything: CallFilter = { text: "", tool: "", session: "", kind: "all" };

/** `nameOf` says what a person sees of a row's session. */
export function filterCalls(
  rows: readonly CallRow[],
  { text, tool, session, kind }: CallFilter,
  nameOf: (row: CallRow) => string,
): readonly CallRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && tool === "" && session === "" && kind === "all") return rows;
  return rows.filter(
    (row) =>
      (tool === "" || row.tool === tool) &&
      (session === "" || sessionKey(row.engine, row.sessionId) === session) &&
      (kind !== "failures" || row.state === "failed") &&
      (kind !== "changes" || row.change !== undefined || row.changeKind !== undefined) &&
      hasWords(row, words, nameOf),
  );
}

function hasWords(row: CallRow, words: readonly string[], nameOf: (row: CallRow) => string): boolean {
  if (words.length === 0) return true;
  const { tool, path, code, text, matchTier } = row;
  const all = [tool, path, code, text, matchTier, row.sessionId, nameOf(row)].join("\n").toLowerCase();
  return words.every((word) => all.includes(word));
}
