/** Where a pattern looks and what it matches there, by its letters alone; whether anything is there comes after. */
import { isAbsolute, join, relative, sep } from "node:path";
import { ToolError } from "../../errors/tool-error.js";
import { isInside } from "../../fs/containment.js";
import { guardPath } from "../../fs/guard-path.js";
import type { AbsolutePath } from "../../fs/paths.js";
import { clip } from "../../text/clip.js";
import { compileGlob, type GlobMatcher } from "../../text/glob/compile-glob.js";
import { findNameGlobs } from "../../text/glob/name-globs.js";
import { trimGlob } from "../../text/glob/parse-glob.js";
import { findLiteralPath, splitStaticPrefix } from "../../text/glob/static-prefix.js";
import { visible } from "../../text/visible.js";
import type { CallContext } from "../context.js";
import type { CheckRequest, Plan } from "../define-tool.js";
import { accessOf, resolvePlace, type SearchPlace } from "../search-place.js";
import type { GlobInput } from "./schema.js";

export interface GlobPlan extends Plan {
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
  const { place, rest, places } = await followNamedLink(locatePattern(pattern, path, context), context);
  const matcher = compileGlob(rest);
  if ("problem" in matcher) {
    throw new ToolError(
      "PATTERN_INVALID",
      `Glob: "${visible(clip(pattern, 60))}" can't be used as a pattern: ${matcher.problem}. Use a simpler one.`,
      { data: { pattern: clip(pattern, 200) } },
    );
  }
  return {
    accesses: places.map(accessOf),
    place,
    matcher,
    nameGlobs: findNameGlobs(rest),
    way: stepsOf(splitStaticPrefix(rest).folder),
    literal: findLiteralPath(rest),
  };
}

interface LocatedPattern {
  readonly folder: AbsolutePath | undefined;
  readonly rest: string;
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
  const isLink = named.failure === undefined && named.realPath !== join(place.realPath, ...way);
  if (!isLink) return { place, rest, places: [place] };
  return named.stat?.kind === "directory"
    ? { place: named, rest: fixed.rest, places: [named] }
    : { place, rest, places: [named, place] };
}

function stepsOf(folder: string): string[] {
  return folder.split("/").filter((step) => step !== "" && step !== ".");
}

/** An absolute pattern brings its folder with it; one that leads upwards is taken from where it leads to. */
function locatePattern(
  pattern: string,
  path: AbsolutePath | undefined,
  { workspace }: CallContext,
): LocatedPattern {
  const { surroundings } = workspace;
  const fixed = splitStaticPrefix(pattern);
  const isOwnPlace = isAbsolute(fixed.folder) || /^~(?:\/|$)/.test(fixed.folder);
  const climbs = fixed.folder.split("/").includes("..");
  if (!isOwnPlace && !climbs) return { folder: path, rest: pattern };
  const base = path ?? surroundings.workingDirectory;
  const folder = guardPath(isOwnPlace ? fixed.folder : `${base}/${fixed.folder}`, surroundings);
  // From the working directory where that is possible: its ignore rules then apply as they do to other patterns.
  const from = surroundings.workingDirectory as AbsolutePath;
  if (!isInside(folder, from) || folder === from) return { folder, rest: fixed.rest };
  const way = relative(from, folder).split(sep).map(escapeName).join("/");
  return { folder: from, rest: `${way}/${fixed.rest}` };
}

function escapeName(name: string): string {
  return name.replace(/[\\*?[\]{}()!@+|,]/g, (special) => `\\${special}`);
}
