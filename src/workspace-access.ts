/**
 * Who may do what in a workspace, in one place: the rules in force, the questions that wait, our own places that are
 * closed to tools, and what must be known of a volume or a file with several names to judge a path rightly.
 */
import { join } from "node:path";
import { isInside, type Roots } from "./fs/containment.js";
import {
  type FileStat,
  type FileSystem,
  FileSystemError,
  type MaybePromise,
  type ResolvedPath,
} from "./fs/file-system.js";
import { guardPath, type PathSurroundings } from "./fs/guard-path.js";
import type { AbsolutePath, RealPath } from "./fs/paths.js";
import type { ClosedPlace, Operation, Rule } from "./permissions/access.js";
import type { AskHandler } from "./permissions/ask.js";
import type { CaseFolding } from "./permissions/case-folding.js";
import { decide, findDenyRule, type Policy } from "./permissions/decide.js";
import type { DeniedTwins } from "./permissions/denied-twins.js";
import type { FoundNames, HardLinkNames, LinkedFile } from "./permissions/hard-link-names.js";
import { isProcessFile } from "./permissions/process-files.js";
import { QuestionQueue } from "./permissions/question-queue.js";
import { ManagedPolicyFile } from "./permissions/settings/managed-policy.js";
import { LOCAL_FILE, SETTINGS_FOLDER, USER_FILE } from "./permissions/settings/settings-places.js";
import { SettingsStore } from "./permissions/settings/settings-store.js";
import type { ChangeFile } from "./permissions/settings/settings-writer.js";
import {
  type PermissionGround,
  type PermissionOptions,
  WorkspacePermissions,
} from "./permissions/workspace-permissions.js";
import type { SandboxMode } from "./process/sandbox/policy.js";

export interface AccessGround {
  readonly fileSystem: FileSystem;
  readonly roots: Roots;
  readonly surroundings: PathSurroundings;
  readonly stateDirectory: AbsolutePath;
  /** Where the user's own settings lie. */
  readonly configFolder: AbsolutePath;
  readonly now: () => number;
  /** What environment or host say about the sandbox. */
  readonly sandbox: SandboxMode | undefined;
  readonly changeOwnFile: ChangeFile;
  /** Throws if the audit log that a managed policy requires can't be written. */
  readonly requireAudit: NonNullable<PermissionGround["requireAudit"]>;
  /** Tells the host that one of its functions failed. */
  readonly reportHookFailure: (hook: "foldsCase", error: unknown) => void;
}

/** Another name of a file: denied by a rule, one of our own, or perhaps either. */
export type Twin = Rule | "unknown" | "state" | "settings";

/** Our own places as rules, for the search of other names that goes by such. */
const ownRules: Readonly<Record<"state" | "settings", Rule>> = {
  state: { text: "state", list: "deny", source: { kind: "host", folders: [] } },
  settings: { text: "settings", list: "deny", source: { kind: "host", folders: [] } },
};

export class WorkspaceAccess {
  readonly permissions: WorkspacePermissions;
  readonly questions: QuestionQueue;
  readonly #ground: AccessGround;
  readonly #options: PermissionOptions;
  readonly #settingsFile: AbsolutePath | undefined;
  #caseFolding: CaseFolding | undefined;
  #twins: Promise<DeniedTwins> | undefined;
  #names: Promise<HardLinkNames> | undefined;
  /** Written out once for each: many files are asked about under one policy. */
  readonly #deniedByPolicy = new WeakMap<Policy, string>();
  #realStateDirectory: MaybePromise<RealPath> | undefined;

  constructor(ground: AccessGround, options: PermissionOptions, onAsk: AskHandler | undefined) {
    const { fileSystem, roots, surroundings, configFolder, now } = ground;
    const { platform, workingDirectory, homeDirectory } = surroundings;
    this.#ground = ground;
    this.questions = new QuestionQueue(onAsk, now);
    this.#options = options;
    const { settingsFile } = options;
    this.#settingsFile = settingsFile === undefined ? undefined : guardPath(settingsFile, surroundings);
    const { requireAudit } = ground;
    const managed = new ManagedPolicyFile();
    const store = new SettingsStore({
      fileSystem,
      roots: roots.host,
      configFolder,
      homeDirectory,
      now,
      changeFile: ground.changeOwnFile,
      managedFolder: managed.folder,
      ...(this.#settingsFile === undefined ? {} : { settingsFile: this.#settingsFile }),
    });
    this.permissions = new WorkspacePermissions(
      {
        fileSystem,
        platform,
        workingDirectory,
        homeDirectory,
        roots,
        store,
        managed,
        requireAudit,
        sandbox: ground.sandbox,
      },
      options,
    );
  }

  get userSettings(): AbsolutePath {
    return join(this.#ground.configFolder, USER_FILE) as AbsolutePath;
  }

  /** Where settings lie that no root holds. */
  get settingsPlaces(): readonly string[] {
    return [this.#ground.configFolder, ...(this.#settingsFile === undefined ? [] : [this.#settingsFile])];
  }

  /** Where an answer for good is written: the root's own local settings, or those of the first root. */
  findLocalSettings(
    wanted: AbsolutePath | undefined,
  ): { readonly file: AbsolutePath; readonly root: AbsolutePath } | undefined {
    const { host } = this.#ground.roots;
    const root = wanted !== undefined && host.includes(wanted) ? wanted : host[0];
    if (root === undefined || this.#options.settings === false) return undefined;
    return { file: join(root, SETTINGS_FOLDER, LOCAL_FILE) as AbsolutePath, root };
  }

  /** Where our own state really lies; to be waited for before a path is judged, which then waits for nothing. */
  findState(): MaybePromise<RealPath> {
    this.#realStateDirectory ??= this.#resolveStateDirectory();
    return this.#realStateDirectory;
  }

  /** Whether programs must, should or need not run in a sandbox, as settings are now. */
  findSandboxMode(): MaybePromise<SandboxMode> {
    const inForce = this.permissions.load({ isExact: false });
    return inForce instanceof Promise ? inForce.then(({ sandbox }) => sandbox) : inForce.sandbox;
  }

  /** Places that no rule opens: our own state and the inside of processes, and for changes our own settings. */
  findClosedPlace(operation: Operation, path: string, realPath: string): ClosedPlace | undefined {
    const names = path === realPath ? [path] : [path, realPath];
    if (names.some((name) => this.#isOwnState(name))) return "state";
    if (isProcessFile(realPath)) return "process";
    const { store } = this.permissions;
    return operation === "write" && names.some((name) => store.isOwnSettings(name)) ? "settings" : undefined;
  }

  /** Whether the volume takes names that differ in capitals for one; only allow rules need to know. */
  foldsCase(resolved: ResolvedPath): MaybePromise<boolean> {
    return this.#caseFolding?.foldsCase(resolved) ?? this.#probeCase(resolved);
  }

  async #probeCase(resolved: ResolvedPath): Promise<boolean> {
    const { CaseFolding } = await import("./permissions/case-folding.js");
    const { fileSystem, reportHookFailure } = this.#ground;
    const onFailure = (error: unknown): void => reportHookFailure("foldsCase", error);
    this.#caseFolding ??= new CaseFolding(fileSystem, this.#options.foldsCase, onFailure);
    return this.#caseFolding.foldsCase(resolved);
  }

  async #createTwins(): Promise<DeniedTwins> {
    const { DeniedTwins } = await import("./permissions/denied-twins.js");
    return new DeniedTwins(this.#ground);
  }

  /** The names of a file with hard links, as far as they lie in the roots or where rules allow changes. */
  async findNames(file: LinkedFile, policy: Policy, signal: AbortSignal | undefined): Promise<FoundNames> {
    this.#names ??= this.#createNames();
    const allowed = policy.sets.flatMap((set) => set.allowedPlaces);
    return (await this.#names).find(file, [...policy.roots, ...allowed] as AbsolutePath[], signal);
  }

  async #createNames(): Promise<HardLinkNames> {
    const { HardLinkNames } = await import("./permissions/hard-link-names.js");
    return new HardLinkNames(this.#ground.fileSystem);
  }

  /** What closes this very file under another of its names: a rule that denies it there, or a place of our own. */
  async findTwin(
    stat: FileStat,
    operation: Operation,
    policy: Policy,
    signal: AbortSignal | undefined,
  ): Promise<Twin | undefined> {
    const { stateDirectory, configFolder } = this.#ground;
    const { store } = this.permissions;
    const findDeny = (path: string, kind: "file" | "folder"): Rule | undefined => {
      const place = this.findClosedPlace(operation, path, path);
      if (place === "state" || place === "settings") return ownRules[place];
      return findDenyRule(policy, { tool: "Read", operation, path, realPath: path, kind });
    };
    const isAnyDenied = policy.sets.some((set) => set.has("deny", operation));
    const denied = isAnyDenied ? [...policy.roots, ...policy.sets.flatMap((set) => set.deniedPlaces)] : [];
    const places = [stateDirectory, configFolder, ...store.knownFiles, ...denied];
    this.#twins ??= this.#createTwins();
    const twins = await this.#twins;
    const found = await twins.find(stat, {
      places: [...new Set(places)] as RealPath[],
      findDeny,
      revision: this.#revisionOf(policy, operation),
      ...(signal === undefined ? {} : { signal }),
    });
    if (found === undefined || found === "unknown") return found;
    if (found === ownRules.state) return "state";
    return found === ownRules.settings ? "settings" : found;
  }

  /**
   * Whether a file inside the roots may be looked into on behalf of nobody in particular: what the workspace's rules deny, or
   * want to be asked about, may not.
   */
  async mayRead({ path, realPath, stat }: { readonly path: AbsolutePath } & ResolvedPath): Promise<boolean> {
    if (!(await this.#ground.roots.contains(realPath))) return false;
    await this.findState();
    const policy = await this.loadPolicy({ isExact: false });
    const hasTwins = stat !== undefined && stat.links > 1 && this.permissions.hardLinks === "check";
    if (hasTwins && (await this.findTwin(stat, "read", policy, undefined)) !== undefined) return false;
    const closedPlace = this.findClosedPlace("read", path, realPath);
    const known = { kind: "file", isInsideRoots: true, isNamedInsideRoots: true, foldsCase: true } as const;
    const request = {
      tool: "Read",
      operation: "read",
      path,
      realPath,
      ...known,
    } as const;
    return decide(policy, { ...request, closedPlace }).answer === "allow";
  }

  /** The workspace's own rules, for what is done on behalf of no session. */
  async loadPolicy(options: { readonly isExact: boolean }): Promise<Policy> {
    const { rules, anchors, mode } = await this.permissions.load(options);
    return { sets: [rules], mode, roots: anchors.roots };
  }

  /** Two policies with the same deny rules find the same twins. */
  #revisionOf(policy: Policy, operation: Operation): string {
    let denied = this.#deniedByPolicy.get(policy);
    if (denied === undefined) {
      const rules = policy.sets.flatMap((set) => set.rules.filter(({ list }) => list === "deny"));
      denied = JSON.stringify(rules.map(({ text, source }) => [text, source.folders]));
      this.#deniedByPolicy.set(policy, denied);
    }
    return `${operation} ${denied}`;
  }

  /** Whether a path lies in the state directory, under the name it was given or the one it really has. */
  #isOwnState(path: string): boolean {
    const real = this.findState();
    const isReally = !(real instanceof Promise) && isInside(path, real);
    return isReally || isInside(path, this.#ground.stateDirectory);
  }

  #resolveStateDirectory(): MaybePromise<RealPath> {
    const { stateDirectory, fileSystem } = this.#ground;
    const given = stateDirectory as RealPath;
    try {
      const resolved = fileSystem.resolve(given);
      if (!(resolved instanceof Promise)) return resolved.realPath;
      return resolved.then(
        ({ realPath }) => (this.#realStateDirectory = realPath),
        () => (this.#realStateDirectory = given),
      );
    } catch (cause) {
      if (cause instanceof FileSystemError) return given;
      throw cause;
    }
  }
}
