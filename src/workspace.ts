/**
 * What sessions share: the disk, the roots, the locks, the history, the events, the line indexes of large files.
 * Everything with state lives here or in a session; modules hold none.
 */
import { join } from "node:path";
import type { KeptAudit } from "./audit/kept-audit.js";
import { ContentReader } from "./content/content-reader.js";
import { Roots } from "./fs/containment.js";
import type { FileSystem, MaybePromise } from "./fs/file-system.js";
import type { PathSurroundings } from "./fs/guard-path.js";
import { findHome } from "./fs/node/home.js";
import { createProcessLife, readProcessIdentity } from "./fs/node/process-life.js";
import { createNodeFileSystem } from "./fs/node-file-system.js";
import type { AbsolutePath, RealPath } from "./fs/paths.js";
import type { ProcessIdentity, ProcessLife } from "./fs/process-life.js";
import { findStateDirectory } from "./fs/state-directory.js";
import { createNames } from "./fs/unique-names.js";
import { History, type HistoryOptions } from "./history/history.js";
import { FileLocks } from "./locks/file-locks.js";
import { KeyedQueue } from "./locks/keyed-queue.js";
import { ProcessLocks } from "./locks/process-lock.js";
import { MediaServices } from "./media/media-services.js";
import type { ChangeOwnFile } from "./mutation/change-own-file.js";
import { isOwnerAlive, renderOwner } from "./mutation/owner.js";
import type { MutationGround } from "./mutation/write-ahead.js";
import { EventHub, type EventOrigin } from "./notify/event-hub.js";
import type { AskHandler } from "./permissions/ask.js";
import { findConfigFolder } from "./permissions/settings/settings-places.js";
import type { PermissionOptions } from "./permissions/workspace-permissions.js";
import { createHelperSandbox } from "./process/sandbox/confine-helper.js";
import type { SandboxMode } from "./process/sandbox/policy.js";
import { Sandboxing } from "./process/sandbox/sandbox.js";
import { findRestoreRefusal } from "./restore-access.js";
import type { Search } from "./search/site.js";
import type { Environment } from "./session/limits.js";
import { requireSandboxChoice } from "./session/setting-fields.js";
import { AsciiViewer } from "./text/ascii-view.js";
import { Vocabulary } from "./tokens/vocabulary.js";
import { WorkspaceAccess } from "./workspace-access.js";
import { type ListenerOptions, WorkspaceListeners } from "./workspace-listeners.js";
import {
  findSearchBases,
  type Location,
  type LocationOptions,
  locateWorkspace,
  type SearchBases,
  toAbsolute,
} from "./workspace-location.js";

export interface WorkspaceOptions extends ListenerOptions, LocationOptions {
  readonly fileSystem?: FileSystem;
  /** Asked when a call needs a person's permission. Without it such calls are refused. */
  readonly onAsk?: AskHandler;
  /** Rules, mode and settings files; see `docs/concepts/permissions.md`. */
  readonly permissions?: PermissionOptions;
  /** Where history, locks and saved results live; `$XDG_STATE_HOME/filewright`, or `FILEWRIGHT_STATE`, by default. */
  readonly stateDirectory?: string;
  /** What is kept of changed files, and how long. False keeps nothing: then no change can be undone. */
  readonly history?: HistoryOptions | false;
  /**
   * "full" has every change on the platter before it is reported. "none" leaves that to the system: a power cut may
   * then lose the last changes, never more than that, and a crash of the process nothing at all.
   */
  readonly durability?: "full" | "none";
  /** The ripgrep to search with, by its absolute path, in the place of the one that comes with the package. */
  readonly ripgrep?: string;
  /**
   * Whether programs that the workspace starts (ripgrep, git, helpers, language servers) run in a sandbox: "prefer" where
   * the system offers one, "require" never without, "off" without. `FILEWRIGHT_SANDBOX` wins over it, and settings of a
   * project can make it stricter. "prefer" by default.
   */
  readonly sandbox?: SandboxMode;
  /** Variables to use instead of the process's own. */
  readonly environment?: Environment;
}

/** Functions that a host may give us. */
export type HostHook =
  | "countTokens"
  | "foldsCase"
  | "limits"
  | "onAsk"
  | "onKnown"
  | "onProgress"
  | "onResult";

/** Of events that belong to no call. */
const nowhere: EventOrigin = Object.freeze({ sessionId: "", callId: "" });

export class Workspace {
  readonly fileSystem: FileSystem;
  readonly content: ContentReader;
  readonly roots: Roots;
  readonly events: EventHub;
  readonly asciiViewer: AsciiViewer = new AsciiViewer();
  /** How the programs that are started here are confined. */
  readonly sandboxing: Sandboxing = new Sandboxing(() => this.access.findSandboxMode());
  readonly media: MediaServices = new MediaServices(createHelperSandbox(this.sandboxing));
  readonly vocabulary: Vocabulary = new Vocabulary({ confineHelper: createHelperSandbox(this.sandboxing) });
  readonly locks: FileLocks;
  /** Undefined when the host has switched it off. */
  readonly history: History | undefined;
  readonly mutation: MutationGround;
  readonly location: Location;
  readonly surroundings: PathSurroundings;
  readonly stateDirectory: AbsolutePath;
  readonly environment: Environment;
  /** Whether the kernel keeps this process to the roots it was started with. */
  readonly isConfined: boolean;
  /** Rules, questions, and what else decides who may do what. */
  readonly access: WorkspaceAccess;
  /** Who is told what happened, once it has. */
  readonly listeners: WorkspaceListeners;
  readonly now: () => number = Date.now;
  readonly #life: ProcessLife = createProcessLife();
  readonly #newName = createNames();
  #identity: ProcessIdentity | undefined;
  #processLocks: ProcessLocks | undefined;
  readonly #ripgrep: string | undefined;
  #search: Promise<Search> | undefined;
  #recovery: Promise<void> | undefined;
  #isRecovering = false;

  constructor(options: WorkspaceOptions = {}) {
    this.environment = options.environment ?? process.env;
    this.isConfined = this.environment["FILEWRIGHT_CONFINED"] === "1";
    this.fileSystem = options.fileSystem ?? createNodeFileSystem();
    this.content = new ContentReader(this.fileSystem, this.now);
    this.events = new EventHub(this.now);
    this.#ripgrep = options.ripgrep;
    this.location = locateWorkspace(options, findHome(this.environment));
    this.surroundings = this.location.surroundings;
    this.roots = new Roots(this.location.roots, this.fileSystem);
    this.stateDirectory = this.#absolute(
      options.stateDirectory ?? findStateDirectory(this.environment, this.surroundings.homeDirectory),
    );
    const isDurable = options.durability !== "none";
    this.history =
      options.history === false ? undefined : this.#createHistory(options.history ?? {}, isDurable);
    const { fileSystem, history } = this;
    this.mutation = { fileSystem, history, isDurable, randomName: this.#newName };
    this.locks = new FileLocks(
      new KeyedQueue(),
      () => this.#getProcessLocks(),
      () => this.#recoverAbandoned(),
      (error) =>
        this.events.emit({ type: "internal-error", tool: "locks", reference: "release", error }, nowhere),
    );
    this.access = this.#createAccess(options);
    this.listeners = new WorkspaceListeners(this, options);
  }

  #createAccess({ permissions = {}, onAsk, sandbox }: WorkspaceOptions): WorkspaceAccess {
    const { fileSystem, roots, surroundings, stateDirectory, now, locks, mutation } = this;
    const configFolder = this.#absolute(findConfigFolder(this.environment, surroundings.homeDirectory));
    const { isDurable, randomName } = mutation;
    const own = { fileSystem, locks, isDurable, randomName, privateFolder: configFolder };
    const changeOwnFile: ChangeOwnFile = async (...given) => {
      const { createOwnFileChanger } = await import("./mutation/change-own-file.js");
      return createOwnFileChanger(own)(...given);
    };
    const { reportHookFailure } = this;
    const ground = {
      fileSystem,
      roots,
      surroundings,
      stateDirectory,
      configFolder,
      now,
      sandbox: requireSandboxChoice(this.environment, sandbox),
      changeOwnFile,
      requireAudit: (...given: Parameters<KeptAudit["require"]>): MaybePromise<void> =>
        this.listeners.audit.require(...given),
      reportHookFailure,
    };
    return new WorkspaceAccess(ground, permissions, onAsk);
  }

  /** Emits that a function of the host's failed and was done without. */
  readonly reportHookFailure = (hook: HostHook, error: unknown, origin: EventOrigin = nowhere): void =>
    this.events.emit({ type: "internal-error", tool: "host", reference: hook, error }, origin);

  /** Bounds for the roots, such as a client's own idea of where it works: they can take away, never add. */
  narrowRoots(folders: readonly string[]): void {
    this.roots.narrow(folders.map((folder) => this.#absolute(folder)));
  }

  /** The folders that a search without a path looks in, as roots and disk are now. */
  findSearchBases(): Promise<SearchBases> {
    return findSearchBases(this.location, this.roots, this.fileSystem);
  }

  /** What searches; loaded with the first search. */
  getSearch(): Promise<Search> {
    return (this.#search ??= this.#createSearch());
  }

  async #createSearch(): Promise<Search> {
    const { createSearch } = await import("./search/create-search.js");
    const { fileSystem, environment, roots, sandboxing } = this;
    return createSearch({
      fileSystem,
      sandboxing,
      environment,
      program: this.#ripgrep,
      isInsideRoots: (path) => roots.contains(path),
    });
  }

  /** Before the first change: what a crash has left is put right, and what is too old is removed. */
  recovered(): Promise<void> {
    return (this.#recovery ??= this.#recover());
  }

  /** Ends all that the workspace has begun, whoever still uses it; what comes next begins anew. */
  async close(): Promise<void> {
    await this.listeners.close();
    await this.rest();
  }

  /** Lets go of what is not in use just now, when one of those who use it has finished. */
  async rest(): Promise<void> {
    await this.#recovery;
    await this.history?.close();
    await Promise.all([this.media.endIfIdle(), this.vocabulary.endIfIdle()]);
  }

  async #recover(): Promise<void> {
    await this.#recoverAbandoned();
    await this.#reportingFailure(async () => this.history?.prune());
  }

  /** Puts right what processes that died have left; at the start, and whenever one is found to have died at its work. */
  async #recoverAbandoned(): Promise<void> {
    const { history, content, roots } = this;
    if (history === undefined || this.#isRecovering) return;
    this.#isRecovering = true;
    await this.#reportingFailure(async () => {
      if ((await history.findAbandoned()).length === 0) return;
      const isInsideRoots = (path: RealPath): MaybePromise<boolean> => roots.contains(path);
      const findRefusal = async (path: RealPath): Promise<string | undefined> =>
        findRestoreRefusal(path, await this.access.loadPolicy({ isExact: true }), this);
      const ground = { ...this.mutation, history, content, isInsideRoots, findRefusal };
      const { recover } = await import("./mutation/recover.js");
      await this.locks.run("history", () => recover(ground));
    });
    this.#isRecovering = false;
  }

  /** The past can't be put right now, on a full disk say; that is no reason to refuse the work of today. */
  async #reportingFailure(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.events.emit({ type: "internal-error", tool: "history", reference: "recovery", error }, nowhere);
    }
  }

  #createHistory(options: HistoryOptions, isDurable: boolean): History {
    const { fileSystem, stateDirectory } = this;
    const identity = (): ProcessIdentity => this.#getIdentity();
    const life = this.#life;
    return new History(
      {
        fileSystem,
        stateDirectory,
        folder: join(stateDirectory, "history") as AbsolutePath,
        owner: () => renderOwner(identity()),
        isOwnerAlive: (owner, newestAt) =>
          isOwnerAlive(owner, { identity: identity(), life, ageMs: Date.now() - newestAt }),
        isDurable,
        now: this.now,
        randomName: this.#newName,
        onForeign: ({ path }) => this.#reportForeign(path),
      },
      options,
    );
  }

  #reportForeign(path: string): void {
    const sentence = `${path} holds records that are not signed with this user's key. They are ignored, and the file is kept.`;
    this.events.emit(
      { type: "internal-error", tool: "history", reference: "foreign-records", error: new Error(sentence) },
      nowhere,
    );
  }

  #getProcessLocks(): ProcessLocks {
    this.#processLocks ??= new ProcessLocks({
      fileSystem: this.fileSystem,
      folder: join(this.stateDirectory, "locks") as AbsolutePath,
      self: this.#getIdentity(),
      life: this.#life,
    });
    return this.#processLocks;
  }

  /** Read when first needed: it takes a few small reads, and most workspaces that only read never need it. */
  #getIdentity(): ProcessIdentity {
    return (this.#identity ??= readProcessIdentity());
  }

  #absolute(path: string): AbsolutePath {
    const { workingDirectory, homeDirectory } = this.surroundings;
    return toAbsolute(path, () => workingDirectory, homeDirectory);
  }
}
