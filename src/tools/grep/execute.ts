import { basename, dirname, join } from "node:path";
import type { ToolError } from "../../errors/tool-error.js";
import type { RealPath } from "../../fs/paths.js";
import { findOddEncoding } from "../../search/encodings/odd-file.js";
import { searchAllEncodings } from "../../search/encodings/search-all.js";
import { countFiles } from "../../search/find-files.js";
import { createRipgrepFinder } from "../../search/finder.js";
import type { FoundMeter } from "../../search/found-meter.js";
import { createLiteralFinder } from "../../search/in-process/literal-finder.js";
import { findFoldersBeside } from "../../search/narrow.js";
import type { Scope } from "../../search/query.js";
import { type Complaint, refusePattern } from "../../search/ripgrep/diagnose.js";
import type { Site } from "../../search/site.js";
import type { LedgerUpdate } from "../../session/ledger.js";
import { shownLength } from "../bound-result.js";
import { isNotebook } from "../change/guard-notebook.js";
import type { CallContext } from "../context.js";
import type { Outcome } from "../define-tool.js";
import { createQuotePolicy, createReadPolicy, hasRules, type Shown } from "../judge-access.js";
import { reportingProgress } from "../report-progress.js";
import { reachOutput } from "../search-notes.js";
import { createPlaceNames, requireExisting, type SearchPlace, shownBelow } from "../search-place.js";
import { createLinkPolicy, searchWithoutTwins } from "../search-twins.js";
import { refuseSpecial } from "../translate-failure.js";
import { findUnreadablePlaces } from "../unreadable-places.js";
import type { GrepPlan } from "./check.js";
import { grepFace } from "./face.js";
import { type Collection, type Findings, type GrepSearch, modes, type PlaceFindings } from "./findings.js";
import type { GrepOutput, OutputMode } from "./schema.js";

export async function executeGrep(
  plan: GrepPlan,
  context: CallContext,
): Promise<Outcome<GrepOutput, string>> {
  const { page, mode } = plan;
  const places = await requirePlaces(plan, context);
  const timeoutMs = context.session.limits.searchTimeoutMs;
  const search = await context.workspace.getSearch();
  const { sequence } = context.session.ledger;
  const answer = async (
    sites: readonly Site[],
    meter: FoundMeter | undefined,
  ): Promise<Outcome<GrepOutput, string>> => {
    const found = await new PlacesSearch(sites, places, plan, context).find(meter);
    const { findings, isNothing, isIgnored, isLinkedLeftOut, searchedFiles, timedOut, unreadable } = found;
    const leavesOutIgnoreFiles = sites.some((site) => site.leavesOutIgnoreFiles);
    const { skippedRoots } = plan;
    const reach = { timedOut, timeoutMs, unreadable, skippedRoots, leavesOutIgnoreFiles };
    const output: GrepOutput = {
      mode,
      numFiles: findings.output.filenames.length,
      ...findings.output,
      ...(findings.hasMore ? { appliedLimit: Math.min(page.limit, findings.shown) } : {}),
      ...(page.offset > 0 && !isNothing ? { appliedOffset: page.offset } : {}),
      ...(isIgnored ? { ignoredFiles: true as const } : {}),
      ...reachOutput(reach),
    };
    const isAskedLeftOut = places.some(isFolder) && hasRules(context.policy, "ask", "read");
    const notes = { reach, isIgnored, isAskedLeftOut, isLinkedLeftOut, searchedFiles };
    const shown = findings.rendered(notes);
    const seen = findings.seen?.(shownLength(shown, grepFace.traits)) ?? [];
    return { output, shown, ledger: seen.filter((update) => isNews(update, sequence, context)) };
  };
  return reportingProgress(context, foundThings[mode], (meter) => {
    const mayReadIgnoreFile = createReadPolicy(context);
    const requests = places.map((place) => ({
      folder: folderOf(place),
      session: context.session.id,
      way: plan.filter?.way ?? [],
      mayReadIgnoreFile,
      timeoutMs,
      signal: context.signal,
      walks: isFolder(place),
      nameOf: createPlaceNames(place, context),
      mayReadLinked: createLinkPolicy(place.stat, context),
      meter,
    }));
    return search.atAll(requests, (sites) => answer(sites, meter));
  });
}

/**
 * Notebooks are tracked by cell, not by line. A version of a large file by its content is never replaced by one by its stat.
 */
function isNews({ path, version }: LedgerUpdate, sequence: number, { session }: CallContext): boolean {
  if (isNotebook({ realPath: path })) return false;
  const known = session.ledger.find(path);
  if (known === undefined || known.version.equals(version)) return true;
  // Another call has learned of a newer version since the search began.
  if ((known.sequence ?? 0) > sequence) return false;
  return known.version.isByStat || !version.isByStat;
}

/** With several roots, those where there is something to search; else the only one, or the reason why there is nothing. */
async function requirePlaces(
  { places, skippedRoots }: GrepPlan,
  context: CallContext,
): Promise<readonly SearchPlace[]> {
  const usable = places.filter((place) => isFolder(place) || place.stat?.kind === "file");
  const [first] = places;
  if (usable.length > 0 || first === undefined) return usable;
  const { kind } = await requireExisting(first, context, { mayBeFile: true, skippedRoots });
  throw refuseSpecial(first.path, kind);
}

function isFolder({ stat }: SearchPlace): boolean {
  return stat?.kind === "directory";
}

/** A file is searched from its folder, under its own name. */
function folderOf(place: SearchPlace): RealPath {
  return (isFolder(place) ? place.realPath : dirname(place.realPath)) as RealPath;
}

/** What is counted while it is searched for. */
const foundThings: Readonly<Record<OutputMode, string>> = {
  files_with_matches: "files found",
  count: "matches found",
  content: "lines found",
};

interface PlacesFindings {
  readonly findings: Findings;
  readonly isNothing: boolean;
  readonly isIgnored: boolean;
  /** Files with several names were left out, because one of the names may be denied. */
  readonly isLinkedLeftOut: boolean;
  /** How many files were searched, if nothing matched and they could be counted. */
  readonly searchedFiles: number | undefined;
  readonly timedOut: boolean;
  readonly unreadable: readonly string[];
}

type FoundWith = Omit<PlacesFindings, "isIgnored" | "isLinkedLeftOut" | "searchedFiles">;

/** One search, over all places of its plan. */
class PlacesSearch {
  readonly #sites: readonly Site[];
  readonly #places: readonly SearchPlace[];
  readonly #plan: GrepPlan;
  readonly #context: CallContext;
  readonly #mayQuote: (shown: Shown) => boolean;
  #isLinkedLeftOut = false;

  constructor(sites: readonly Site[], places: readonly SearchPlace[], plan: GrepPlan, context: CallContext) {
    this.#sites = sites;
    this.#places = places;
    this.#plan = plan;
    this.#context = context;
    this.#mayQuote = createQuotePolicy(context);
  }

  async find(meter: FoundMeter | undefined): Promise<PlacesFindings> {
    const found = await this.#findWith(true, meter);
    if (!found.isNothing || found.timedOut) return this.#conclude(found);
    const searchedFiles = await this.#countFiles(true);
    if (searchedFiles !== 0) return this.#conclude(found, { searchedFiles });
    // All that path, glob and type let through is ignored, so it is what the caller means.
    const ignored = await this.#findWith(false, meter);
    if (!ignored.isNothing) return this.#conclude(ignored, { isIgnored: true });
    return this.#conclude(ignored, {
      searchedFiles: ignored.timedOut ? undefined : await this.#countFiles(false),
    });
  }

  #conclude(
    found: FoundWith,
    { isIgnored = false, searchedFiles }: Partial<Pick<PlacesFindings, "isIgnored" | "searchedFiles">> = {},
  ): PlacesFindings {
    return { ...found, isIgnored, searchedFiles, isLinkedLeftOut: this.#isLinkedLeftOut };
  }

  async #findWith(obeysIgnoreFiles: boolean, meter: FoundMeter | undefined): Promise<FoundWith> {
    const collection = modes[this.#plan.mode](this.#plan, this.#context.workspace.content);
    const unreadable: string[] = [];
    let isNothing = true;
    let timedOut = false;
    for (const [index, place] of this.#places.entries()) {
      const site = this.#sites[index] as Site;
      meter?.startFolder();
      const found = isFolder(place)
        ? await this.#findInFolder(site, place, collection, obeysIgnoreFiles)
        : await this.#findInFile(site, place, collection);
      found.accept();
      isNothing &&= found.isNothing;
      timedOut ||= found.reach.timedOut;
      const nameOf = createPlaceNames(place, this.#context);
      unreadable.push(
        ...(await findUnreadablePlaces(found.reach.unreadable, site.folder, nameOf, this.#context)),
      );
      if (collection.isComplete()) break;
    }
    return { findings: collection.conclude(), isNothing, timedOut, unreadable };
  }

  /** A file that was named counts, whatever ignores it. */
  async #countFiles(obeysIgnoreFiles: boolean): Promise<number | undefined> {
    let count = 0;
    for (const [index, place] of this.#places.entries()) {
      if (!isFolder(place)) {
        count += 1;
        continue;
      }
      const site = this.#sites[index] as Site;
      const files = await countFiles(site, { ...(await this.#scopeOf(site, place)), obeysIgnoreFiles });
      if (files === undefined) return undefined;
      count += files;
    }
    return count;
  }

  /**
   * One file, named outright: whatever it is encoded in, and whatever the project ignores. Permission was asked for this very
   * path, which may be a saved result that no search of a folder would name.
   */
  async #findInFile(site: Site, place: SearchPlace, collection: Collection): Promise<PlaceFindings> {
    const { query } = this.#plan;
    const name = basename(place.realPath);
    const nameOf = (): string => place.path;
    const quick = await createLiteralFinder(place.realPath, { text: name }, query, site);
    if (quick !== undefined) return collection.find({ site, finder: quick, query, nameOf });
    const scope: Scope = { folder: site.folder, files: [name], obeysIgnoreFiles: true, accepts: () => true };
    const encoding = await findOddEncoding(place.realPath, site);
    const toldQuery = { ...query, encoding };
    const finder = createRipgrepFinder(site, scope, toldQuery);
    const found = await collection.find({ site, finder, query: toldQuery, nameOf });
    if (found.complaint !== undefined) throw await refuse(found.complaint, this.#plan, site);
    // ripgrep has opened it by its name.
    const { stat } = await site.fileSystem.resolve(place.realPath);
    if (stat !== undefined) await site.requireReadable(stat, place.realPath);
    return found;
  }

  async #findInFolder(
    site: Site,
    place: SearchPlace,
    collection: Collection,
    obeysIgnoreFiles: boolean,
  ): Promise<PlaceFindings> {
    const { query } = this.#plan;
    const nameOf: GrepSearch["nameOf"] = ({ text }) => join(place.path, text);
    const pathOf = (way: string): RealPath => site.pathOf(way);
    const onDoubt = (): void => {
      this.#isLinkedLeftOut = true;
    };
    const scope = { ...(await this.#scopeOf(site, place)), obeysIgnoreFiles };
    return searchWithoutTwins({ scope, pathOf, onDoubt }, this.#context, (within) =>
      searchAllEncodings(site, within, query, async (odd) => {
        const finder = createRipgrepFinder(site, within, query, odd);
        const found = await collection.find({ site, finder, query, nameOf });
        if (found.complaint !== undefined) throw await refuse(found.complaint, this.#plan, site);
        return found;
      }),
    );
  }

  async #scopeOf(site: Site, place: SearchPlace): Promise<Scope> {
    const { filter, type } = this.#plan;
    const isQuoted = (path: string): boolean => this.#mayQuote(shownBelow(place, path, site.pathOf(path)));
    return {
      folder: site.folder,
      obeysIgnoreFiles: true,
      type,
      nameGlobs: filter?.nameGlobs,
      excludedFolders: await findFoldersBeside(filter?.way ?? [], site.folder, site.fileSystem),
      accepts: filter === undefined ? isQuoted : (path) => filter.matcher.matches(path) && isQuoted(path),
    };
  }
}

async function refuse(complaint: Complaint, { query }: GrepPlan, site: Site): Promise<ToolError> {
  return complaint.kind === "pattern"
    ? refusePattern(complaint.diagnosis, query.pattern, query.multiline)
    : site.refuseType(complaint.type);
}
