/** The toolkit of a process that answers before it has loaded it. */
import type { Toolkit } from "../../toolkit.js";
import type { Conversation } from "../conversation.js";

export class Engine implements Conversation {
  readonly #create: () => Promise<Toolkit>;
  #loading: Promise<Toolkit> | undefined;
  #settling: Promise<void> | undefined;
  #ready: Toolkit | undefined;
  #name = "";

  constructor(create: () => Promise<Toolkit>) {
    this.#create = create;
  }

  /** The toolkit, once calls need not wait for it any more. */
  get ready(): Toolkit | undefined {
    return this.#ready;
  }

  /** Loads it, whether or not calls may use it yet. */
  load(): Promise<Toolkit> {
    this.#loading ??= this.#createNamed();
    return this.#loading;
  }

  introduce(name: string): void {
    if (name === this.#name) return;
    this.#name = name;
    void this.#loading?.then(
      ({ session }) => session.introduce(name),
      () => undefined,
    );
  }

  async #createNamed(): Promise<Toolkit> {
    const toolkit = await this.#create();
    toolkit.session.introduce(this.#name);
    return toolkit;
  }

  /** Calls wait for this before they begin. */
  waitFor(settling: Promise<void>): void {
    this.#settling = settling;
    this.#ready = undefined;
  }

  /** Has the next call look whether there is something to wait for. */
  unready(): void {
    this.#ready = undefined;
  }

  async getToolkit(): Promise<Toolkit> {
    const toolkit = await this.load();
    let settling: Promise<void> | undefined;
    // While one thing is waited for, the next may have come up.
    while (settling !== this.#settling) {
      settling = this.#settling;
      await settling;
    }
    this.#ready = toolkit;
    return toolkit;
  }

  async close(): Promise<void> {
    if (this.#loading !== undefined) await (await this.#loading).close();
  }
}
