/** Searches the places of a plan: folders by ripgrep, a file that is named outright by itself. */
import { basename, join } from "node:path";
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
import type { CallContext } from "../context.js";
import { createQuotePolicy, type Shown } from "../judge-access.js";
import { createPlaceNames, type SearchPlace, shownBelow } from "../search-place.js";
import { searchWithoutTwins } from "../search-twins.js";
import { findUnreadablePlaces } from "../unreadable-places.js";
import type { GrepPlan } from "./check.js";
import { type Collection, type Findings, type GrepSearch, modes, type PlaceFindings } from "./findings.js";

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
export class PlacesSearch {
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

export function isFolder({ stat }: SearchPlace): boolean {
  return stat?.kind === "directory";
}

async function refuse(complaint: Complaint, { query }: GrepPlan, site: Site): Promise<ToolError> {
  return complaint.kind === "pattern"
    ? refusePattern(complaint.diagnosis, query.pattern, query.multiline)
    : site.refuseType(complaint.type);
}
