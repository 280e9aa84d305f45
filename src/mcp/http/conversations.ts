/** What clients without sessions have read, by principal. Bounded: who was away for long reads its files again. */
import type { Toolkit } from "../../toolkit.js";
import type { AgentToken } from "./agent-token-file.js";
import { holderOf } from "./lanes.js";
import { listDisplaceable } from "./shares.js";

interface Held {
  readonly toolkit: Toolkit;
  readonly token: AgentToken | undefined;
  readonly holder: string;
}

export class Conversations {
  readonly #max: number;
  /** Least recently used first. */
  readonly #held = new Map<string, Held>();

  constructor(max: number) {
    this.#max = max;
  }

  get all(): readonly Held[] {
    return [...this.#held.values()];
  }

  getToolkit(principal: string, token: AgentToken | undefined, open: () => Toolkit): Toolkit {
    const known = this.#held.get(principal);
    // With other rules than before it is another conversation.
    const held =
      known !== undefined && known.token === token
        ? known
        : { toolkit: open(), token, holder: holderOf({ token }) };
    this.#held.delete(principal);
    this.#held.set(principal, held);
    if (this.#held.size > this.#max) this.#forgetOne(principal, held.holder);
    return held.toolkit;
  }

  /** Ends those whose token no longer counts, with their running calls. */
  endRevoked(isCurrent: (token: AgentToken) => boolean): void {
    for (const [principal, { toolkit, token }] of this.#held) {
      if (token === undefined || isCurrent(token)) continue;
      this.#held.delete(principal);
      // Nobody is left to be told that its end was not as it should be.
      toolkit.close().catch(() => undefined);
    }
  }

  /** The oldest but the one just opened, of the same token if there is one. */
  #forgetOne(opened: string, holder: string): void {
    const held = [...this.#held].map(([principal, { holder }]) => ({ principal, holder }));
    const others = held.filter(({ principal }) => principal !== opened);
    const [oldest] = listDisplaceable(others, holder, this.#max);
    if (oldest !== undefined) this.#forget(oldest.principal);
  }

  /** A call that it has running goes on; nothing is kept for it any more. */
  #forget(principal: string): void {
    const toolkit = this.#held.get(principal)?.toolkit;
    this.#held.delete(principal);
    // Nobody waits for that, nor has to be told if it fails.
    toolkit?.workspace.listeners.leave(toolkit.session.id).catch(() => undefined);
  }
}
