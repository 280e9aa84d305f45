/** The sessions that are open: bounded in number, and ended when nobody uses them. */
import { randomUUID } from "node:crypto";
import type { Toolkit } from "../../toolkit.js";
import type { AgentToken } from "./agent-token-file.js";
import type { Caller } from "./lanes.js";
import { SessionTransport } from "./session-transport.js";

/** Belongs to whoever opened it: under another name in the address, or with another token, it is not found. */
export interface HttpSession extends Caller {
  readonly id: string;
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

  /** A new one, under an id that no client can choose; undefined when there are too many that all have calls running. */
  open({ agent, token }: Caller): HttpSession | undefined {
    if (this.#open.size >= this.#limits.maxSessions && !this.#endOne()) return undefined;
    const id = randomUUID();
    const transport = new SessionTransport(id, this.#limits);
    const session = { id, agent, token, transport, toolkit: undefined, usedAt: this.#now() };
    this.#open.set(id, session);
    return session;
  }

  find(id: string, { agent, token }: Caller): HttpSession | undefined {
    const session = this.#open.get(id);
    if (session === undefined || session.agent !== agent || session.token !== token) return undefined;
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

  /** The one that nobody has used for the longest time; one that only listens goes before one that works. */
  #endOne(): boolean {
    const idle =
      this.all.find(({ transport }) => !transport.isBusy) ??
      this.all.find(({ transport }) => !transport.isCalled);
    if (idle === undefined) return false;
    this.end(idle);
    return true;
  }
}
