/** Which way a message takes: the opening, the short way for looks, or the protocol's library. */
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import type { ServerParts } from "../conversation.js";
import { canFillForms } from "../introductions.js";
import { isPlainCall, QuickCalls } from "../quick-calls.js";
import { renderResult } from "../render-result.js";
import { ROOTS_CHANGED } from "./client-roots.js";
import type { Engine } from "./engine.js";
import type { LineTransport } from "./line-transport.js";
import { Opening } from "./opening.js";
import type { OrdinaryWay } from "./ordinary-way.js";

export interface StdioWayOptions {
  readonly parts: ServerParts;
  readonly engine: Engine;
  readonly line: LineTransport;
  readonly onNote: (note: string) => void;
}

export class StdioWay {
  readonly #options: StdioWayOptions;
  readonly #opening: Opening;
  readonly #looks: QuickCalls;
  #ordinary: OrdinaryWay | undefined;
  #lookNames: ReadonlySet<string> | undefined;

  constructor(options: StdioWayOptions) {
    const { parts, engine, line } = options;
    this.#options = options;
    const send = (message: JSONRPCMessage): Promise<void> => line.send(message);
    this.#looks = new QuickCalls({
      findToolkit: () => engine.ready,
      isLook: (tool) => this.#isLook(tool),
      canBeAsked: () => canFillForms(this.#opening.client),
      render: (result) => renderResult(result),
      send,
      // As if it had just come, past the short way.
      deliver: (message) => {
        if (this.#ordinary === undefined) this.#opening.pass(message);
        else this.#ordinary.deliver(message);
      },
    });
    this.#opening = new Opening({
      parts,
      send,
      looks: {
        suits: (message) => isPlainCall(message, (tool) => this.#isLook(tool)),
        prepare: () => engine.getToolkit(),
        take: (message) => this.#looks.take(message),
      },
      handOver: (heard) => this.#handOver(heard),
      deliver: (message) => this.#deliver(message),
    });
    line.onMessage = (message) => {
      if (!this.#opening.take(message)) this.#deliver(message);
    };
  }

  async close(): Promise<void> {
    await this.#ordinary?.close();
  }

  #deliver(message: JSONRPCMessage): void {
    const { engine } = this.#options;
    // The calls behind it go the ordinary way, in turn with it.
    if ("method" in message && message.method === ROOTS_CHANGED) engine.unready();
    // Only a client that was greeted here is known to speak a revision for which the short way is right.
    const isQuick = this.#opening.client !== undefined && this.#looks.take(message);
    if (!isQuick) this.#ordinary?.deliver(message);
  }

  async #handOver(heard: readonly JSONRPCMessage[]): Promise<void> {
    const { takeOrdinaryWay } = await import("./ordinary-way.js");
    const { parts, line, engine, onNote } = this.#options;
    this.#ordinary = takeOrdinaryWay({
      parts,
      line,
      heard,
      onNote,
      roots: {
        narrow: async (folders) => (await engine.load()).workspace.narrowRoots(folders),
        hold: (settling) => engine.waitFor(settling),
      },
    });
  }

  /** Listed, and changing nothing; while the list itself is not there, nothing is known to be. */
  #isLook(tool: string): boolean {
    const listed = this.#options.parts.tools();
    if (listed instanceof Promise) return false;
    this.#lookNames ??= new Set(
      listed.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name),
    );
    return this.#lookNames.has(tool);
  }
}
