import { basename, dirname, join } from "node:path";
import type { ToolError } from "../../errors/tool-error.js";
import type { RealPath } from "../../fs/paths.js";
import { findOddEncoding } from "../../search/encodings/odd-file.js";
import { searchAllEncodings } from "../../search/encodings/search-all.js";
import { hasAnyFile } from "../../search/find-files.js";
import { createRipgrepFinder } from "../../search/finder.js";
import { createLiteralFinder } from "../../search/in-process/literal-finder.js";
import { findFoldersBeside } from "../../search/narrow.js";
import type { Scope } from "../../search/query.js";
import { type Complaint, refusePattern } from "../../search/ripgrep/diagnose.js";
import type { Site } from "../../search/site.js";
import type { CallContext } from "../context.js";
import type { Outcome } from "../define-tool.js";
import { createQuotePolicy, hasRules, type Shown } from "../judge-access.js";
import { reportingProgress } from "../report-progress.js";
import { reachOutput } from "../search-notes.js";
import { createPlaceNames, requireExisting, shownBelow } from "../search-place.js";
import { searchWithoutTwins } from "../search-twins.js";
import { refuseSpecial } from "../translate-failure.js";
import { findUnreadablePlaces } from "../unreadable-places.js";
import type { GrepPlan } from "./check.js";
import { type Findings, type GrepSearch, modes } from "./findings.js";
import type { GrepOutput, OutputMode } from "./schema.js";

export async function executeGrep(
  plan: GrepPlan,
  context: CallContext,
): Promise<Outcome<GrepOutput, string>> {
  const { place, page, mode } = plan;
  const stat = await requireExisting(place, context, { mayBeFile: true });
  if (stat.kind !== "file" && stat.kind !== "directory") throw refuseSpecial(place.path, stat.kind);
  const isFile = stat.kind === "file";
  // A file is searched from its folder, under its own name.
  const folder = (isFile ? dirname(place.realPath) : place.realPath) as RealPath;
  const mayQuote = createQuotePolicy(context);
  const timeoutMs = context.session.limits.searchTimeoutMs;
  const search = await context.workspace.getSearch();
  const nameOf = createPlaceNames(place, context);
  const request = { folder, timeoutMs, signal: context.signal, walks: !isFile, nameOf };
  const answer = async (site: Site): Promise<Outcome<GrepOutput, string>> => {
    let isLinkedLeftOut = false;
    const onDoubt = (): void => {
      isLinkedLeftOut = true;
    };
    const { findings, isIgnored } = isFile
      ? { findings: await findInFile(site, plan), isIgnored: false }
      : await findInFolder(site, plan, { mayQuote, onDoubt }, context);
    const unreadable = await findUnreadablePlaces(findings.reach.unreadable, folder, nameOf, context);
    const output: GrepOutput = {
      mode,
      numFiles: findings.output.filenames.length,
      ...findings.output,
      ...(findings.hasMore ? { appliedLimit: Math.min(page.limit, findings.shown) } : {}),
      ...(page.offset > 0 && !findings.isNothing ? { appliedOffset: page.offset } : {}),
      ...(isIgnored ? { ignoredFiles: true as const } : {}),
      ...reachOutput(findings.reach, unreadable),
    };
    const isAskedLeftOut = !isFile && hasRules(context.policy, "ask", "read");
    const shown = findings.rendered({
      reach: findings.reach,
      unreadable,
      timeoutMs,
      isIgnored,
      isAskedLeftOut,
      isLinkedLeftOut,
    });
    return { output, shown };
  };
  return reportingProgress(context, foundThings[mode], (meter) => search.at({ ...request, meter }, answer));
}

/** What is counted while it is searched for. */
const foundThings: Readonly<Record<OutputMode, string>> = {
  files_with_matches: "files found",
  count: "matches found",
  content: "lines found",
};

/**
 * One file, named outright: whatever it is encoded in, and whatever the project ignores. Permission was asked for this very
 * path, which may be a saved result that no search of a folder would name.
 */
async function findInFile(site: Site, plan: GrepPlan): Promise<Findings> {
  const { place, query, mode } = plan;
  const name = basename(place.realPath);
  const nameOf = (): string => place.path;
  const quick = await createLiteralFinder(place.realPath, { text: name }, query, site.fileSystem);
  if (quick !== undefined) return modes[mode]({ site, finder: quick, query, plan, nameOf });
  const scope: Scope = { folder: site.folder, files: [name], obeysIgnoreFiles: true, accepts: () => true };
  const encoding = await findOddEncoding(place.realPath, site.fileSystem);
  const toldQuery = { ...query, encoding };
  const finder = createRipgrepFinder(site, scope, toldQuery);
  const findings = await modes[mode]({ site, finder, query: toldQuery, plan, nameOf });
  if (findings.complaint !== undefined) throw await refuse(findings.complaint, plan, site);
  return findings;
}

async function findInFolder(
  site: Site,
  plan: GrepPlan,
  { mayQuote, onDoubt }: { readonly mayQuote: (shown: Shown) => boolean; readonly onDoubt: () => void },
  context: CallContext,
): Promise<{ readonly findings: Findings; readonly isIgnored: boolean }> {
  const { place, query, mode } = plan;
  const scope = await scopeOf(site, plan, mayQuote);
  const nameOf: GrepSearch["nameOf"] = ({ text }) => join(place.path, text);
  const pathOf = (way: string): RealPath => site.pathOf(way);
  const find = (wanted: Scope): Promise<Findings> =>
    searchWithoutTwins({ scope: wanted, pathOf, onDoubt }, context, (within) =>
      searchAllEncodings(site, within, query, async (odd) => {
        const finder = createRipgrepFinder(site, within, query, odd);
        const found = await modes[mode]({ site, finder, query, plan, nameOf });
        if (found.complaint !== undefined) throw await refuse(found.complaint, plan, site);
        return found;
      }),
    );
  const findings = await find(scope);
  if (!findings.isNothing || findings.reach.timedOut || (await hasAnyFile(site, scope)))
    return { findings, isIgnored: false };
  // All that path, glob and type let through is ignored, so it is what the caller means.
  const ignored = await find({ ...scope, obeysIgnoreFiles: false });
  return { findings: ignored, isIgnored: !ignored.isNothing };
}

async function scopeOf(site: Site, plan: GrepPlan, mayQuote: (shown: Shown) => boolean): Promise<Scope> {
  const { filter, type, place } = plan;
  const isQuoted = (path: string): boolean => mayQuote(shownBelow(place, path, site.pathOf(path)));
  return {
    folder: site.folder,
    obeysIgnoreFiles: true,
    type,
    nameGlobs: filter?.nameGlobs,
    excludedFolders: await findFoldersBeside(filter?.way ?? [], site.folder, site.fileSystem),
    accepts: filter === undefined ? isQuoted : (path) => filter.matcher.matches(path) && isQuoted(path),
  };
}

async function refuse(complaint: Complaint, { query }: GrepPlan, site: Site): Promise<ToolError> {
  return complaint.kind === "pattern"
    ? refusePattern(complaint.diagnosis, query.pattern, query.multiline)
    : site.refuseType(complaint.type);
}
