/** Where a pattern looks and what it matches there, by its letters alone; whether anything is there comes after. */
import { isAbsolute, join, relative, sep } from "node:path";
import { ToolError } from "../../errors/tool-error.js";
import { isInside } from "../../fs/containment.js";
import { guardPath } from "../../fs/guard-path.js";
import type { AbsolutePath, RealPath } from "../../fs/paths.js";
import type { RootProblem } from "../../fs/root-problems.js";
import { clip } from "../../text/clip.js";
import { compileGlob, type GlobMatcher } from "../../text/glob/compile-glob.js";
import { findNameGlobs } from "../../text/glob/name-globs.js";
import { trimGlob } from "../../text/glob/parse-glob.js";
import { findLiteralPath, splitStaticPrefix } from "../../text/glob/static-prefix.js";
import { visible } from "../../text/visible.js";
import type { CallContext } from "../context.js";
import type { CheckRequest, Plan } from "../define-tool.js";
import { createShowPolicy } from "../judge-access.js";
import { accessOf, findSearchPaths, resolvePlace, type SearchPlace } from "../search-place.js";
import type { GlobInput } from "./schema.js";

export interface GlobPlan extends Plan {
  /** Several only with several roots. */
  readonly targets: readonly GlobTarget[];
  readonly skippedRoots: readonly RootProblem[];
}

/** One folder to look in, and what the pattern means there. */
export interface GlobTarget {
  readonly place: SearchPlace;
  readonly matcher: GlobMatcher;
  readonly nameGlobs: readonly string[] | undefined;
  /** The folders that everything it matches lies in, from the place down. */
  readonly way: readonly string[];
  /** The path it names, when it has no wildcard at all. */
  readonly literal: string | undefined;
}

export async function checkGlob(
  { input, path }: CheckRequest<GlobInput>,
  context: CallContext,
): Promise<GlobPlan> {
  const pattern = trimGlob(input.pattern);
  if (pattern === "") {
    throw new ToolError(
      "INPUT_INVALID",
      'Glob: pattern is empty. "*" lists a directory, "**/*" everything below it.',
    );
  }
  const { located, skippedRoots } = await locatePattern(pattern, input.path, path, context);
  const followed = await Promise.all(located.map((each) => followNamedLink(each, context)));
  return {
    accesses: followed.flatMap(({ places }) => places.map(accessOf)),
    targets: followed.map(({ place, rest }) => targetOf(place, rest, pattern)),
    skippedRoots,
  };
}

function targetOf(place: SearchPlace, rest: string, pattern: string): GlobTarget {
  const matcher = compileGlob(rest);
  if ("problem" in matcher) {
    throw new ToolError(
      "PATTERN_INVALID",
      `Glob: "${visible(clip(pattern, 60))}" can't be used as a pattern: ${matcher.problem}. Use a simpler one.`,
      { data: { pattern: clip(pattern, 200) } },
    );
  }
  return {
    place,
    matcher,
    nameGlobs: findNameGlobs(rest),
    way: stepsOf(splitStaticPrefix(rest).folder),
    literal: findLiteralPath(rest),
  };
}

interface LocatedPattern {
  readonly folder: AbsolutePath;
  readonly rest: string;
}

interface LocatedPatterns {
  readonly located: readonly LocatedPattern[];
  readonly skippedRoots: readonly RootProblem[];
}

interface FollowedPattern {
  readonly place: SearchPlace;
  readonly rest: string;
  /** All that have to be permitted. */
  readonly places: readonly SearchPlace[];
}

/**
 * No walk follows a link, but whoever writes `current/**` names it; what it leads to is then the place to look in. Whether
 * anything is there must not decide whether it is judged: a refusal would tell that a denied folder exists.
 */
async function followNamedLink(
  { folder, rest }: LocatedPattern,
  context: CallContext,
): Promise<FollowedPattern> {
  const place = await resolvePlace(folder, context);
  const fixed = splitStaticPrefix(rest);
  const way = stepsOf(fixed.folder);
  if (way.length === 0) return { place, rest, places: [place] };
  const named = await resolvePlace(join(place.path, ...way) as AbsolutePath, context);
  const unfollowed = join(place.realPath, ...way) as RealPath;
  const isLink = named.realPath !== unfollowed;
  // A name that is denied is not followed: a link there would be refused, where anything else is merely not found.
  const isNameable = createShowPolicy(context)({ path: named.path, realPath: unfollowed, kind: "folder" });
  if (!isLink || !isNameable) return { place, rest, places: [place] };
  return named.stat?.kind === "directory"
    ? { place: named, rest: fixed.rest, places: [named] }
    : { place, rest, places: [named, place] };
}

function stepsOf(folder: string): string[] {
  return folder.split("/").filter((step) => step !== "" && step !== ".");
}

/** An absolute pattern brings its folder with it; one that leads upwards is taken from where it leads to. */
async function locatePattern(
  pattern: string,
  given: string | undefined,
  absolute: AbsolutePath | undefined,
  context: CallContext,
): Promise<LocatedPatterns> {
  const { surroundings } = context.workspace;
  const fixed = splitStaticPrefix(pattern);
  if (isAbsolute(fixed.folder) || /^~(?:\/|$)/.test(fixed.folder)) {
    const folder = guardPath(fixed.folder, surroundings);
    return { located: [await fromBase(folder, fixed.rest, context)], skippedRoots: [] };
  }
  const { paths, skippedRoots } = await findSearchPaths(given, absolute, context);
  if (!fixed.folder.split("/").includes(".."))
    return { located: paths.map((folder) => ({ folder, rest: pattern })), skippedRoots };
  if (paths.length > 1) {
    const shown = visible(clip(pattern, 60));
    const problem = `Glob: "${shown}" leads upwards, and with several roots it is not clear from where. Give an absolute path.`;
    throw new ToolError("INPUT_INVALID", problem);
  }
  const folder = guardPath(`${paths[0]}/${fixed.folder}`, surroundings);
  return { located: [await fromBase(folder, fixed.rest, context)], skippedRoots };
}

/** From where searches begin, if the folder lies there: its ignore rules then apply as they do to other patterns. */
async function fromBase(
  folder: AbsolutePath,
  rest: string,
  { workspace }: CallContext,
): Promise<LocatedPattern> {
  const { folders } = await workspace.findSearchBases();
  const from = folders.find((base) => isInside(folder, base) && workspace.roots.names(base));
  if (from === undefined || folder === from) return { folder, rest };
  const way = relative(from, folder).split(sep).map(escapeName).join("/");
  return { folder: from, rest: `${way}/${rest}` };
}

function escapeName(name: string): string {
  return name.replace(/[\\*?[\]{}()!@+|,]/g, (special) => `\\${special}`);
}
