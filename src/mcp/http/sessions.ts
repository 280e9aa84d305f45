/** The sessions that are open: bounded in number, and ended when nobody uses them. */
import { randomUUID } from "node:crypto";
import type { Toolkit } from "../../toolkit.js";
import type { AgentToken } from "./agent-token-file.js";
import { type Caller, holderOf } from "./lanes.js";
import { SessionTransport } from "./session-transport.js";
import { listDisplaceable } from "./shares.js";

/** Belongs to whoever opened it: under another name in the address, or with another token, it is not found. */
export interface HttpSession extends Caller {
  readonly id: string;
  readonly holder: string;
  readonly transport: SessionTransport;
  /** Made with the first call. */
  toolkit: Toolkit | undefined;
  usedAt: number;
}

export interface SessionLimits {
  readonly maxSessions: number;
  readonly idleMs: number;
  readonly heartbeatMs: number;
  readonly now?: () => number;
}

export class Sessions {
  readonly #limits: SessionLimits;
  readonly #now: () => number;
  /** Least recently used first. */
  readonly #open = new Map<string, HttpSession>();

  constructor(limits: SessionLimits) {
    this.#limits = limits;
    this.#now = limits.now ?? Date.now;
  }

  get all(): readonly HttpSession[] {
    return [...this.#open.values()];
  }

  /** A new one, under an id that no client can choose; `undefined` if there are too many and none of them may be ended. */
  open({ agent, token }: Caller): HttpSession | undefined {
    if (this.#open.size >= this.#limits.maxSessions && !this.#endOne(holderOf({ token }))) return undefined;
    const id = randomUUID();
    const transport = new SessionTransport(id, this.#limits);
    const holder = holderOf({ token });
    const session = { id, holder, agent, token, transport, toolkit: undefined, usedAt: this.#now() };
    this.#open.set(id, session);
    return session;
  }

  /** Whether the caller has this session; does not count as a use of it. */
  has(id: string, { agent, token }: Caller): boolean {
    const session = this.#open.get(id);
    return session !== undefined && session.agent === agent && session.token === token;
  }

  /** The number of requests that are being answered in all sessions of a token. */
  countCalls(caller: Pick<Caller, "token">): number {
    const holder = holderOf(caller);
    let calls = 0;
    for (const session of this.#open.values())
      if (session.holder === holder) calls += session.transport.calls;
    return calls;
  }

  find(id: string, caller: Caller): HttpSession | undefined {
    const session = this.#open.get(id);
    if (session === undefined || !this.has(id, caller)) return undefined;
    session.usedAt = this.#now();
    this.#open.delete(id);
    this.#open.set(id, session);
    return session;
  }

  /** With its calls, and all that was begun on its behalf. */
  end({ id, transport, toolkit }: HttpSession): void {
    this.#open.delete(id);
    void transport.close();
    // Nobody is left to be told that its end was not as it should be.
    toolkit?.close().catch(() => undefined);
  }

  endIdle(): void {
    const now = this.#now();
    for (const session of this.all) {
      // What is in use now has not been idle since it was last asked for something.
      if (session.transport.isBusy) session.usedAt = now;
      else if (now - session.usedAt >= this.#limits.idleMs) this.end(session);
    }
  }

  /** Ends those whose token no longer counts. */
  endRevoked(isCurrent: (token: AgentToken) => boolean): void {
    for (const session of this.all)
      if (session.token !== undefined && !isCurrent(session.token)) this.end(session);
  }

  endAll(): void {
    for (const session of this.all) this.end(session);
  }

  /**
   * Ends the one that nobody has used for the longest time, of the same token if possible, else of one with more than its
   * share; one that only listens goes before one that works.
   */
  #endOne(holder: string): boolean {
    const sessions = listDisplaceable(this.all, holder, this.#limits.maxSessions);
    const idle =
      sessions.find(({ transport }) => !transport.isBusy) ??
      sessions.find(({ transport }) => !transport.isCalled);
    if (idle === undefined) return false;
    this.end(idle);
    return true;
  }
}
