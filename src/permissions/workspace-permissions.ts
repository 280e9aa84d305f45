/**
 * What holds for every session of a workspace: the rules of its host and of its settings files, compiled anew when one
 * of them has changed. Where nobody has written a rule, nothing is loaded and nothing waits.
 */

import { ToolError } from "../errors/tool-error.js";
import { type FileSystem, FileSystemError, type MaybePromise } from "../fs/file-system.js";
import { finish, type Steps, waitFor } from "../fs/maybe-promise.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { createRest } from "../fs/rest.js";
import { type SandboxMode, stricterSandbox } from "../process/sandbox/policy.js";
import { resolveSettings } from "../session/setting-fields.js";
import { type GivenRule, type PermissionMode, type RuleSource, ruleLists } from "./access.js";
import { type Anchors, emptyRules, type RuleSet } from "./rule-set.js";
import { ownTools } from "./rule-tools.js";
import type { LoadedSettings } from "./settings/compose-settings.js";
import {
  type ManagedPolicy,
  type ManagedPolicyFile,
  requireAllowedMode,
  withhold,
} from "./settings/managed-policy.js";
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
  /** The administrator's policy; read whatever the options say. */
  readonly managed: ManagedPolicyFile;
  /** Resolves once the audit log that the policy requires can be written; throws if it can't. */
  readonly requireAudit?: (
    audit: NonNullable<ManagedPolicy["audit"]>,
    options: { readonly isExact: boolean },
  ) => MaybePromise<void>;
  /** What environment or host say about the sandbox. */
  readonly sandbox: SandboxMode | undefined;
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
  /** Whether programs must, should or need not run in a sandbox. */
  readonly sandbox: SandboxMode;
  readonly settings: LoadedSettings | undefined;
  readonly managed: ManagedPolicy | undefined;
  /** Rules that do not count because of the policy, and settings that it overrules. */
  readonly overruled: { readonly rules: readonly GivenRule[]; readonly warnings: readonly string[] };
}

interface Known {
  readonly settings: LoadedSettings | undefined;
  readonly managed: ManagedPolicy | undefined;
  readonly tools: readonly string[];
  /**
   * A promise while the rules are compiled, for all calls that come meanwhile. It stays one, rejected, if they are refused:
   * they would be refused again, at the same cost.
   */
  inForce: MaybePromise<InForce>;
}

interface Combined {
  readonly inForce: InForce;
  /** Whether the real names of all folders are known. */
  readonly isWhole: boolean;
}

export class WorkspacePermissions {
  readonly store: SettingsStore;
  readonly #ground: PermissionGround;
  readonly #options: PermissionOptions;
  #tools: readonly string[] = ownTools;
  /** The revision of the settings that the roots come from. */
  #rootsOf = 0;
  #known: Known | undefined;

  constructor(ground: PermissionGround, options: PermissionOptions) {
    this.store = ground.store;
    this.#ground = ground;
    this.#options = options;
  }

  /** A host's own tools can be named in rules like ours. */
  addTools(names: readonly string[]): void {
    const added = names.filter((name) => !this.#tools.includes(name));
    if (added.length === 0) return;
    this.#tools = [...this.#tools, ...added];
  }

  /** A host may do without the check, but not where an administrator denies anything. */
  get hardLinks(): "check" | "ignore" {
    const isRequired = (this.#ground.managed.known?.deny ?? []).length > 0;
    return isRequired ? "check" : (this.#options.hardLinks ?? "check");
  }

  /** The policy as it was loaded last. */
  get managed(): ManagedPolicy | undefined {
    return this.#ground.managed.known;
  }

  /** Exact before a change; read-only calls may use what was in force a moment ago. */
  load(options: { readonly isExact: boolean }): MaybePromise<InForce> {
    const managed = this.#ground.managed.load();
    if (managed instanceof Promise) return managed.then((policy) => this.#loadUnder(policy, options));
    return this.#loadUnder(managed, options);
  }

  #loadUnder(
    managed: ManagedPolicy | undefined,
    options: { readonly isExact: boolean },
  ): MaybePromise<InForce> {
    const ready =
      managed?.audit === undefined ? undefined : this.#ground.requireAudit?.(managed.audit, options);
    if (ready instanceof Promise) return ready.then(() => this.#loadSettings(managed, options));
    return this.#loadSettings(managed, options);
  }

  #loadSettings(
    managed: ManagedPolicy | undefined,
    options: { readonly isExact: boolean },
  ): MaybePromise<InForce> {
    if (this.#options.settings === false) return this.#combine(undefined, managed);
    const settings = this.store.load(options);
    return settings instanceof Promise
      ? settings.then((loaded) => this.#combine(loaded, managed))
      : this.#combine(settings, managed);
  }

  #combine(settings: LoadedSettings | undefined, managed: ManagedPolicy | undefined): MaybePromise<InForce> {
    const tools = this.#tools;
    const before = this.#known;
    if (
      before !== undefined &&
      before.settings === settings &&
      before.managed === managed &&
      before.tools === tools
    )
      return before.inForce;
    const combining = finish(this.#combineAnew(settings, managed));
    if (!(combining instanceof Promise)) {
      const { inForce, isWhole } = combining;
      // A folder whose real name is not known yet is looked up again: rules must hold under both.
      if (isWhole) this.#known = { settings, managed, tools, inForce };
      return inForce;
    }
    const inForce = combining.then((combined) => combined.inForce);
    const known: Known = { settings, managed, tools, inForce };
    this.#known = known;
    const forget = (): void => {
      if (this.#known === known) this.#known = undefined;
    };
    combining.then(
      (combined) => (combined.isWhole ? (known.inForce = combined.inForce) : forget()),
      (cause: unknown) => (isRefusal(cause) ? undefined : forget()),
    );
    return inForce;
  }

  *#combineAnew(settings: LoadedSettings | undefined, managed: ManagedPolicy | undefined): Steps<Combined> {
    const tools = this.#tools;
    const { mode, warnings } = this.#findMode(settings, managed);
    // On a slow disk an older look may end last; it must not bring old roots back.
    const revision = settings?.revision ?? 0;
    if (revision >= this.#rootsOf) {
      this.#rootsOf = revision;
      this.#ground.roots.extend(settings?.extraRoots ?? []);
    }
    const { anchors, isWhole } = yield* this.#findAnchors();
    const { names: hostRoots } = yield* this.#findNames(this.#ground.roots.host);
    const source: RuleSource = { kind: "host", folders: anchors.workingDirectories };
    const others = [...listRules(this.#options, source), ...(settings?.rules ?? [])];
    const { counting, withheld } = withhold(others, managed);
    const given = [...(managed?.rules ?? []), ...counting];
    const rules = given.length === 0 ? emptyRules : yield* waitFor(compile(given, anchors, tools));
    const isBypassDisabled = settings?.isBypassDisabled ?? false;
    const overruled = { rules: withheld, warnings };
    const sandbox = this.#findSandbox(settings, managed);
    const common = { rules, anchors, hostRoots, tools, mode, isBypassDisabled, sandbox };
    return { inForce: { ...common, settings, managed, overruled }, isWhole };
  }

  /**
   * A mode that the policy does not allow is refused if the host or a flag sets it, and warned of if it stands in a
   * settings file: a repository must not be able to stop every tool with it.
   */
  #findMode(
    settings: LoadedSettings | undefined,
    managed: ManagedPolicy | undefined,
  ): { readonly mode: PermissionMode; readonly warnings: readonly string[] } {
    const { mode: given } = this.#options;
    if (given !== undefined)
      return { mode: requireAllowedMode(given, managed, "the host or --mode"), warnings: [] };
    const wanted = settings?.mode;
    if (managed === undefined) return { mode: wanted ?? "default", warnings: [] };
    if (wanted === undefined || managed.allowedModes.includes(wanted))
      return { mode: wanted ?? managed.defaultMode, warnings: [] };
    const warning = `The mode ${wanted} in a settings file is not used: the managed settings (${managed.file}) allow ${managed.allowedModes.join(", ")}.`;
    return { mode: managed.defaultMode, warnings: [warning] };
  }

  #findSandbox(settings: LoadedSettings | undefined, managed: ManagedPolicy | undefined): SandboxMode {
    const own = this.#ground.sandbox ?? resolveSettings({}, [settings?.session ?? {}]).sandbox;
    return [own, settings?.leastSandbox, managed?.sandbox]
      .filter((mode) => mode !== undefined)
      .reduce(stricterSandbox);
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

function isRefusal(cause: unknown): boolean {
  return cause instanceof ToolError && cause.code === "SETTINGS_INVALID";
}

/** What compiles rules is loaded with the first rule. Lets others have their turn: there may be thousands of rules. */
export async function compile(
  given: readonly GivenRule[],
  anchors: Anchors,
  tools: readonly string[],
): Promise<RuleSet> {
  const { compileInSteps } = await import("./compile-rules.js");
  const rest = createRest();
  const steps = compileInSteps(given, anchors, { tools });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const resting = rest();
    if (resting !== undefined) await resting;
  }
}

export function listRules(rules: PermissionRules, source: RuleSource): readonly GivenRule[] {
  return ruleLists.flatMap((list) => (rules[list] ?? []).map((text) => ({ text, list, source })));
}
