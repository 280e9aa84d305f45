/**
 * The tokens of single agents while a server runs. The file is looked at with every request that brings one, and every second
 * besides: a token that was revoked ends what was opened with it. A file that can't be believed revokes them all.
 */
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { replacePrivateFile } from "../../fs/node/private-file.js";
import { readTrustedFile, stampTrustedFile } from "../../fs/node/trusted-file.js";
import {
  type AgentToken,
  findTokensFile,
  readAgentTokens,
  removeAgentToken,
  type TokenWorkspace,
} from "./agent-token-file.js";
import { createTokenSearch } from "./bearer.js";

export interface AgentTokensOptions {
  readonly workspace: TokenWorkspace;
  /** Told when the file can't be used any more, as a line for the person. */
  readonly onNote: (line: string) => void;
  readonly now?: () => number;
}

const LOOK_MS = 1000;
/** How often the times of last use are written. */
const WRITE_MS = 60_000;

export class AgentTokens {
  readonly #options: AgentTokensOptions;
  readonly #now: () => number;
  readonly #file: string;
  readonly #listeners = new Set<() => void>();
  readonly #used = new Map<string, number>();
  readonly #looking: NodeJS.Timeout;
  #stamp: string;
  /** An entry stays the same object for as long as it says the same: who holds one can tell whether it still counts. */
  #tokens: readonly AgentToken[];
  #find: (given: string) => AgentToken | undefined;
  #problem: string | undefined;
  #writtenAt: number;
  #isUsed = false;

  /** Throws with a sentence for the person if the file can't be used. */
  constructor(options: AgentTokensOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#file = findTokensFile(options.workspace.stateDirectory);
    this.#stamp = stampTrustedFile(this.#file, { isPrivate: true });
    this.#tokens = readAgentTokens(this.#file);
    this.#find = createTokenSearch(this.#tokens);
    this.#writtenAt = this.#now();
    this.#looking = setInterval(() => this.#lookAgain(), LOOK_MS).unref();
  }

  get all(): readonly AgentToken[] {
    this.refresh();
    return this.#tokens;
  }

  /** Why no token is accepted, if the file can't be used. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** The token that was given, if it counts now. */
  find(given: string): AgentToken | undefined {
    this.refresh();
    const token = this.#find(given);
    if (token === undefined) return undefined;
    this.#used.set(token.digest, this.#now());
    this.#isUsed = true;
    return token;
  }

  isCurrent(token: AgentToken): boolean {
    this.refresh();
    return this.#tokens.includes(token);
  }

  /** Milliseconds since 1970; undefined if it was never used. */
  usedAt({ digest }: AgentToken): number | undefined {
    return this.#used.get(digest) ?? readUses(this.#file).get(digest);
  }

  /** Ends what was opened with the token before it returns; false if no token has the name. */
  async revoke(name: string): Promise<boolean> {
    const isFound = await removeAgentToken(name, this.#options.workspace);
    this.refresh();
    return isFound;
  }

  /** Called when a token has gone, so that what was opened with it can be ended. */
  onGone(listener: () => void): void {
    this.#listeners.add(listener);
  }

  refresh(): void {
    const stamp = stampTrustedFile(this.#file, { isPrivate: true });
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    const before = this.#tokens;
    this.#tokens = this.#read().map(
      (token) => before.find((known) => isDeepStrictEqual(known, token)) ?? token,
    );
    this.#find = createTokenSearch(this.#tokens);
    if (before.some((token) => !this.#tokens.includes(token)))
      for (const listener of this.#listeners) listener();
  }

  close(): void {
    clearInterval(this.#looking);
    this.#writeUses();
  }

  #read(): readonly AgentToken[] {
    try {
      const tokens = readAgentTokens(this.#file);
      this.#problem = undefined;
      return tokens;
    } catch (cause) {
      const problem = cause instanceof Error ? cause.message : String(cause);
      if (problem !== this.#problem) this.#options.onNote(`filewright serve: ${problem}\n`);
      this.#problem = problem;
      return [];
    }
  }

  #lookAgain(): void {
    this.refresh();
    if (this.#now() - this.#writtenAt >= WRITE_MS) this.#writeUses();
  }

  /** Of no weight for security: what can't be written is lost. */
  #writeUses(): void {
    if (!this.#isUsed) return;
    this.#isUsed = false;
    this.#writtenAt = this.#now();
    const uses = new Map([...readUses(this.#file)].filter(([digest]) => this.#hasDigest(digest)));
    for (const [digest, at] of this.#used)
      if (this.#hasDigest(digest)) uses.set(digest, Math.max(at, uses.get(digest) ?? 0));
    try {
      replacePrivateFile(usesFileOf(this.#file), `${JSON.stringify(Object.fromEntries(uses))}\n`);
    } catch {
      // The times are known for as long as the server runs.
    }
  }

  #hasDigest(digest: string): boolean {
    return this.#tokens.some((token) => token.digest === digest);
  }
}

function usesFileOf(file: string): string {
  return join(dirname(file), "tokens-used.json");
}

/** When each token was last used, by its digest, as servers have written it down. */
export function readUses(file: string): ReadonlyMap<string, number> {
  const found = readTrustedFile(usesFileOf(file), { owner: process.getuid?.() ?? 0, isPrivate: true });
  if (found.kind !== "text") return new Map();
  try {
    const entries = Object.entries(JSON.parse(found.text) as Readonly<Record<string, unknown>>);
    return new Map(entries.filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1])));
  } catch {
    return new Map();
  }
}
