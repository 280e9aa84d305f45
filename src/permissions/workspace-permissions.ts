/**
 * What holds for every session of a workspace: the rules of its host and of its settings files, compiled anew when one
 * of them has changed. Where nobody has written a rule, nothing is loaded and nothing waits.
 */
import { type FileSystem, FileSystemError, type MaybePromise } from "../fs/file-system.js";
import { finish, type Steps, waitFor } from "../fs/maybe-promise.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { type GivenRule, type PermissionMode, type RuleSource, ruleLists } from "./access.js";
import { type Anchors, emptyRules, type RuleSet } from "./rule-set.js";
import { ownTools } from "./rule-tools.js";
import type { LoadedSettings } from "./settings/compose-settings.js";
import type { SettingsStore } from "./settings/settings-store.js";

/** Rules and mode as a host gives them in code. */
export interface PermissionRules {
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly allow?: readonly string[];
  readonly mode?: PermissionMode;
}

export interface PermissionOptions extends PermissionRules {
  /** False reads no settings files. */
  readonly settings?: boolean;
  /** A settings file besides the usual ones, such as an agent's own with a `permissions` block. */
  readonly settingsFile?: string;
  /** "ignore" spares the look whether a file with several names is a denied one under another of them. */
  readonly hardLinks?: "check" | "ignore";
  /** Whether names that differ in capitals are one; found out by itself where it is not given. */
  readonly foldsCase?: boolean | ((path: RealPath) => boolean);
}

export interface PermissionGround {
  readonly fileSystem: FileSystem;
  readonly platform: NodeJS.Platform;
  readonly workingDirectory: string;
  readonly homeDirectory: string;
  readonly roots: RootsInForce;
  readonly store: SettingsStore;
}

/** The roots, to which settings may add. */
interface RootsInForce {
  readonly given: readonly AbsolutePath[];
  readonly host: readonly AbsolutePath[];
  extend(extra: readonly AbsolutePath[]): void;
}

/** What is in force now; another object as soon as anything of it changes. */
export interface InForce {
  readonly rules: RuleSet;
  readonly anchors: Anchors;
  /** The host's own roots, without those that settings add, under both names as well. */
  readonly hostRoots: readonly string[];
  /** The names of all tools that rules can speak of. */
  readonly tools: readonly string[];
  readonly mode: PermissionMode;
  readonly isBypassDisabled: boolean;
  readonly settings: LoadedSettings | undefined;
}

export class WorkspacePermissions {
  readonly store: SettingsStore;
  readonly hardLinks: "check" | "ignore";
  readonly #ground: PermissionGround;
  readonly #options: PermissionOptions;
  #tools: readonly string[] = ownTools;
  /** The revision of the settings that the roots come from. */
  #rootsOf = 0;
  #known: { readonly settings: LoadedSettings | undefined; readonly inForce: InForce } | undefined;

  constructor(ground: PermissionGround, options: PermissionOptions) {
    this.store = ground.store;
    this.hardLinks = options.hardLinks ?? "check";
    this.#ground = ground;
    this.#options = options;
  }

  /** A host's own tools can be named in rules like ours. */
  addTools(names: readonly string[]): void {
    const added = names.filter((name) => !this.#tools.includes(name));
    if (added.length === 0) return;
    this.#tools = [...this.#tools, ...added];
    this.#known = undefined;
  }

  /** Exact before a change; what was in force a moment ago is good enough for a look. */
  load(options: { readonly isExact: boolean }): MaybePromise<InForce> {
    if (this.#options.settings === false) return this.#combine(undefined);
    const settings = this.store.load(options);
    return settings instanceof Promise
      ? settings.then((loaded) => this.#combine(loaded))
      : this.#combine(settings);
  }

  #combine(settings: LoadedSettings | undefined): MaybePromise<InForce> {
    if (this.#known !== undefined && this.#known.settings === settings) return this.#known.inForce;
    return finish(this.#combineAnew(settings));
  }

  *#combineAnew(settings: LoadedSettings | undefined): Steps<InForce> {
    const tools = this.#tools;
    // On a slow disk an older look may end last; it must not bring old roots back.
    const revision = settings?.revision ?? 0;
    if (revision >= this.#rootsOf) {
      this.#rootsOf = revision;
      this.#ground.roots.extend(settings?.extraRoots ?? []);
    }
    const { anchors, isWhole } = yield* this.#findAnchors();
    const { names: hostRoots } = yield* this.#findNames(this.#ground.roots.host);
    const source: RuleSource = { kind: "host", folders: anchors.workingDirectories };
    const given = [...listRules(this.#options, source), ...(settings?.rules ?? [])];
    const rules = given.length === 0 ? emptyRules : yield* waitFor(compile(given, anchors, tools));
    const mode = this.#options.mode ?? settings?.mode ?? "default";
    const isBypassDisabled = settings?.isBypassDisabled ?? false;
    const inForce = { rules, anchors, hostRoots, tools, mode, isBypassDisabled, settings };
    // A folder whose real name is not known yet is looked up again: rules must hold under both. So are new tools' names.
    if (isWhole && tools === this.#tools) this.#known = { settings, inForce };
    return inForce;
  }

  /** Under the names they were given and the ones they really have, so that a rule holds under both. */
  *#findAnchors(): Steps<{ readonly anchors: Anchors; readonly isWhole: boolean }> {
    const { platform, workingDirectory, homeDirectory, roots } = this.#ground;
    const found = [
      yield* this.#findNames([workingDirectory]),
      yield* this.#findNames([homeDirectory]),
      yield* this.#findNames(roots.given),
    ] as const;
    const [workingDirectories, homes, rootNames] = found.map(({ names }) => names) as [
      string[],
      string[],
      string[],
    ];
    const anchors = { workingDirectories, homes, roots: rootNames, platform };
    return { anchors, isWhole: found.every(({ isWhole }) => isWhole) };
  }

  *#findNames(folders: readonly string[]): Steps<{ readonly names: string[]; readonly isWhole: boolean }> {
    const names = new Set<string>();
    let isWhole = true;
    for (const folder of folders) {
      names.add(folder);
      try {
        const { realPath } = yield* waitFor(this.#ground.fileSystem.resolve(folder as AbsolutePath));
        names.add(realPath);
      } catch (cause) {
        if (!(cause instanceof FileSystemError)) throw cause;
        isWhole = false;
      }
    }
    return { names: [...names], isWhole };
  }
}

/** `ignore`, which compares paths with patterns, is loaded with the first rule. */
export async function compile(
  given: readonly GivenRule[],
  anchors: Anchors,
  tools: readonly string[],
): Promise<RuleSet> {
  const { compileRules } = await import("./compile-rules.js");
  return compileRules(given, anchors, { tools });
}

export function listRules(rules: PermissionRules, source: RuleSource): readonly GivenRule[] {
  return ruleLists.flatMap((list) => (rules[list] ?? []).map((text) => ({ text, list, source })));
}
