/** Read before write: what a change needs to have been seen, and what to say when it was not. */
import { ContentVersion } from "../../content/content-version.js";
import { decodeText } from "../../content/decode-text.js";
import type { LineIndex } from "../../content/line-index.js";
import {
  assessFreshness,
  type NeededLines,
  type OutsideChange,
  type RefusalContext,
  readOf,
  refuseUnlessFresh,
} from "../../session/freshness.js";
import type { LedgerEntry } from "../../session/ledger.js";
import { createHunks } from "../../text/diff/hunks.js";
import { mapLines } from "../../text/diff/map-lines.js";
import { narrowHunks } from "../../text/diff/narrow-hunks.js";
import { renderHunks } from "../../text/diff/render-hunks.js";
import { findShownLines } from "../../text/diff/shown-lines.js";
import { splitLines } from "../../text/diff/split-lines.js";
import { joinRanges, type LineRanges, noLines, subtractRanges, uniteRanges } from "../../text/line-ranges.js";
import type { CallContext } from "../context.js";
import { judgeAccess } from "../judge-access.js";
import { addedLines, changesOf } from "./known-lines.js";
import { findRestored } from "./restored-file.js";
import type { ChangeTarget, PresentFile } from "./target.js";

/** A stale refusal shows at most so much of what happened meanwhile. */
const OUTSIDE_DIFF_LINES = 60;
const OUTSIDE_DIFF_CHARACTERS = 3500;
const OUTSIDE_DIFF_CONTEXT = 1;

/**
 * What the agent knows of a file: what its caller proves, if it proves something, else what the session has noted. A search
 * knows a large file by its stat alone, which can prove that nothing happened, but not that something did.
 */
export function findKnown(
  { realPath }: Pick<ChangeTarget, "realPath">,
  { seen, session }: CallContext,
  large?: Pick<LineIndex, "stat" | "version">,
): LedgerEntry | undefined {
  // Proof for another file is none for this one.
  const entry =
    seen === undefined ? session.ledger.find(realPath) : seen.path === realPath ? seen : undefined;
  if (entry?.version.isByStat !== true) return entry;
  const isSame = large !== undefined && entry.version.equals(ContentVersion.ofStat(large.stat));
  return isSame ? { ...entry, version: large.version } : undefined;
}

/** The same with the number of lines, which a search does not count. */
export function findKnownOf(
  { decoded }: PresentFile,
  target: ChangeTarget,
  context: CallContext,
): LedgerEntry | undefined {
  const entry = findKnown(target, context);
  if (entry?.origin !== "shown" || entry.totalLines !== undefined) return entry;
  return { ...entry, totalLines: splitLines(decoded.shown).length };
}

export interface SeenRequest extends Pick<RefusalContext, "verb" | "moment"> {
  /** Finds the lines that the call needs in the present text, for a refusal that can't show the whole change. */
  readonly locate?: () => Promise<LineRanges>;
}

/** Refuses unless the agent has seen the needed lines of exactly this content. An empty file has nothing unseen. */
export async function requireSeen(
  target: ChangeTarget,
  present: PresentFile,
  needed: NeededLines,
  { verb, moment, locate }: SeenRequest,
  context: CallContext,
): Promise<void> {
  const entry = findKnownOf(present, target, context);
  if (entry === undefined && present.version.size === 0) return;
  const freshness = assessFreshness(entry, present.version, needed);
  if (freshness.state === "fresh") return;
  const refusal = { filePath: target.path, verb, moment };
  if (freshness.state !== "stale" || entry === undefined) return refuseUnlessFresh(freshness, refusal);
  const outsideChange = await describeOutsideChange(entry, present, target, context);
  const restored = await findRestored(target.realPath, present.version.id, context);
  const located = outsideChange?.known === undefined ? ((await locate?.()) ?? noLines) : noLines;
  const nextCall = located.length === 0 ? undefined : readOf(target.path, located);
  refuseUnlessFresh(freshness, { ...refusal, outsideChange, restored, nextCall });
}

/** The text of the version the agent saw, while it is held in the session or kept in the history. */
export async function findSeenText(
  entry: LedgerEntry,
  target: ChangeTarget,
  context: CallContext,
): Promise<string | undefined> {
  // What a caller proves comes without content, which the session may hold all the same.
  const held = context.session.ledger.find(target.realPath)?.version;
  const own = held?.equals(entry.version) === true ? held.bytes : entry.version.bytes;
  const bytes = own ?? (await findKept(entry.version, context));
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
): Promise<OutsideChange | undefined> {
  const seen = (await mayQuote(target, context)) ? await findSeenText(entry, target, context) : undefined;
  if (seen === undefined) return undefined;
  const { diff, seenAfter, isWhole } = compareWithPresent(seen, present, entry);
  // Cells are known by what Read shows of them, not by the lines of the file.
  if (!isWhole || entry.unit === "cells") return { diff, known: undefined };
  const { version } = present;
  return { diff, known: { path: target.realPath, version, ...seenAfter, origin: "shown" } };
}

export interface ComparedWithPresent {
  /** Bounded. */
  readonly diff: string;
  /** The diff shows the whole change. */
  readonly isWhole: boolean;
  /** What is known of the present lines by one who knew the version before and is shown the diff. */
  readonly seenAfter: Pick<LedgerEntry, "shown" | "cut"> & { readonly totalLines: number };
  /** The part of `seenAfter` that was known before. */
  readonly kept: LineRanges;
}

export function compareWithPresent(
  seenText: string,
  { decoded }: PresentFile,
  entry: Pick<LedgerEntry, "shown" | "cut">,
): ComparedWithPresent {
  const lines = splitLines(decoded.shown);
  const hunks = createHunks(splitLines(seenText), lines);
  const changes = changesOf(hunks);
  const narrow = narrowHunks(hunks, OUTSIDE_DIFF_CONTEXT);
  const rendered = renderHunks(narrow, {
    maxLines: OUTSIDE_DIFF_LINES,
    maxCharacters: OUTSIDE_DIFF_CHARACTERS,
  });
  const shown = joinRanges(findShownLines(narrow, rendered));
  const isShown = rendered.hiddenLines === 0 && subtractRanges(addedLines(changes), shown).length === 0;
  // The same text in other bytes, such as another encoding: no diff shows that.
  const isWhole = isShown && hunks.length > 0;
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
