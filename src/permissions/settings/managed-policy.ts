/**
 * The administrator's policy, which no user, project, flag or host can loosen. It is read whether or not other settings
 * are, and looked at with every call. A file that can't be used or believed stops every tool.
 */
import { dirname } from "node:path";
import { ToolError } from "../../errors/tool-error.js";
import type { MaybePromise } from "../../fs/file-system.js";
import { readTrustedFile, stampTrustedFile } from "../../fs/node/trusted-file.js";
import type { AbsolutePath } from "../../fs/paths.js";
import { type GivenRule, type PermissionMode, type RuleSource, ruleLists } from "../access.js";
import type { SettingsSource } from "./compose-settings.js";
import type { ManagedSettings } from "./parse-managed.js";
import { findManagedFile } from "./settings-places.js";
import { refuseFault } from "./settings-refusals.js";

export interface ManagedPolicy extends ManagedSettings {
  readonly file: AbsolutePath;
  readonly rules: readonly GivenRule[];
}

/** Root. */
const ADMINISTRATOR = 0;

export class ManagedPolicyFile {
  readonly path: AbsolutePath;
  readonly #owner: number;
  #stamp = "missing";
  #policy: ManagedPolicy | ToolError | undefined;

  /** Only tests pass anything here: nothing that ships does. */
  constructor(path: string = findManagedFile(process.platform), owner: number = ADMINISTRATOR) {
    this.path = path as AbsolutePath;
    this.#owner = owner;
  }

  get folder(): AbsolutePath {
    return dirname(this.path) as AbsolutePath;
  }

  /** What was loaded last, for who can't wait; undefined without a policy. */
  get known(): ManagedPolicy | undefined {
    return this.#policy instanceof ToolError ? undefined : this.#policy;
  }

  /** The same object as long as the file is the same; undefined without one. Throws SETTINGS_INVALID if it can't be used. */
  load(): MaybePromise<ManagedPolicy | undefined> {
    const stamp = stampTrustedFile(this.path);
    if (stamp === this.#stamp) return this.#get();
    const found = readTrustedFile(this.path, { owner: this.#owner });
    if (found.kind !== "text") {
      this.#policy = found.kind === "missing" ? undefined : refuseFault(this.path, found);
      this.#stamp = stamp;
      return this.#get();
    }
    return import("./parse-managed.js").then(({ parseManaged }) => {
      const parsed = parseManaged(found.text);
      this.#policy = parsed.kind === "invalid" ? refuseFault(this.path, parsed) : this.#createPolicy(parsed);
      this.#stamp = stamp;
      return this.#get();
    });
  }

  #get(): ManagedPolicy | undefined {
    if (this.#policy instanceof ToolError) throw this.#policy;
    return this.#policy;
  }

  #createPolicy(settings: ManagedSettings): ManagedPolicy {
    const source: RuleSource = { kind: "managed", file: this.path, folders: [this.folder] };
    const rules = ruleLists.flatMap((list) => settings[list].map((text) => ({ text, list, source })));
    return { ...settings, file: this.path, rules };
  }
}

/** Throws for a mode that the policy does not allow. `setBy` says where it was set. */
export function requireAllowedMode(
  mode: PermissionMode,
  policy: ManagedPolicy | undefined,
  setBy: string,
): PermissionMode {
  if (policy === undefined || policy.allowedModes.includes(mode)) return mode;
  const { allowedModes, file } = policy;
  throw new ToolError(
    "SETTINGS_INVALID",
    `The mode ${mode}, set by ${setBy}, is not allowed by the managed settings (${file}). Use one of: ${allowedModes.join(", ")}.`,
    { data: { path: file, mode, allowedModes } },
  );
}

export const withheldByPolicy = "the managed settings let only their own allow rules count";

/** Under a policy that says so, no allow rule of anybody else counts. */
export function withhold(
  rules: readonly GivenRule[],
  managed: ManagedPolicy | undefined,
): { readonly counting: readonly GivenRule[]; readonly withheld: readonly GivenRule[] } {
  if (managed?.allowsOwnRulesOnly !== true) return { counting: rules, withheld: [] };
  return {
    counting: rules.filter(({ list }) => list !== "allow"),
    withheld: rules.filter(({ list }) => list === "allow"),
  };
}

/** As a list of sources names it. */
export function listPolicy(managed: ManagedPolicy | undefined): readonly SettingsSource[] {
  return managed === undefined
    ? []
    : [{ kind: "managed", file: managed.file, isPresent: true, isTrusted: true }];
}
