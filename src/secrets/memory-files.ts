/**
 * Which files are read into later conversations: what is written there is seen by every agent that comes after, and by
 * whoever its conversations are sent to.
 */
import { relative } from "node:path";
import { ToolError } from "../errors/tool-error.js";
import { isInside } from "../fs/containment.js";
import type { MaybePromise } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";

/** Instructions that agents read by themselves: one for all of them, then those of each. */
const names = `AGENTS.md AGENTS.override.md AGENT.md
  CLAUDE.md CLAUDE.local.md **/.claude/**/memory/** **/.claude/rules/**
  GEMINI.md QWEN.md WARP.md CRUSH.md CRUSH.local.md OpenCode.md replit.md
  .cursorrules **/.cursor/rules/** .windsurfrules **/.windsurf/rules/** .clinerules **/.clinerules/**
  .roorules* **/.roo/rules*/** **/.kiro/steering/** **/.kilocode/rules/** **/.trae/rules/** **/.amazonq/rules/**
  copilot-instructions.md **/.github/instructions/** **/.github/prompts/** **/.github/chatmodes/** **/.github/agents/**
  **/.junie/guidelines.md **/.junie/memory/** .rules .continuerules **/.continue/rules/** .augment-guidelines **/.augment/rules/**
  .goosehints **/.openhands/microagents/** **/.idx/airules.md`;

export const defaultMemoryFiles: readonly string[] = names.split(/\s+/);

/** A file under the name it was given and the one it really has. */
export interface NamedFile {
  readonly path: string;
  readonly realPath: string;
}

/** The roots, under the names they were given and those they really have. */
export interface MemoryRoots {
  readonly given: readonly string[];
  findRootOf(path: RealPath): { readonly real: RealPath } | undefined;
}

type Test = (paths: readonly string[]) => boolean;

/** Names are compared as those disks do that tell the fewest apart. */
export class MemoryFiles {
  readonly #roots: MemoryRoots;
  readonly #globs: readonly string[];
  readonly #isDefault: boolean;
  readonly #sieve: (lowerCasePath: string) => boolean;
  #loading: Promise<Test> | undefined;
  #test: Test | undefined;

  /** Globs as in `.gitignore`, from the root that a file lies in; `!` takes away. None: no file is such a file. */
  constructor(roots: MemoryRoots, globs: readonly string[] = defaultMemoryFiles) {
    this.#roots = roots;
    this.#globs = globs.map((glob) => glob.toLowerCase());
    this.#isDefault = globs === defaultMemoryFiles;
    this.#sieve = createSieve(this.#globs.filter((glob) => !glob.startsWith("!")));
  }

  /** Costs a few comparisons for nearly every file. Refused while the host's globs are none, whatever the file. */
  includes(file: NamedFile): MaybePromise<boolean> {
    const isLoaded = this.#isDefault || this.#test !== undefined;
    if (isLoaded && !this.#passesSieve(file)) return false;
    if (this.#test !== undefined) return this.#matches(file, this.#test);
    this.#loading ??= loadTest(this.#globs).then((test) => (this.#test = test));
    return this.#loading.then((test) => this.#matches(file, test));
  }

  /** The same of a file that `includes` has been asked about, without waiting. */
  isKnown(file: NamedFile): boolean {
    return this.#test !== undefined && this.#passesSieve(file) && this.#matches(file, this.#test);
  }

  #passesSieve({ path, realPath }: NamedFile): boolean {
    return this.#sieve(foldPath(path)) || (path !== realPath && this.#sieve(foldPath(realPath)));
  }

  #matches({ path, realPath }: NamedFile, test: Test): boolean {
    const names = path === realPath ? [path] : [path, realPath];
    return test(names.flatMap((name) => this.#waysTo(name)).map(foldPath));
  }

  /** From every root it lies in, and from the top: such files outside the roots are such files all the same. */
  #waysTo(path: string): readonly string[] {
    const real = this.#roots.findRootOf(path as RealPath)?.real;
    const fromRoots = [...this.#roots.given, ...(real === undefined ? [] : [real])]
      .filter((root) => path !== root && isInside(path, root))
      .map((root) => relative(root, path));
    return [...fromRoots, path].map((way) => way.replaceAll("\\", "/").replace(/^\/{1,8}/, ""));
  }
}

const PLAIN = /^[ -~]*$/;

/** Many disks have no regard for capitals, some none for what is not seen, and Windows none for dots and spaces at the end. */
function foldPath(path: string): string {
  const seen = PLAIN.test(path)
    ? path
    : path
        .normalize("NFC")
        .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
        .toUpperCase();
  return seen.toLowerCase().replace(/(?<=[^/. ])[. ]+(?=\/|$)/g, "");
}

/** Globs are compiled by what searches have, too: nobody need load that before a file is met that may be one of these. */
async function loadTest(globs: readonly string[]): Promise<Test> {
  const { compileGlobFilter } = await import("../text/glob/glob-list.js");
  const [wanted, unwanted] = [false, true].map((isUnwanted) =>
    globs.filter((glob) => glob.startsWith("!") === isUnwanted),
  ) as [string[], string[]];
  if (wanted.length === 0) return () => false;
  const matchers = [wanted, unwanted].map((list) => {
    const matcher = compileGlobFilter(list);
    if ("problem" in matcher) throw refuseGlobs(matcher.problem);
    return matcher;
  });
  const [isWanted, isLeft] = matchers;
  return (paths) =>
    paths.some((path) => isWanted?.matches(path)) && paths.every((path) => isLeft?.matches(path));
}

/** A path that lacks a word which a glob spells out can't match it; most paths lack it of every glob. */
function createSieve(globs: readonly string[]): (path: string) => boolean {
  const words = globs.map(findPlainWord);
  return (path) => words.some((word) => path.includes(word));
}

/** The longest part of a name in a glob that is spelled out; empty if there is none, or alternatives hide it. */
function findPlainWord(glob: string): string {
  if (/[{(\\]/.test(glob)) return "";
  const parts = glob
    .split("/")
    .filter((part) => !/[[\]]/.test(part))
    .flatMap((part) => part.split(/[*?]/));
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}

/** Which files have to be guarded is not known then, so that none may be changed. */
function refuseGlobs(problem: string): ToolError {
  return new ToolError(
    "SETTINGS_INVALID",
    "The host's list of memory files can't be used, so nothing was written. Tell the user.",
    { data: { option: "memoryFiles", problem }, hint: problem },
  );
}
