/** What to search for, and where, as far as the input tells; whether anything is there comes after permission. */
import { ToolError } from "../../errors/tool-error.js";
import type { RootProblem } from "../../fs/root-problems.js";
import type { LineQuery, Page } from "../../search/query.js";
import { clip } from "../../text/clip.js";
import type { GlobMatcher } from "../../text/glob/compile-glob.js";
import { compileGlobFilter, splitGlobList } from "../../text/glob/glob-list.js";
import { findNameGlobs } from "../../text/glob/name-globs.js";
import { splitStaticPrefix } from "../../text/glob/static-prefix.js";
import { formatCount } from "../../text/quantities.js";
import { visible } from "../../text/visible.js";
import type { CallContext } from "../context.js";
import type { CheckRequest, Plan } from "../define-tool.js";
import { accessOf, findSearchPaths, resolvePlace, type SearchPlace } from "../search-place.js";
import { DEFAULT_HEAD_LIMIT, type GrepInput, type OutputMode } from "./schema.js";

export interface GrepPlan extends Plan {
  /** Several only with several roots. */
  readonly places: readonly SearchPlace[];
  readonly skippedRoots: readonly RootProblem[];
  readonly mode: OutputMode;
  readonly query: LineQuery;
  readonly page: Page;
  readonly showsNumbers: boolean;
  readonly type: string | undefined;
  readonly filter: FileFilter | undefined;
}

/** Which files `glob` lets through. */
export interface FileFilter {
  readonly matcher: GlobMatcher;
  readonly nameGlobs: readonly string[] | undefined;
  /** The folders that all of them lie in, from the searched one down. */
  readonly way: readonly string[];
}

export async function checkGrep(
  { input, path }: CheckRequest<GrepInput>,
  context: CallContext,
): Promise<GrepPlan> {
  refuseUnsendable("pattern", input.pattern);
  if (input.type !== undefined) refuseUnsendable("type", input.type);
  const { paths, skippedRoots } = await findSearchPaths(input.path, path, context);
  const places = await Promise.all(paths.map((each) => resolvePlace(each, context)));
  const around = input["-C"] ?? input.context ?? 0;
  return {
    accesses: places.map(accessOf),
    places,
    skippedRoots,
    mode: input.output_mode ?? "files_with_matches",
    query: {
      pattern: input.pattern,
      ignoreCase: input["-i"] ?? false,
      multiline: input.multiline ?? false,
      onlyMatching: input["-o"] ?? false,
      before: input["-B"] ?? around,
      after: input["-A"] ?? around,
    },
    page: {
      offset: input.offset ?? 0,
      limit: input.head_limit === 0 ? Infinity : (input.head_limit ?? DEFAULT_HEAD_LIMIT),
    },
    showsNumbers: input["-n"] ?? true,
    type: input.type,
    filter: input.glob === undefined || input.glob.trim() === "" ? undefined : compileFilter(input.glob),
  };
}

/** ripgrep takes time with the square of the length: half a second for this, a minute for the longest argument there is. */
const MAX_ARGUMENT_BYTES = 10_000;

/** What no program can be given as an argument, or no file can contain as sent. */
function refuseUnsendable(name: string, value: string): void {
  if (value === "") {
    const advice =
      name === "pattern" ? ' It would match every line; "." finds lines that are not empty.' : "";
    throw new ToolError("INPUT_INVALID", `Grep: ${name} is empty.${advice}`);
  }
  if (value.includes("\0")) {
    const advice = name === "pattern" ? "To search for one, write \\x00." : "Leave it out.";
    throw new ToolError("INPUT_INVALID", `Grep: ${name} contains a NUL character. ${advice}`);
  }
  const bytes = Buffer.byteLength(value);
  if (bytes > MAX_ARGUMENT_BYTES) {
    const advice = name === "pattern" ? "Search for a shorter part of it." : 'Give one such as "ts".';
    throw new ToolError(
      "INPUT_INVALID",
      `Grep: ${name} has ${formatCount(bytes)} bytes, and ${formatCount(MAX_ARGUMENT_BYTES)} is the limit. ${advice}`,
    );
  }
  if (!value.isWellFormed())
    throw new ToolError(
      "INPUT_INVALID",
      `Grep: ${name} contains half of a surrogate pair. Send valid Unicode.`,
    );
}

function compileFilter(text: string): FileFilter {
  const globs = splitGlobList(text);
  const matcher = compileGlobFilter(globs);
  if ("problem" in matcher) {
    throw new ToolError(
      "PATTERN_INVALID",
      `Grep: glob "${visible(clip(text, 60))}" can't be used: ${matcher.problem}. Use a simpler one.`,
      { data: { glob: clip(text, 200) } },
    );
  }
  const wanted = globs.filter((glob) => !glob.startsWith("!") || glob.startsWith("!("));
  const nameGlobs = wanted.map(findNameGlobs);
  return {
    matcher,
    nameGlobs:
      wanted.length === 0 || nameGlobs.includes(undefined)
        ? undefined
        : nameGlobs.flatMap((list) => list ?? []),
    way: wanted.length === 1 ? findWay(wanted[0] ?? "") : [],
  };
}

function findWay(glob: string): readonly string[] {
  // `src/` is a name alone, which is looked for in every folder.
  if (!/\/[^/]/.test(glob)) return [];
  const steps = splitStaticPrefix(glob.replace(/^\//, ""))
    .folder.split("/")
    .filter((step) => step !== "");
  return steps.includes("..") ? [] : steps;
}
