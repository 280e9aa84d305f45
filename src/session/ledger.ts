/**
 * What one conversation knows of each file: which version, which of its lines were shown, how it got there, and what
 * is still visible in the present context. What may be written and what is visible are two facts: compaction of the
 * conversation ends the second, never the first.
 */
import type { ContentVersion } from "../content/content-version.js";
import type { RealPath } from "../fs/paths.js";
import {
  type LineRange,
  type LineRanges,
  lineRange,
  noLines,
  OPEN_END,
  subtractRanges,
  uniteRanges,
} from "../text/line-ranges.js";
import { ContentCache } from "./content-cache.js";

/** How the session came to know a version. "shown": by lines that a search or a refusal quoted; no Read may refer back to those. */
export type Origin = "read" | "edit" | "write" | "shown";

/** What the ranges of an entry count: the lines of a text, or the cells of a notebook, of which that is what is shown. */
export type Unit = "lines" | "cells";

export interface LedgerUpdate {
  readonly path: RealPath;
  readonly version: ContentVersion;
  /** Undefined if the file has not been counted to its end. */
  readonly totalLines: number | undefined;
  readonly shown: LineRanges;
  /** Lines of `shown` of which only the beginning was shown. */
  readonly cut: LineRanges;
  readonly origin: Origin;
  /** Lines unless it says otherwise. */
  readonly unit?: Unit;
}

export interface LedgerEntry extends LedgerUpdate {
  /** Ranges that Reads answered with in the given context epoch, newest last. */
  readonly views: readonly LedgerView[];
  /** Grows with every record of the ledger; absent for restored entries. */
  readonly sequence?: number;
  /** Set by a refusal that showed this version. Calls numbered up to `upToCall` were sent before it and still use `entry`. */
  readonly former?: { readonly entry: LedgerEntry; readonly upToCall: number };
}

export interface LedgerView extends LineRange {
  readonly epoch: number;
}

const MAX_VIEWS = 64;

export class Ledger {
  readonly #entries = new Map<RealPath, LedgerEntry>();
  readonly #contents: ContentCache;
  #epoch = 1;
  #sequence = 0;

  constructor(contents: ContentCache = new ContentCache()) {
    this.#contents = contents;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** How many records there were. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Finds what the call of this number knows of a file; without a number, what the next call knows. */
  find(path: RealPath, callNumber: number = Number.POSITIVE_INFINITY): LedgerEntry | undefined {
    const entry = this.#entries.get(path);
    const former = entry?.former;
    return former !== undefined && callNumber <= former.upToCall ? former.entry : entry;
  }

  /** Those that something was learned of last come last. */
  entries(): IterableIterator<LedgerEntry> {
    return this.#entries.values();
  }

  get size(): number {
    return this.#entries.size;
  }

  record(update: LedgerUpdate): void {
    const known = this.#entries.get(update.path);
    const isSameVersion = known !== undefined && known.version.equals(update.version);
    if (isSameVersion && (this.#isKnownView(known, update) || isKnownQuotation(known, update))) return;
    const before = isSameVersion
      ? inUnitOf(update, known)
      : { version: update.version, shown: noLines, cut: noLines, views: [] };
    const origin = isSameVersion && update.origin === "shown" ? known.origin : update.origin;
    // The object that is already held: equal content need not be kept twice, nor hashed to let one go.
    const isKept = before.version.bytes !== undefined || update.version.isByStat;
    const version = isKept ? before.version : update.version;
    if (known !== undefined && known.version !== version) this.#contents.forget(known.version);
    if (update.origin === "shown") this.#contents.holdIfRoom(version);
    else this.#contents.hold(version);
    this.#sequence += 1;
    this.#entries.delete(update.path);
    this.#entries.set(update.path, {
      ...update,
      sequence: this.#sequence,
      origin,
      version,
      totalLines: update.totalLines ?? (isSameVersion ? known.totalLines : undefined),
      shown: uniteRanges(before.shown, update.shown),
      cut: uniteRanges(before.cut, update.cut),
      views: this.#viewsAfter(update, before.views),
    });
  }

  /**
   * Records what a refusal showed. Calls up to `upToCall` were sent before the agent could see it, so they still go by what
   * was known before, whose content is not kept.
   */
  recordRefusal(update: LedgerUpdate, upToCall: number): void {
    const before = this.#entries.get(update.path);
    this.record(update);
    const entry = this.#entries.get(update.path);
    if (before === undefined || entry === undefined || entry === before) return;
    const former = before.version.equals(update.version) ? before.former?.entry : before;
    if (former === undefined) return;
    former.version.releaseBytes();
    this.#entries.set(update.path, { ...entry, former: { entry: former, upToCall } });
  }

  #viewsAfter(
    { origin, shown: [view = { from: 0, to: 0 }] }: LedgerUpdate,
    before: readonly LedgerView[],
  ): readonly LedgerView[] {
    if (origin === "shown") return before;
    if (origin !== "read") return [];
    const others = before.filter((old) => !isSameView(old, view, this.#epoch));
    return [...others, { ...view, epoch: this.#epoch }].slice(-MAX_VIEWS);
  }

  /** The same lines read once more: nothing new was learned. */
  #isKnownView(known: LedgerEntry, update: LedgerUpdate): boolean {
    const { origin, shown } = update;
    const [view] = shown;
    const last = known.views.at(-1);
    const isSame = view !== undefined && last !== undefined && isSameView(last, view, this.#epoch);
    const isRead = origin === "read" && known.origin === "read";
    return isSame && isRead && unitOf(known) === unitOf(update) && known.version.bytes !== undefined;
  }

  /** Whether a Read has answered with exactly these lines of this version, still visible in this epoch. */
  isVisible(path: RealPath, version: ContentVersion, range: LineRange): boolean {
    const entry = this.#entries.get(path);
    if (entry?.origin !== "read" || !entry.version.equals(version)) return false;
    return entry.views.some((view) => isSameView(view, range, this.#epoch));
  }

  /**
   * Returns whether the stub may be sent for these lines, and if so forgets the view: the next Read of them sends the
   * content, which makes a new view. So the stub is sent at most once for each time the content was sent, no matter which
   * other reads come between: a client that has lost the content gets it by repeating the call. Deciding and forgetting
   * are one step, because two Reads that run at the same time must not both get the stub.
   */
  spendView(path: RealPath, version: ContentVersion, range: LineRange): boolean {
    const entry = this.#entries.get(path);
    if (entry === undefined || !this.isVisible(path, version, range)) return false;
    const views = entry.views.filter((view) => !isSameView(view, range, this.#epoch));
    this.#entries.set(path, { ...entry, views });
    return true;
  }

  /** The conversation was compacted: what was shown is no longer there to refer to. */
  newContextEpoch(): void {
    this.#epoch += 1;
  }

  restore(epoch: number, entries: Iterable<LedgerEntry>): void {
    this.#epoch = epoch;
    for (const entry of this.#entries.values()) this.#contents.forget(entry.version);
    this.#entries.clear();
    for (const entry of entries) this.#entries.set(entry.path, entry);
  }
}

function unitOf({ unit = "lines" }: LedgerUpdate): Unit {
  return unit;
}

/**
 * What is known of a version, counted as the update counts. Ranges of lines say nothing of cells; but who knows all of the
 * one knows all of the other.
 */
function inUnitOf(
  update: LedgerUpdate,
  known: LedgerEntry,
): Pick<LedgerEntry, "version" | "shown" | "cut" | "views"> {
  if (unitOf(known) === unitOf(update)) return known;
  const isWhole = subtractRanges(lineRange(1, known.totalLines ?? OPEN_END), known.shown).length === 0;
  const shown = isWhole ? lineRange(1, update.totalLines ?? OPEN_END) : noLines;
  return { version: known.version, shown, cut: noLines, views: [] };
}

/** The same lines quoted once more, of content that is still held. */
function isKnownQuotation(known: LedgerEntry, update: LedgerUpdate): boolean {
  if (update.origin !== "shown" || unitOf(known) !== unitOf(update)) return false;
  const isHeld = known.version.bytes !== undefined || update.version.bytes === undefined;
  return isHeld && subtractRanges(update.shown, known.shown).length === 0;
}

function isSameView(view: LedgerView, range: LineRange, epoch: number): boolean {
  return view.epoch === epoch && view.from === range.from && view.to === range.to;
}
