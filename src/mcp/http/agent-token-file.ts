/** The tokens of single agents as they are kept: their digests, never the tokens, in a file for this user alone. */
import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { replacePrivateFile } from "../../fs/node/private-file.js";
import { makePrivateFolder } from "../../fs/node/private-folder.js";
import { readTrustedFile } from "../../fs/node/trusted-file.js";
import { type PermissionMode, permissionModes, type RuleList, ruleLists } from "../../permissions/access.js";
import { visiblePath } from "../../text/visible.js";
import type { Workspace } from "../../workspace.js";
import { digestToken } from "./bearer.js";

export interface AgentToken extends Readonly<Record<RuleList, readonly string[]>> {
  /** Names the agent in the history, the audit log and the console. */
  readonly name: string;
  /** SHA-256 of the token, in base64url. */
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly mode?: PermissionMode;
}

/** What a person chooses of one. */
export type TokenChoice = Pick<AgentToken, "name" | "mode" | RuleList>;

const VERSION = 1;
/** Marks a leaked token as one of ours, for people and for programs that look for such. */
const PREFIX = "fwt_";
const BYTES = 32;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const DIGEST = /^[\w-]{43}$/;
const MAX_TOKENS = 1000;
const MAX_RULES = 1000;
const MAX_RULE = 4096;

export function findTokensFile(stateDirectory: string): string {
  return join(stateDirectory, "serve", "tokens.json");
}

/** Throws with a sentence for the person if the file can't be believed or understood. Without one there are no tokens. */
export function readAgentTokens(file: string): readonly AgentToken[] {
  const found = readTrustedFile(file, { owner: process.getuid?.() ?? 0, isPrivate: true });
  if (found.kind === "missing") return [];
  if (found.kind === "refused") throw refuseFile(file, found.problem);
  const tokens = parse(found.text);
  if (tokens === undefined) throw refuseFile(file, "it is not a list of tokens that this version knows");
  return tokens;
}

export type TokenWorkspace = Pick<Workspace, "locks" | "stateDirectory">;

/** Adds a token under a name of its own, and returns it: it is kept nowhere else. */
export async function addAgentToken(choice: TokenChoice, workspace: TokenWorkspace): Promise<string> {
  if (!NAME.test(choice.name))
    throw new Error(
      `${JSON.stringify(choice.name)} can't name a token. Use 1 to 64 letters, digits, dots, dashes or underscores, with a letter or digit first.`,
    );
  const token = `${PREFIX}${randomBytes(BYTES).toString("base64url")}`;
  await change(workspace, (present) => {
    if (present.some(({ name }) => name === choice.name))
      throw new Error(
        `there is already a token named ${choice.name}. Choose another name, or run: filewright tokens revoke ${choice.name}`,
      );
    if (present.length >= MAX_TOKENS) throw new Error(`there are ${MAX_TOKENS} tokens. Revoke some first.`);
    return [...present, { ...choice, digest: digestToken(token), createdAt: Date.now() }];
  });
  return token;
}

/** False if no token has the name. */
export async function removeAgentToken(name: string, workspace: TokenWorkspace): Promise<boolean> {
  let isFound = false;
  await change(workspace, (present) => {
    const kept = present.filter((token) => token.name !== name);
    isFound = kept.length < present.length;
    return isFound ? kept : undefined;
  });
  return isFound;
}

/** Under a lock, because commands and consoles may do it at once. `undefined` leaves the file as it is. */
function change(
  { locks, stateDirectory }: TokenWorkspace,
  next: (present: readonly AgentToken[]) => readonly AgentToken[] | undefined,
): Promise<void> {
  const file = findTokensFile(stateDirectory);
  return locks.run(`tokens ${file}`, async () => {
    const tokens = next(readAgentTokens(file));
    if (tokens === undefined) return;
    const text = `${JSON.stringify({ version: VERSION, tokens }, undefined, 2)}\n`;
    if (parse(text) === undefined)
      throw new Error(
        `a token has at most ${MAX_RULES} rules of each kind, each of at most ${MAX_RULE} characters.`,
      );
    makePrivateFolder(dirname(file));
    replacePrivateFile(file, text);
  });
}

function parse(text: string): readonly AgentToken[] | undefined {
  try {
    const { version, tokens } = JSON.parse(text) as { readonly version?: unknown; readonly tokens?: unknown };
    const isList = version === VERSION && Array.isArray(tokens) && tokens.length <= MAX_TOKENS;
    if (!isList || !tokens.every(isToken)) return undefined;
    return new Set(tokens.map(({ name }) => name)).size === tokens.length ? tokens : undefined;
  } catch {
    return undefined;
  }
}

function isToken(value: unknown): value is AgentToken {
  if (typeof value !== "object" || value === null) return false;
  const { name, digest, createdAt, mode, allow, ask, deny, ...others } = value as Readonly<
    Record<string, unknown>
  >;
  const isNamed = typeof name === "string" && NAME.test(name);
  const hasDigest = typeof digest === "string" && DIGEST.test(digest);
  const hasMode = mode === undefined || permissionModes.some((each) => each === mode);
  const hasRules = [allow, ask, deny].every(isRules);
  const isKnown = Object.keys(others).length === 0 && Number.isSafeInteger(createdAt);
  return isNamed && hasDigest && hasMode && hasRules && isKnown;
}

function isRules(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= MAX_RULES &&
    value.every((rule) => typeof rule === "string" && rule.length <= MAX_RULE)
  );
}

function refuseFile(file: string, problem: string): Error {
  return new Error(
    `the tokens in ${visiblePath(file)} are not used: ${problem}. No agent's token is accepted. Correct that, or remove the file and add the tokens again with: filewright tokens add NAME`,
  );
}

/** Mode and rules in one line, in the order in which they are consulted; "no rules of its own" without any. */
export function summarizeToken(token: Pick<AgentToken, "mode" | RuleList>): string {
  const mode = token.mode === undefined ? [] : [`mode ${token.mode}`];
  const rules = ruleLists.flatMap((list) => token[list].map((text) => `${list} ${text}`));
  return [...mode, ...rules].join("; ") || "no rules of its own";
}
