/**
 * Permissions as a person or a host handles them: what is in force, why a call would be allowed or not, what is granted,
 * trusted and asked. It is for hosts, never a tool of the model's.
 */
import { guardPath } from "./fs/guard-path.js";
import type { AbsolutePath, RealPath } from "./fs/paths.js";
import type { Decision, PermissionMode, RuleList, SourceKind } from "./permissions/access.js";
import type { Answer, OpenQuestion } from "./permissions/ask.js";
import { describeReason, renderExplanation } from "./permissions/describe-decision.js";
import { type ListedRule, listRule, nameSource } from "./permissions/listed-rule.js";
import type { SessionPermissions } from "./permissions/session-permissions.js";
import type { AddedDirectory } from "./permissions/settings/compose-settings.js";
import { listPolicy, withheldByPolicy } from "./permissions/settings/managed-policy.js";
import { suggestAnswers } from "./permissions/suggestions.js";
import { compile } from "./permissions/workspace-permissions.js";
import type { Session } from "./session/session.js";
import type { SessionSettings } from "./session/setting-fields.js";
import { visible } from "./text/visible.js";
import type { Access, AnyTool } from "./tools/define-tool.js";
import { judgeAccess } from "./tools/judge-access.js";
import { findResolved } from "./tools/look-around.js";
import { settleSession } from "./tools/run.js";
import { refuseUnknownTool } from "./tools/unknown-tool.js";
import type { Workspace } from "./workspace.js";

export interface Explanation {
  readonly tool: string;
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
  readonly answer: Decision["answer"];
  /** A clause: "the rule Read(.env) in … denies it". */
  readonly reason: string;
  /** The rule that decides, if one does. */
  readonly rule?: {
    readonly text: string;
    readonly list: RuleList;
    readonly source: SourceKind;
    readonly file?: string;
  };
  /** A rule that would allow it and does not count, with the reason why. */
  readonly withheld?: ListedRule;
  /** A rule that, in the local settings, would spare the question. */
  readonly allowRule?: string;
  /** All of it as some lines for a person. */
  readonly text: string;
}

export interface PermissionOverview {
  readonly mode: PermissionMode;
  /** The mode that settings ask for and that would hold if their folders were trusted. */
  readonly withheldMode?: PermissionMode;
  readonly rules: readonly ListedRule[];
  /** What is wrong with rules and settings, such as a rule that can never match. */
  readonly warnings: readonly string[];
  /** Limits and change rules of this session. */
  readonly settings: SessionSettings;
  /** Folders that settings add to the roots; with the reason, where they do not count. */
  readonly directories: readonly AddedDirectory[];
  readonly sources: readonly {
    readonly kind: SourceKind;
    readonly file: string;
    readonly isPresent: boolean;
    readonly isTrusted: boolean;
  }[];
}

interface Ground {
  readonly workspace: Workspace;
  readonly session: Session;
  readonly permissions: SessionPermissions;
  readonly tools: ReadonlyMap<string, AnyTool>;
}

export class ToolkitPermissions {
  readonly #ground: Ground;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** What a call of this tool with this path would be answered now, and by which rule. */
  async explain(tool: string, path: string): Promise<Explanation> {
    const { workspace, session, permissions } = this.#ground;
    const { operation } = this.#require(tool);
    const given = guardPath(path, workspace.surroundings);
    // What can't be resolved is judged by its letters.
    const unresolved = { realPath: given as unknown as RealPath, stat: undefined };
    const { realPath, stat } = (await findResolved(given, workspace.fileSystem)) ?? unresolved;
    const policy = await permissions.policy({ isExact: true });
    await workspace.access.findState();
    const access = { operation, path: given, realPath, stat };
    const decision = await judgeAccess(tool, access, { workspace, session, policy, signal: undefined });
    const { answer, by } = decision;
    const deciding = by.kind === "rule" || by.kind === "twin" ? by.rule : undefined;
    const withheld = answer === "allow" ? undefined : await this.#findWithheld(tool, access);
    const allowRule = this.#findAllowRule(access, by);
    const explained = renderExplanation({ tool, path: given, realPath, decision });
    return {
      tool,
      path: given,
      realPath,
      answer,
      reason: describeReason(by),
      ...(deciding === undefined ? {} : { rule: listRule(deciding) }),
      ...(withheld === undefined ? {} : { withheld }),
      ...(allowRule === undefined ? {} : { allowRule }),
      text:
        withheld === undefined
          ? explained
          : `${explained}\n${visible(withheld.text)} (${visible(nameSource(withheld))}) would allow it, but ${withheld.withheld}.`,
    };
  }

  /** Everything that is in force, where it comes from, and what is wrong with it. */
  async overview(): Promise<PermissionOverview> {
    const { permissions, session } = this.#ground;
    const policy = await permissions.policy({ isExact: true });
    const { settings, managed, overruled, sandbox } = await permissions.workspace.load({ isExact: true });
    await settleSession(this.#ground);
    const withheld = settings?.withheld ?? [];
    const unknown = policy.sets.flatMap(({ warnings }) => warnings);
    return {
      mode: policy.mode,
      ...(settings?.withheldMode === undefined ? {} : { withheldMode: settings.withheldMode }),
      rules: [
        ...policy.sets.flatMap(({ rules }) => rules).map(listRule),
        ...withheld.map(({ rule, why }) => ({ ...listRule(rule), withheld: why })),
        ...overruled.rules.map((rule) => ({ ...listRule(rule), withheld: withheldByPolicy })),
      ],
      warnings: [
        ...unknown.map(
          ({ rule, problem }) => `${visible(rule.text)} (${visible(nameSource(listRule(rule)))}): ${problem}`,
        ),
        ...overruled.warnings,
        ...(settings?.warnings ?? []),
        ...session.settingFaults,
      ],
      settings: { ...session.settings, sandbox },
      directories: settings?.directories ?? [],
      sources: [...listPolicy(managed), ...(settings?.sources ?? [])],
    };
  }

  /** The session's mode from now on. */
  setMode(mode: PermissionMode): void {
    this.#ground.permissions.setMode(mode);
    void this.#ground.workspace.access.questions.settleCovered();
  }

  /** What a person has granted this session, as rules. */
  get grants(): readonly string[] {
    return this.#ground.permissions.grants;
  }

  /** Grants as plain data, for a conversation that goes on in another process. */
  exportGrants(): unknown {
    return this.#ground.permissions.exportGrants();
  }

  /** Grants what another process of the same conversation was granted; refuses whole what was not exported so. */
  importGrants(saved: unknown): void {
    this.#ground.permissions.importGrants(saved);
  }

  /** Takes a grant back, at once. */
  revoke(rule: string): boolean {
    return this.#ground.permissions.revoke(rule);
  }

  /** Writes a rule to a settings file; answers which. It is in force from the next call on. */
  async add(list: RuleList, rule: string, to: "local" | "project" | "user" = "local"): Promise<string> {
    const { workspace } = this.#ground.permissions;
    const { anchors, tools } = await workspace.load({ isExact: true });
    // One that can't be understood would stop every tool, and is refused before it is written.
    await compile([{ text: rule, list, source: { kind: to, folders: [] } }], anchors, tools);
    const file = await workspace.store.addRule(list, rule, to);
    await this.#ground.workspace.access.questions.settleCovered();
    return file;
  }

  /** Takes a rule out of a settings file; false if it is not there. */
  remove(list: RuleList, rule: string, file: string): Promise<boolean> {
    const { permissions, workspace } = this.#ground;
    return permissions.workspace.store.removeRule(list, rule, guardPath(file, workspace.surroundings));
  }

  /** Lets a folder's own allow rules and extra roots count. */
  async trust(folder: string): Promise<void> {
    const { permissions, workspace } = this.#ground;
    await permissions.workspace.store.trust(guardPath(folder, workspace.surroundings));
    await workspace.access.questions.settleCovered();
  }

  untrust(folder: string): Promise<void> {
    const { permissions, workspace } = this.#ground;
    return permissions.workspace.store.untrust(guardPath(folder, workspace.surroundings));
  }

  /** Questions of all sessions of the workspace that wait for an answer, oldest first. */
  get questions(): readonly OpenQuestion[] {
    return this.#ground.workspace.access.questions.open;
  }

  /** Answers one; false when it is no longer open. Whoever answers first has answered. */
  answer(id: string, answer: Answer): boolean {
    return this.#ground.workspace.access.questions.answer(id, answer);
  }

  /** Says that someone answers `questions`, so that calls wait instead of being refused; until the result is called. */
  attach(): () => void {
    return this.#ground.workspace.access.questions.attach();
  }

  #require(tool: string): { readonly operation: "read" | "write" } {
    const { tools } = this.#ground;
    const found = tools.get(tool);
    if (found !== undefined) return { operation: found.traits.readOnly ? "read" : "write" };
    throw refuseUnknownTool(tool, [...tools.keys()]);
  }

  #findAllowRule({ operation, path, realPath, stat }: Access, reason: Decision["by"]): string | undefined {
    const { roots, access } = this.#ground.workspace;
    const isAsked = reason.kind === "default" && reason.because === "change";
    const root = roots.findRootOf(realPath);
    if (!isAsked || root === undefined) return undefined;
    const isFolder = stat?.kind === "directory";
    const local = access.findLocalSettings(root.given);
    const answers = suggestAnswers({ operation, path, realPath, isFolder, reason, root, local });
    return answers.find(({ scope }) => scope === "always")?.rule;
  }

  /** A rule that would allow it if it counted. */
  async #findWithheld(
    tool: string,
    { operation, path, realPath, stat }: Access,
  ): Promise<ListedRule | undefined> {
    const { settings, anchors, tools } = await this.#ground.permissions.workspace.load({ isExact: true });
    const withheld = settings?.withheld ?? [];
    if (withheld.length === 0) return undefined;
    const rules = await compile(
      withheld.map(({ rule }) => rule),
      anchors,
      tools,
    );
    const kind = stat?.kind === "directory" ? "folder" : "file";
    const found = rules.find("allow", { tool, operation, path, realPath, kind, foldsCase: false });
    const entry = withheld.find(({ rule }) => rule === found);
    return entry === undefined ? undefined : { ...listRule(entry.rule), withheld: entry.why };
  }
}
