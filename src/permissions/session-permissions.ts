/**
 * What one conversation may do: the workspace's rules, what its own host narrows them by, and what a person has granted
 * it. Grants are this session's alone; a session that shares a workspace can only narrow what holds there.
 */
import { isDeepStrictEqual } from "node:util";
import { ToolError } from "../errors/tool-error.js";
import type { MaybePromise } from "../fs/file-system.js";
import { type GivenRule, type PermissionMode, permissionModes, type RuleSource } from "./access.js";
import type { Policy } from "./decide.js";
import { emptyRules, type RuleSet } from "./rule-set.js";
import { requireAllowedMode, withhold } from "./settings/managed-policy.js";
import {
  compile,
  type InForce,
  listRules,
  type PermissionRules,
  type WorkspacePermissions,
} from "./workspace-permissions.js";

/** An agent as whoever admitted it knows it: by a token, for example. */
export interface Agent {
  /** Names it in the history, the audit log and events. Unlike what a client calls itself, it is proved. */
  readonly name: string;
  /**
   * Come on top of everything else that holds. Deny and ask rules and the mode can only tighten. Allow rules count like the
   * user's own: they save a question, and never overrule a deny or ask rule, a stricter mode or a protected path.
   */
  readonly permissions?: PermissionRules;
}

export interface SessionRules {
  readonly rules: PermissionRules;
  readonly agent?: Agent | undefined;
  /** Whether the workspace is another session's too, so that its mode is the widest this one can have. */
  readonly isShared: boolean;
}

export class SessionPermissions {
  readonly workspace: WorkspacePermissions;
  readonly #narrowing: PermissionRules;
  readonly #agent: Agent | undefined;
  readonly #isShared: boolean;
  #mode: PermissionMode | undefined;
  #grants: readonly GivenRule[] = [];
  /** Compiled for what is in force, and for these grants. */
  #known:
    | { readonly inForce: InForce; readonly grants: readonly GivenRule[]; readonly policy: Policy }
    | undefined;

  constructor(workspace: WorkspacePermissions, { rules, agent, isShared }: SessionRules) {
    this.workspace = workspace;
    this.#agent = agent;
    this.#isShared = isShared;
    this.#narrowing = isShared ? rules : {};
    if (isShared && (rules.allow ?? []).length > 0) throw refuseWidening();
    for (const { mode } of [rules, agent?.permissions ?? {}]) if (mode !== undefined) requireMode(mode);
    if (isShared) this.#mode = rules.mode;
  }

  /** What holds for a call; exact before a change. */
  policy(options: { readonly isExact: boolean }): MaybePromise<Policy> {
    const inForce = this.workspace.load(options);
    return inForce instanceof Promise
      ? inForce.then((found) => this.#policyOf(found))
      : this.#policyOf(inForce);
  }

  /** A person's grant; it holds from the next decision on. */
  grant(rule: GivenRule): void {
    // In another root the same words mean another file.
    const isKnown = this.#grants.some((grant) => isDeepStrictEqual(grant, rule));
    if (!isKnown) this.#grants = [...this.#grants, rule];
  }

  /** Takes a grant back; false if there is none. */
  revoke(rule: string): boolean {
    const kept = this.#grants.filter(({ text }) => text !== rule);
    const isFound = kept.length < this.#grants.length;
    this.#grants = kept;
    return isFound;
  }

  get grants(): readonly string[] {
    return [...new Set(this.#grants.map(({ text }) => text))];
  }

  /** The same with all that they mean, to outlive the process. */
  exportGrants(): readonly GivenRule[] {
    return this.#grants;
  }

  /** Grants that were exported; what is none is refused, and then nothing is granted. */
  importGrants(saved: unknown): void {
    if (!Array.isArray(saved) || !saved.every(isGrant)) throw refuseGrants();
    for (const grant of saved) this.grant(grant);
  }

  setMode(mode: PermissionMode): void {
    requireMode(mode);
    requireAllowedMode(mode, this.workspace.managed, "this session");
    this.#mode = mode;
    this.#known = undefined;
  }

  #policyOf(inForce: InForce): MaybePromise<Policy> {
    const known = this.#known;
    if (known?.inForce === inForce && known.grants === this.#grants) return known.policy;
    const grants = this.#grants;
    const keep = (own: RuleSet): Policy => {
      const policy = this.#combine(inForce, own);
      this.#known = { inForce, grants, policy };
      return policy;
    };
    const folders = inForce.anchors.workingDirectories;
    const { name = "", permissions: rules = {} } = this.#agent ?? {};
    // The policy may have come or changed after the mode was set.
    if (this.#mode !== undefined) requireAllowedMode(this.#mode, inForce.managed, "this session");
    if (rules.mode !== undefined) requireAllowedMode(rules.mode, inForce.managed, `the agent ${name}`);
    const own = [
      ...listRules(this.#narrowing, { kind: "session", folders }),
      ...listRules(rules, { kind: "agent", folders }),
      ...grants,
    ];
    const { counting: given } = withhold(own, inForce.managed);
    return given.length === 0 ? keep(emptyRules) : compile(given, inForce.anchors, inForce.tools).then(keep);
  }

  #combine({ rules, anchors, hostRoots, mode, isBypassDisabled }: InForce, own: RuleSet): Policy {
    const permitted = (wanted: PermissionMode): PermissionMode =>
      wanted === "bypassPermissions" && isBypassDisabled ? "default" : wanted;
    const ofAgent = this.#agent?.permissions?.mode;
    const ceilings = [
      ...(this.#isShared || this.#agent !== undefined ? [permitted(mode)] : []),
      ...(ofAgent === undefined ? [] : [permitted(ofAgent)]),
    ];
    return {
      sets: own === emptyRules ? [rules] : [rules, own],
      mode: permitted(this.#mode ?? ofAgent ?? mode),
      ...(ceilings.length === 0 ? {} : { ceilings }),
      roots: anchors.roots,
      hostRoots,
    };
  }
}

/** An answer of a person allows; nothing else was ever kept as one. */
function isGrant(value: unknown): value is GivenRule {
  if (typeof value !== "object" || value === null) return false;
  const { text, list, source, isForProtected } = value as { readonly [Field in keyof GivenRule]?: unknown };
  const isMarked = isForProtected === undefined || isForProtected === true;
  if (typeof text !== "string" || list !== "allow" || !isMarked) return false;
  const { kind, folders } = (source ?? {}) as Partial<RuleSource>;
  return kind === "session" && Array.isArray(folders) && folders.every((each) => typeof each === "string");
}

function requireMode(mode: string): void {
  if ((permissionModes as readonly string[]).includes(mode)) return;
  throw new ToolError(
    "SETTINGS_INVALID",
    `There is no permission mode ${JSON.stringify(mode)}. Modes: ${permissionModes.join(", ")}.`,
  );
}

function refuseWidening(): ToolError {
  return new ToolError(
    "SETTINGS_INVALID",
    "A toolkit that shares a workspace can only narrow its permissions. Give allow rules to the workspace instead.",
  );
}

function refuseGrants(): ToolError {
  return new ToolError("INPUT_INVALID", "These are not saved grants. Nothing was granted.");
}
