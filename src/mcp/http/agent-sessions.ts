/** What was opened with the tokens of agents, and its end when one is revoked. */
import { type AgentToken, summarizeToken } from "./agent-token-file.js";
import type { AgentTokens } from "./agent-tokens.js";
import type { Conversations } from "./conversations.js";
import type { Sessions } from "./sessions.js";

/** A token as people see it: never the token itself, nor its digest. */
export interface TokenSummary extends Pick<AgentToken, "name" | "createdAt"> {
  /** Mode and rules in one line: "mode plan; deny Read(.env)". */
  readonly summary: string;
  /** Milliseconds since 1970; null if it was never used. */
  readonly usedAt: number | null;
  /** How many sessions are open with it at this server. */
  readonly sessions: number;
}

export interface TokensView {
  /** In the order in which they were made. */
  list(): readonly TokenSummary[];
  /** Why none is accepted, if their file can't be used. */
  readonly problem: string | undefined;
  /** False if no token has the name. What was opened with it has ended when this resolves. */
  revoke(name: string): Promise<boolean>;
}

export class AgentSessions implements TokensView {
  readonly #tokens: AgentTokens;
  readonly #sessions: Sessions;
  readonly #conversations: Conversations;

  constructor(tokens: AgentTokens, sessions: Sessions, conversations: Conversations) {
    this.#tokens = tokens;
    this.#sessions = sessions;
    this.#conversations = conversations;
    tokens.onGone(() => {
      const isCurrent = (token: AgentToken): boolean => tokens.isCurrent(token);
      sessions.endRevoked(isCurrent);
      conversations.endRevoked(isCurrent);
    });
  }

  list(): readonly TokenSummary[] {
    return this.#tokens.all.map((token) => {
      const { name, createdAt } = token;
      const chosen = { name, createdAt, summary: summarizeToken(token) };
      const open = [...this.#sessions.all, ...this.#conversations.all].filter((each) => each.token === token);
      return { ...chosen, usedAt: this.#tokens.usedAt(token) ?? null, sessions: open.length };
    });
  }

  get problem(): string | undefined {
    return this.#tokens.problem;
  }

  revoke(name: string): Promise<boolean> {
    return this.#tokens.revoke(name);
  }
}
