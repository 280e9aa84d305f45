/**
 * Whose call it is. An agent of this SDK may start others, and each of them is a conversation of its own: what one has read,
 * another has not seen. A call says nothing of that, but the permission that is asked before it does, under the same id.
 */
import type { Toolkit } from "../../toolkit.js";

/** More than run side by side; one that is forgotten and comes again has to read again. */
const MAX_AGENTS = 50;
/** Calls that were permitted and have not come yet. */
const MAX_EXPECTED = 200;

export class Callers {
  readonly #main: Toolkit;
  readonly #open: ((agentId: string) => Toolkit) | undefined;
  readonly #agents = new Map<string, Toolkit>();
  readonly #expected = new Map<string, Toolkit>();

  /** Where no further toolkit can be opened, all agents share the one. */
  constructor(main: Toolkit, open: ((agentId: string) => Toolkit) | undefined) {
    this.#main = main;
    this.#open = open;
  }

  /** The toolkit of an agent; the first agent has no id. */
  toolkitOf(agentId: string | undefined): Toolkit {
    if (agentId === undefined || this.#open === undefined) return this.#main;
    const toolkit = this.#agents.get(agentId) ?? this.#open(agentId);
    this.#agents.delete(agentId);
    this.#agents.set(agentId, toolkit);
    const [oldest] = this.#agents.keys();
    if (this.#agents.size > MAX_AGENTS && oldest !== undefined) this.#forget(oldest);
    return toolkit;
  }

  /** Says that a call is permitted and will be made with this toolkit. */
  expect(callId: string, toolkit: Toolkit): void {
    this.#expected.set(callId, toolkit);
    const [oldest] = this.#expected.keys();
    if (this.#expected.size > MAX_EXPECTED && oldest !== undefined) this.#expected.delete(oldest);
  }

  /** The toolkit of a call that is made now; undefined for one that nobody was asked about. */
  take(callId: string): Toolkit | undefined {
    const toolkit = this.#expected.get(callId);
    this.#expected.delete(callId);
    return toolkit;
  }

  async close(): Promise<void> {
    const agents = [...this.#agents.values()];
    this.#agents.clear();
    await Promise.all(agents.map((toolkit) => toolkit.close()));
  }

  #forget(agentId: string): void {
    const toolkit = this.#agents.get(agentId);
    this.#agents.delete(agentId);
    // Nobody waits for it. What it could not put away, such as its part of the history, the next who looks there does.
    toolkit?.close().catch(() => undefined);
  }
}
