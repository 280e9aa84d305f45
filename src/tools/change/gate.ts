/** Read before write: what a change needs to have been seen, and what to say when it was not. */
import type { ContentVersion } from "../../content/content-version.js";
import { decodeText } from "../../content/decode-text.js";
import {
  assessFreshness,
  type NeededLines,
  type RefusalContext,
  refuseUnlessFresh,
} from "../../session/freshness.js";
import type { LedgerEntry } from "../../session/ledger.js";
import { createHunks, type Hunk } from "../../text/diff/hunks.js";
import { renderHunks } from "../../text/diff/render-hunks.js";
import { splitLines } from "../../text/diff/split-lines.js";
import type { CallContext } from "../context.js";
import { judgeAccess } from "../judge-access.js";
import { findRestored } from "./restored-file.js";
import type { ChangeTarget, PresentFile } from "./target.js";

/** A stale refusal shows at most so much of what happened meanwhile. */
const OUTSIDE_DIFF_LINES = 60;
const OUTSIDE_DIFF_CHARACTERS = 3500;

/** What the agent knows of a file: what its caller proves, where it proves something, else what the session has noted. */
export function findKnown(
  { realPath }: Pick<ChangeTarget, "realPath">,
  { seen, session }: CallContext,
): LedgerEntry | undefined {
  if (seen === undefined) return session.ledger.find(realPath);
  // Proof for another file is none for this one.
  return seen.path === realPath ? seen : undefined;
}

/** Refuses unless the agent has seen the needed lines of exactly this content. An empty file has nothing unseen. */
export async function requireSeen(
  target: ChangeTarget,
  present: PresentFile,
  needed: NeededLines,
  refusal: Pick<RefusalContext, "verb" | "moment">,
  context: CallContext,
): Promise<void> {
  const entry = findKnown(target, context);
  if (entry === undefined && present.version.size === 0) return;
  const freshness = assessFreshness(entry, present.version, needed);
  if (freshness.state === "fresh") return;
  const isStale = freshness.state === "stale" && entry !== undefined;
  const outsideChange = isStale ? await describeOutsideChange(entry, present, target, context) : undefined;
  const restored = isStale ? await findRestored(target.realPath, present.version.id, context) : undefined;
  refuseUnlessFresh(freshness, {
    filePath: target.path,
    ...refusal,
    ...(outsideChange === undefined ? {} : { outsideChange }),
    ...(restored === undefined ? {} : { restored }),
  });
}

/** The text of the version the agent saw, while it is held in the session or kept in the history. */
export async function findSeenText(
  entry: LedgerEntry,
  target: ChangeTarget,
  context: CallContext,
): Promise<string | undefined> {
  const bytes = entry.version.bytes ?? (await findKept(entry.version, context));
  if (bytes === undefined) return undefined;
  return (await decodeText(bytes, target.realPath, context.workspace.fileSystem)).shown;
}

async function findKept(version: ContentVersion, context: CallContext): Promise<Uint8Array | undefined> {
  const { history } = context.workspace;
  const isHash = version.id.startsWith("sha256:");
  return isHash ? history?.readPieces([version.id.slice("sha256:".length)]) : undefined;
}

/** Whether the present content may be shown unasked: a person who let the file be read once has not seen it as it is now. */
export async function mayQuote(target: ChangeTarget, context: CallContext): Promise<boolean> {
  const access = { ...target, operation: "read" } as const;
  return (await judgeAccess("Read", access, context)).answer === "allow";
}

async function describeOutsideChange(
  entry: LedgerEntry,
  present: PresentFile,
  target: ChangeTarget,
  context: CallContext,
): Promise<string | undefined> {
  const seen = (await mayQuote(target, context)) ? await findSeenText(entry, target, context) : undefined;
  if (seen === undefined) return undefined;
  return renderOutsideDiff(createHunks(splitLines(seen), splitLines(present.decoded.shown))).text;
}

export function renderOutsideDiff(hunks: readonly Hunk[]): {
  readonly text: string;
  readonly hiddenLines: number;
} {
  return renderHunks(hunks, { maxLines: OUTSIDE_DIFF_LINES, maxCharacters: OUTSIDE_DIFF_CHARACTERS });
}
