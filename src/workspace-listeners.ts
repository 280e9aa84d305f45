/**
 * What listens to a workspace's events on its behalf. Everything here comes after a change: it can neither fail, delay nor
 * reorder one, and what is not asked for is not even loaded.
 */
import { randomUUID } from "node:crypto";
import type { AuditOption } from "./audit/audit-choice.js";
import { KeptAudit } from "./audit/kept-audit.js";
import type { Roots } from "./fs/containment.js";
import type { FileSystem, MaybePromise } from "./fs/file-system.js";
import type { PathSurroundings } from "./fs/guard-path.js";
import type { AbsolutePath } from "./fs/paths.js";
import type { GitDiff } from "./git/git-diff.js";
import type { ChangedFile, GitDiffs } from "./git/git-diffs.js";
import type { FileLocks } from "./locks/file-locks.js";
import { DiagnosticsDesk } from "./lsp/diagnostics-desk.js";
import { type LanguageServerOptions, resolveServerOptions } from "./lsp/server-options.js";
import type { EventHub } from "./notify/event-hub.js";
import type { EventDraft, WorkspaceEvent } from "./notify/events.js";
import { type LazyListener, listenLazily } from "./notify/lazy-listener.js";
import type { OfferedDesk } from "./notify/links/linked-desk.js";
import { type Publishing, publishEvents } from "./notify/links/publish-events.js";
import type { Sandboxing } from "./process/sandbox/sandbox.js";
import { MemoryFiles, type NamedFile } from "./secrets/memory-files.js";
import type { Environment } from "./session/limits.js";
import type { ReadableFile } from "./skills/skill-finder.js";
import type { SkillListener } from "./skills/skill-listener.js";
import type { WorkspaceAccess } from "./workspace-access.js";
import { type Participant, Participants } from "./workspace-participants.js";

export interface ListenerOptions {
  /**
   * Keeps a log of what the tools did: true in the state directory, or in a file of your choice; "user" as the user's own
   * settings or FILEWRIGHT_AUDIT say. Off unless asked for.
   */
  readonly audit?: AuditOption;
  /**
   * Language servers that the user has installed are asked about every change, and what they say goes with its result. Off
   * unless asked for: a library starts no programs on its own.
   */
  readonly lsp?: boolean | LanguageServerOptions;
  /**
   * Files that are read into later conversations, as globs like those of `.gitignore`: changes that would bring a secret
   * into one are refused. CLAUDE.md, AGENTS.md and the like by default; an empty list switches that off.
   */
  readonly memoryFiles?: readonly string[];
  readonly events?: {
    /** Tells listeners in other processes of this user, such as `filewright watch`, what happens here. Off by default. */
    readonly publish?: boolean;
  };
  /** Adds to the output of a change how the file differs from git's last commit; so does `FILEWRIGHT_GIT_DIFF=1`. */
  readonly gitDiff?: boolean;
}

/** The parts of a workspace that listeners stand on. */
export interface ListenerGround {
  readonly events: EventHub;
  readonly fileSystem: FileSystem;
  readonly roots: Roots;
  readonly environment: Environment;
  readonly access: WorkspaceAccess;
  readonly stateDirectory: AbsolutePath;
  readonly now: () => number;
  readonly locks: FileLocks;
  readonly surroundings: PathSurroundings;
  readonly sandboxing: Sandboxing;
}

/** One listener, as long as it lives. */
interface ListenerPart {
  /** Finishes what it has begun, within bounds, and lets go of processes and files. The next event begins anew. */
  close(): Promise<void>;
}

export class WorkspaceListeners {
  /** Undefined where no language servers are wanted. */
  readonly diagnostics: DiagnosticsDesk | undefined;
  /** The log of what was done, written after the calls. */
  readonly audit: KeptAudit;
  /** Which files are read into later conversations. */
  readonly memoryFiles: MemoryFiles;
  readonly #events: EventHub;
  readonly #parts: readonly (ListenerPart | undefined)[];
  /** What the engine calls itself where others listen to it: unlike any other, also one of the same process. */
  readonly engineId: string = randomUUID().slice(0, 8);
  readonly #publishing: Publishing | undefined;
  /** The conversations that use the workspace, from their first call on. */
  readonly participants: Participants = new Participants();
  readonly #openGitDiffs: (() => Promise<GitDiffs>) | undefined;
  #gitDiffs: Promise<GitDiffs> | undefined;
  #openDesk: (() => Promise<OfferedDesk>) | undefined;

  constructor(ground: ListenerGround, options: ListenerOptions) {
    this.#events = ground.events;
    this.diagnostics = openDesk(ground, options.lsp, () => this.participants.all);
    this.memoryFiles = new MemoryFiles(ground.roots, options.memoryFiles);
    const hasGitDiffs = options.gitDiff ?? ground.environment["FILEWRIGHT_GIT_DIFF"] === "1";
    this.#openGitDiffs = hasGitDiffs ? () => openGitDiffs(ground) : undefined;
    this.audit = new KeptAudit(ground, options.audit ?? false);
    this.#parts = [this.diagnostics, findSkills(ground), this.audit];
    this.#publishing = options.events?.publish === true ? this.#publish(ground) : undefined;
  }

  /** What is told besides the change of a file that was looked at before it; nothing while nobody listens. */
  memoryEventsOf(file: NamedFile, tool: string, change: string | undefined): readonly EventDraft[] {
    if (!this.#events.hears("memory-file-written") || !this.memoryFiles.isKnown(file)) return [];
    return [{ type: "memory-file-written", path: file.realPath, tool, change }];
  }

  /** How a file that was just changed differs from git's last commit; undefined where nobody wants to know. */
  findGitDiff(file: ChangedFile, signal?: AbortSignal): Promise<GitDiff | undefined> | undefined {
    if (this.#openGitDiffs === undefined) return undefined;
    this.#gitDiffs ??= this.#openGitDiffs();
    return this.#gitDiffs.then((diffs) => diffs.find(file, signal));
  }

  /** What listeners in other processes may ask of this engine, loaded when one does; the first offer counts. */
  offerDesk(open: () => Promise<OfferedDesk>): void {
    this.#openDesk ??= open;
  }

  /** Looks for a person in another process whom calls could ask, if this engine publishes at all. */
  async seekPerson(isFound: () => boolean): Promise<void> {
    await this.#publishing?.seek(isFound);
  }

  /** A session uses the workspace, from its first call on: one that is only looked at is no reason to keep anything. */
  enter(participant: Participant): void {
    this.participants.enter(participant);
  }

  /** It is over. With the last one everything ends that was begun on their behalf. */
  async leave(sessionId: string): Promise<void> {
    this.diagnostics?.forgetSession(sessionId);
    this.participants.leave(sessionId);
    if (this.participants.size === 0) await this.close();
  }

  /** Tells listeners in other processes. */
  #publish({ events, stateDirectory, roots, now }: ListenerGround): Publishing {
    const readVersion = async (): Promise<string> => (await import("./package-version.js")).readVersion();
    const { engineId } = this;
    const findDesk = (): (() => Promise<OfferedDesk>) | undefined => this.#openDesk;
    return publishEvents({ events, stateDirectory, roots, now, readVersion, engineId, findDesk });
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#parts.map((part) => part?.close()));
    // Last, so that others hear what the end of the rest has brought about.
    await this.#publishing?.close();
    this.#events.close();
  }
}

/** What language servers find goes with results. */
function openDesk(
  ground: ListenerGround,
  lsp: ListenerOptions["lsp"],
  listParticipants: () => readonly Participant[],
): DiagnosticsDesk | undefined {
  const options = resolveServerOptions(lsp, ground.environment);
  if (options === undefined) return undefined;
  const { waitMs, idleMs } = options;
  return new DiagnosticsDesk(ground.events, { waitMs }, async () => {
    const { createDiagnosticsService } = await import("./lsp/create-service.js");
    const { permissions, userSettings: settingsFile } = ground.access;
    const isTrusted = (root: AbsolutePath): MaybePromise<boolean> => permissions.store.isTrusted(root);
    const { createServerAccess } = await import("./server-access.js");
    const access = createServerAccess(ground, listParticipants);
    return createDiagnosticsService({ ...ground, access, settingsFile, isTrusted, idleMs });
  });
}

/** Skills beside files that are read or changed, for as long as somebody wants to hear of them. */
function findSkills({ events, fileSystem, roots, access }: ListenerGround): ListenerPart {
  let listener: SkillListener | undefined;
  let lazy: LazyListener | undefined;
  const load = async (): Promise<(event: WorkspaceEvent<"file-read" | "file-changed">) => void> => {
    const { SkillListener } = await import("./skills/skill-listener.js");
    const mayRead = (file: ReadableFile): Promise<boolean> => access.mayRead(file);
    listener ??= new SkillListener(events, { fileSystem, roots, mayRead });
    return (event) => listener?.hear(event.path, event);
  };
  events.whileHeard("skill-discovered", () => {
    lazy = listenLazily(events, ["file-read", "file-changed"], load);
    return () => lazy?.stop();
  });
  return {
    async close() {
      await lazy?.settled();
      await listener?.settled();
    },
  };
}

async function openGitDiffs(ground: ListenerGround): Promise<GitDiffs> {
  const { GitDiffs } = await import("./git/git-diffs.js");
  return new GitDiffs(ground);
}
