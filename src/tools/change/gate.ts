/** Read before write: what a change needs to have been seen, and what to say when it was not. */
import type { ContentVersion } from "../../content/content-version.js";
import { type DecodedText, decodeText } from "../../content/decode-text.js";
import {
  assessFreshness,
  type NeededLines,
  type NextCall,
  type OutsideChange,
  type RefusalContext,
  readOf,
  refuseUnlessFresh,
} from "../../session/freshness.js";
import type { LedgerEntry, LedgerUpdate } from "../../session/ledger.js";
import { createHunks } from "../../text/diff/hunks.js";
import { mapLines } from "../../text/diff/map-lines.js";
import { renderHunks } from "../../text/diff/render-hunks.js";
import { findShownLines } from "../../text/diff/shown-lines.js";
import { splitLines } from "../../text/diff/split-lines.js";
import {
  joinRanges,
  type LineRanges,
  lineRange,
  noLines,
  subtractRanges,
  uniteRanges,
} from "../../text/line-ranges.js";
import type { CallContext } from "../context.js";
import { judgeAccess } from "../judge-access.js";
import { DEFAULT_LINES } from "../read/check.js";
import { isNotebook } from "./guard-notebook.js";
import { addedLines, changesOf } from "./known-lines.js";
import { findRestored } from "./restored-file.js";
import type { ChangeTarget, PresentFile } from "./target.js";

/** A stale refusal shows at most so much of what happened meanwhile. */
const OUTSIDE_DIFF_LINES = 60;
const OUTSIDE_DIFF_CHARACTERS = 3500;
const OUTSIDE_DIFF_CONTEXT = 1;

/** What the agent knows of a file: the version that the caller presents, else the session's ledger entry. */
export function findKnown(
  { realPath }: Pick<ChangeTarget, "realPath">,
  { seen, session, callId }: CallContext,
): LedgerEntry | undefined {
  if (seen === undefined) return session.ledger.find(realPath, Number(callId) || undefined);
  // A version of another file does not count.
  return seen.path === realPath ? seen : undefined;
}

/** Whether the entry proves nothing: a search knows a large file by its stat only, and `touch` changes that too. */
export function isDoubtful(
  entry: LedgerEntry | undefined,
  { version }: { readonly version: ContentVersion },
): boolean {
  return (
    entry?.version.isByStat === true && entry.version.size === version.size && !entry.version.equals(version)
  );
}

/** The same with the number of lines, which a search does not count. */
export function findKnownWithTotal(
  present: PresentFile,
  target: ChangeTarget,
  context: CallContext,
): LedgerEntry | undefined {
  const entry = findKnown(target, context);
  if (isDoubtful(entry, present)) return undefined;
  if (entry === undefined || entry.totalLines !== undefined) return entry;
  return { ...entry, totalLines: splitLines(present.decoded.shown).length };
}

/** Finds one call that shows all needed lines but the known ones; `undefined` if none is missing or they can't be located. */
export type FindNextCall = (known: LineRanges) => Promise<NextCall | undefined>;

export function findReadOf({ path }: ChangeTarget, needed: LineRanges): FindNextCall {
  return async (known) => {
    const missing = subtractRanges(needed, known);
    return missing.length === 0 ? undefined : readOf(path, missing);
  };
}

export interface SeenRequest extends Pick<RefusalContext, "verb" | "moment"> {
  /** For a change that does not need the whole file. */
  readonly findNextCall?: FindNextCall | undefined;
}

/** Refuses unless the agent has seen the needed lines of exactly this content. An empty file has nothing unseen. */
export async function requireSeen(
  target: ChangeTarget,
  present: PresentFile,
  needed: NeededLines,
  { verb, moment, findNextCall }: SeenRequest,
  context: CallContext,
): Promise<void> {
  const entry = findKnownWithTotal(present, target, context);
  if (entry === undefined && present.version.size === 0) return;
  const freshness = assessFreshness(entry, present.version, needed);
  if (freshness.state === "fresh" || freshness.state === "partial")
    return refuseUnlessFresh(freshness, { filePath: target.path, verb, moment });
  const isStale = freshness.state === "stale" && entry !== undefined;
  const restored = isStale ? await findRestored(target.realPath, present.version.id, context) : undefined;
  const refusal = { filePath: target.path, verb, moment, restored };
  // Neither a diff nor a line number may reveal content that the agent may not be shown.
  if (!(await mayQuote(target, context))) return refuseUnlessFresh(freshness, refusal);
  const compared = isStale ? await describeOutsideChange(entry, present, target, context) : undefined;
  // Repeating the call must not redo what the user has just undone.
  const known = restored === undefined ? compared?.known : undefined;
  const wholeFile = needed === "whole" && findNextCall === undefined;
  const find = wholeFile ? findReadOfWhole(target, present, known) : isStale ? findNextCall : undefined;
  const nextCall = await find?.(known?.shown ?? noLines);
  const outsideChange = compared && { ...compared, known };
  refuseUnlessFresh(freshness, { ...refusal, outsideChange, nextCall });
}

/** A Read that needs no range is advised by the refusal's own sentence. */
function findReadOfWhole(
  target: ChangeTarget,
  { decoded }: PresentFile,
  known: LedgerUpdate | undefined,
): FindNextCall | undefined {
  const totalLines = splitLines(decoded.shown).length;
  const needsRange = !isNotebook(target) && totalLines > DEFAULT_LINES;
  return known !== undefined || needsRange ? findReadOf(target, lineRange(1, totalLines)) : undefined;
}

/** The content of the version the agent saw, while it is held in the session or kept in the history. */
export async function findSeenContent(
  entry: LedgerEntry,
  target: ChangeTarget,
  context: CallContext,
): Promise<DecodedText | undefined> {
  // A presented version has no content; the session may still hold it.
  const held = context.session.ledger.find(target.realPath)?.version;
  const own = held?.equals(entry.version) === true ? held.bytes : entry.version.bytes;
  const bytes = own ?? (await findKept(entry.version, context));
  return bytes && decodeText(bytes, target.realPath, context.workspace.fileSystem);
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
): Promise<OutsideChange | undefined> {
  const seen = await findSeenContent(entry, target, context);
  if (seen === undefined) return undefined;
  const { diff, seenAfter, isWhole } = compareWithPresent(seen, present, entry);
  // Notebooks are tracked by cell, and no diff of lines shows a cell.
  if (!isWhole || isNotebook(target)) return { diff, known: undefined };
  const { version } = present;
  return { diff, known: { path: target.realPath, version, ...seenAfter, origin: "shown" } };
}

export interface ComparedWithPresent {
  /** Bounded. */
  readonly diff: string;
  /** The diff shows the whole change. */
  readonly isWhole: boolean;
  /** The present lines that the agent knows after being shown the diff. */
  readonly seenAfter: Pick<LedgerEntry, "shown" | "cut"> & { readonly totalLines: number };
  /** The part of `seenAfter` that was known before. */
  readonly kept: LineRanges;
}

export function compareWithPresent(
  before: DecodedText,
  { decoded }: PresentFile,
  entry: Pick<LedgerEntry, "shown" | "cut">,
): ComparedWithPresent {
  const lines = splitLines(decoded.shown);
  const hunks = createHunks(splitLines(before.shown), lines, { context: OUTSIDE_DIFF_CONTEXT });
  const changes = changesOf(hunks);
  const rendered = renderHunks(hunks, {
    maxLines: OUTSIDE_DIFF_LINES,
    maxCharacters: OUTSIDE_DIFF_CHARACTERS,
  });
  const shown = joinRanges(findShownLines(hunks, rendered));
  const isShown = rendered.hiddenLines === 0 && subtractRanges(addedLines(changes), shown).length === 0;
  const isWhole = isShown && hunks.length > 0 && isSameEncoding(before, decoded);
  const kept = mapLines(changes, entry.shown);
  return {
    diff: rendered.text,
    isWhole,
    kept,
    seenAfter: {
      shown: uniteRanges(kept, shown),
      cut: mapLines(changes, entry.cut),
      totalLines: lines.length,
    },
  };
}

/** No diff shows that the same text has other bytes. */
export function isSameEncoding({ encoding: a }: DecodedText, { encoding: b }: DecodedText): boolean {
  return a.name === b.name && a.bomLength === b.bomLength;
}
