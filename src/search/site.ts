/** A folder that is being searched for one call: held in place, with the call's time and its cancellation. */
import { ToolError } from "../errors/tool-error.js";
import { type FileStat, type FileSystem, FileSystemError, type MaybePromise } from "../fs/file-system.js";
import { type AbsolutePath, type RealPath, type RealPathOrBytes, textOfPath } from "../fs/paths.js";
import type { Confine } from "../process/sandbox/policy.js";
import { type Sandboxing, SandboxUnavailable } from "../process/sandbox/sandbox.js";
import type { Attempt } from "./attempts.js";
import type { FoundMeter } from "./found-meter.js";
import type { FoundPath } from "./found-path.js";
import {
  findAmong,
  findForeignIgnoreFiles,
  findHindranceAbove,
  findHindranceOnTheWay,
  type Hindrance,
} from "./hindrance.js";
import type { RequireReadable } from "./own-text.js";
import type { Reach } from "./query.js";
import { withoutIgnoreFiles } from "./ripgrep/arguments.js";
import { refuseHindrance } from "./ripgrep/diagnose.js";
import type { Parser } from "./ripgrep/parsers.js";
import { type Ripgrep, type RunEnd, type RunRequest, TimeBudget } from "./ripgrep/ripgrep.js";
import { SearchQueue } from "./search-queue.js";

export interface SiteRequest {
  readonly folder: RealPath;
  /** The id of the session that searches; sessions take turns. */
  readonly session: string;
  /** Does not include the time a search waits for its turn. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Whether folders are walked, and not only files named. */
  readonly walks: boolean;
  /** Told of all that is found, as it is found. */
  readonly meter?: FoundMeter | undefined;
  /** Whether a file with several hard links may be read, judged by the descriptor that is read. By default it may. */
  readonly mayReadLinked?: ((opened: FileStat) => MaybePromise<boolean>) | undefined;
  /** Folders below the folder, each in the one before, that everything searched for lies in. */
  readonly way?: readonly string[];
  /** Whether an ignore file that is a link may be read where it leads. By default it may. */
  readonly mayReadIgnoreFile?: ((path: RealPath) => MaybePromise<boolean>) | undefined;
  /** How a path is named in a refusal; undefined when it may not be. */
  readonly nameOf: (path: AbsolutePath) => Promise<string | undefined>;
}

/** The folder as ripgrep is started in it. */
type HeldSite = Pick<RunRequest, "workingDirectory" | "confine">;

export class Site {
  readonly folder: RealPath;
  readonly fileSystem: FileSystem;
  readonly #ripgrep: Ripgrep;
  readonly #prefix: string;
  readonly #held: HeldSite;
  readonly #budget: TimeBudget;
  readonly #signal: AbortSignal | undefined;
  readonly #request: SiteRequest;
  #explanation: Promise<ToolError | undefined> | undefined;
  #isLeft = false;
  #withoutIgnoreFiles: readonly string[] = [];

  constructor(fileSystem: FileSystem, ripgrep: Ripgrep, request: SiteRequest, held: HeldSite) {
    this.folder = request.folder;
    this.fileSystem = fileSystem;
    this.#ripgrep = ripgrep;
    this.#prefix = request.folder === "/" ? "/" : `${request.folder}/`;
    this.#held = held;
    this.#budget = new TimeBudget(request.timeoutMs);
    this.#signal = request.signal;
    this.#request = request;
  }

  /** Looks at the ignore files that are sure to be read before any program is started that would read them. */
  async refuseHindrance(): Promise<void> {
    const refusal = this.#request.walks ? await this.#refuse(await this.#findSureHindrance()) : undefined;
    if (refusal !== undefined) throw refusal;
  }

  /** Ignore files of a kind of which one leads to a place that may not be read are not obeyed. */
  async leaveOutIgnoreFiles(): Promise<void> {
    const { walks, way = [], mayReadIgnoreFile } = this.#request;
    if (!walks || mayReadIgnoreFile === undefined) return;
    const kinds = await findForeignIgnoreFiles(this.folder, way, this.fileSystem, mayReadIgnoreFile);
    this.#withoutIgnoreFiles = withoutIgnoreFiles(kinds);
  }

  /** Whether some ignore files are not obeyed. */
  get leavesOutIgnoreFiles(): boolean {
    return this.#withoutIgnoreFiles.length > 0;
  }

  /** Lets nothing go on that looks at the folder. */
  async leave(): Promise<void> {
    this.#isLeft = true;
    await this.#explanation?.catch(() => undefined);
  }

  run(commandArguments: readonly string[], onOutput: Parser, stopSignal?: AbortSignal): Promise<RunEnd> {
    return this.#ripgrep.run({
      ...this.#surroundings,
      arguments: [...this.#withoutIgnoreFiles, ...commandArguments],
      stopSignal,
      onOutput,
    });
  }

  /** What a run calls with each thing it finds; undefined when nobody wants to know. */
  startCount(): ((count?: number) => void) | undefined {
    return this.#request.meter?.startRun();
  }

  /** Whether the call has no time left; throws when it is cancelled. */
  get isTimeUp(): boolean {
    this.#signal?.throwIfAborted();
    return this.#budget.isUp;
  }

  /** A run that can be abandoned, with what `conclude` makes of its end. */
  attempt<T>(
    commandArguments: readonly string[],
    onOutput: Parser,
    conclude: (end: RunEnd) => T | undefined | Promise<T | undefined>,
  ): Attempt<T> {
    const stopping = new AbortController();
    return {
      result: this.run(commandArguments, onOutput, stopping.signal).then(conclude),
      // With a reason, because the one that is made up otherwise costs more than all the rest of this.
      abandon: () => stopping.abort("abandoned"),
    };
  }

  /** The whole path of something found below the folder. */
  locate(path: FoundPath): RealPathOrBytes {
    if (path.bytes !== undefined) return Buffer.concat([Buffer.from(this.#prefix), path.bytes]);
    return this.pathOf(path.text);
  }

  /** The whole path of a way below the folder. */
  pathOf(way: string): RealPath {
    return `${this.#prefix}${way}` as RealPath;
  }

  /** Throws MOVED if what was opened at a path is a hard link that may not be read. */
  readonly requireReadable: RequireReadable = async (opened, path) => {
    if (opened.links < 2 || (await this.#request.mayReadLinked?.(opened)) !== false) return;
    throw new FileSystemError("MOVED", textOfPath(path));
  };

  refuseType(type: string): Promise<ToolError> {
    return this.#ripgrep.refuseType(type, this.#surroundings);
  }

  get #surroundings(): Omit<RunRequest, "arguments" | "stopSignal" | "onOutput"> {
    return {
      ...this.#held,
      budget: this.#budget,
      signal: this.#signal,
      explainTrouble: this.#explainTrouble,
    };
  }

  /** Once for all runs: they walk the same folders. */
  readonly #explainTrouble = (): Promise<ToolError | undefined> => {
    this.#explanation ??= this.#findAnyHindrance().then((found) => this.#refuse(found));
    return this.#explanation;
  };

  async #findSureHindrance(): Promise<Hindrance | undefined> {
    const { fileSystem, folder } = this;
    const found = await findAmong(this.#ripgrep.settingsFiles, fileSystem);
    return found ?? (this.#request.walks ? findHindranceAbove(folder, fileSystem) : undefined);
  }

  async #findAnyHindrance(): Promise<Hindrance | undefined> {
    const sure = await this.#findSureHindrance();
    if (sure !== undefined || !this.#request.walks) return sure;
    const isWanted = (): boolean => !this.#isLeft && this.#signal?.aborted !== true;
    return findHindranceOnTheWay(this.folder, this.fileSystem, isWanted);
  }

  async #refuse(hindrance: Hindrance | undefined): Promise<ToolError | undefined> {
    if (hindrance === undefined) return undefined;
    return refuseHindrance(await this.#request.nameOf(hindrance.path), hindrance.kind);
  }
}

/** Searches work in a folder that stays the same one until they are over. */
export class Search {
  readonly #fileSystem: FileSystem;
  readonly #ripgrep: Ripgrep;
  readonly #sandboxing: Sandboxing;
  readonly #queue: SearchQueue;

  constructor(
    fileSystem: FileSystem,
    ripgrep: Ripgrep,
    sandboxing: Sandboxing,
    queue: SearchQueue = new SearchQueue(),
  ) {
    this.#fileSystem = fileSystem;
    this.#ripgrep = ripgrep;
    this.#sandboxing = sandboxing;
    this.#queue = queue;
  }

  /** Holds several folders at a time. Their time begins to run together, so it is one limit for all of them. */
  atAll<T>(requests: readonly SiteRequest[], use: (sites: readonly Site[]) => Promise<T>): Promise<T> {
    const [first] = requests;
    if (first === undefined) return use([]);
    // One turn for all folders: a search that needed several could wait for itself.
    return this.#queue.run(first.session, first.signal, () => this.#holdAll(requests, use));
  }

  #holdAll<T>(requests: readonly SiteRequest[], use: (sites: readonly Site[]) => Promise<T>): Promise<T> {
    const [first, ...others] = requests;
    if (first === undefined) return use([]);
    return this.#hold(first, (site) => this.#holdAll(others, (sites) => use([site, ...sites])));
  }

  async #hold<T>(request: SiteRequest, use: (site: Site) => Promise<T>): Promise<T> {
    const held = await this.#fileSystem.holdFolder(request.folder);
    if (held === undefined) {
      throw new ToolError(
        "SEARCH_UNAVAILABLE",
        "The files of this workspace do not lie on a disk of this machine, where they could be searched. Read files by their paths instead.",
      );
    }
    let site: Site | undefined;
    try {
      const confine = await this.#confine(request.folder);
      site = new Site(this.#fileSystem, this.#ripgrep, request, { workingDirectory: held.path, confine });
      await site.refuseHindrance();
      await site.leaveOutIgnoreFiles();
      await this.#ripgrep.prepare();
      return await use(site);
    } finally {
      await site?.leave();
      await held.release();
    }
  }

  async #confine(folder: RealPath): Promise<Confine | undefined> {
    if ((await this.#sandboxing.findMode()) === "off") return undefined;
    try {
      return await this.#sandboxing.confine(await this.#ripgrep.createPolicy(folder, this.#fileSystem));
    } catch (cause) {
      if (!(cause instanceof SandboxUnavailable)) throw cause;
      throw new ToolError("SEARCH_UNAVAILABLE", `${cause.message} Tell the user.`, { cause });
    }
  }
}

/** `unreadable` are places besides those that ripgrep could not look into. */
export function reachOf(end: RunEnd, unreadable: readonly string[] = []): Reach {
  return { timedOut: end.how === "timed-out", unreadable: [...end.unreadable, ...unreadable] };
}
