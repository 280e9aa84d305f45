/**
 * Everyone whose work a console shows: the server's own engine, and those of this user's other processes, which find their
 * way here while a person is there. Nothing is listened to while nobody looks.
 */
import { createDesk } from "../desk/workspace-desk.js";
import type { EventJson } from "../notify/event-json.js";
import type { EventListener } from "../notify/links/event-listener.js";
import type { ListenerLink } from "../notify/links/listener-link.js";
import type { Workspace } from "../workspace.js";
import type { EngineView } from "./engine-view.js";
import { createOwnEngine } from "./own-engine.js";
import { createRemoteEngine } from "./remote-engine.js";

export interface EnginesOptions {
  /** The own engine. */
  readonly workspace: Workspace;
  readonly version: string;
  /** How long others are still listened to when the last person has left: pages are loaded again. */
  readonly lingerMs?: number;
  /** What others remember from then on is told first, in milliseconds since 1970; by default nothing is. */
  readonly since?: number;
}

export type EngineEventListener = (engineId: string, event: EventJson) => void;

const LINGER_MS = 60_000;
/** A person oversees a few. */
const MAX_REMOTE = 200;
/** Changes in quick succession are told as one. */
const TELL_MS = 20;

export class Engines {
  readonly #workspace: Workspace;
  readonly #lingerMs: number;
  readonly #own: EngineView;
  readonly #attendOwn: () => () => void;
  readonly #remote = new Map<string, { readonly link: ListenerLink; readonly view: EngineView }>();
  readonly #changeListeners = new Set<() => void>();
  readonly #eventListeners = new Set<EngineEventListener>();
  #persons = 0;
  #leaveOwn: (() => void) | undefined;
  /** Opening and closing take turns. */
  #turn: Promise<void> = Promise.resolve();
  #listener: EventListener | undefined;
  #lingering: NodeJS.Timeout | undefined;
  #telling: NodeJS.Timeout | undefined;
  #isClosed = false;
  #since: number;

  constructor({ workspace, version, lingerMs = LINGER_MS, since = workspace.now() }: EnginesOptions) {
    this.#workspace = workspace;
    this.#lingerMs = lingerMs;
    this.#since = since;
    const { engineId: id } = workspace.listeners;
    const desk = createDesk(workspace);
    const info = { id, pid: process.pid, version, roots: workspace.roots.given, isOwn: true };
    this.#own = this.#tellingOfGrants(createOwnEngine(info, desk));
    this.#attendOwn = () => desk.attend(() => this.#tellSoon());
  }

  /** The own one first. */
  get all(): readonly EngineView[] {
    return [this.#own, ...[...this.#remote.values()].map(({ view }) => view)];
  }

  find(id: string): EngineView | undefined {
    return id === this.#own.info.id ? this.#own : this.#remote.get(id)?.view;
  }

  /** A person is there, until the result is called: questions wait for them, here and elsewhere. */
  attend(): () => void {
    this.#persons += 1;
    if (this.#persons === 1) this.#come();
    let isThere = true;
    return () => {
      if (!isThere) return;
      isThere = false;
      this.#persons -= 1;
      if (this.#persons === 0) this.#leave();
    };
  }

  /** Told when an engine has come or gone, or something at a desk has changed, and not more often than can be shown. */
  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => void this.#changeListeners.delete(listener);
  }

  /** Told what happens in other processes, without contents of files; of the own engine its workspace tells. */
  onEvent(listener: EngineEventListener): () => void {
    this.#eventListeners.add(listener);
    return () => void this.#eventListeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#leave();
    clearTimeout(this.#lingering);
    clearTimeout(this.#telling);
    await this.#inTurn(() => this.#stopListening());
  }

  #come(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#lingering);
    this.#leaveOwn ??= this.#attendOwn();
    void this.#inTurn(() => this.#listen());
  }

  #leave(): void {
    this.#leaveOwn?.();
    this.#leaveOwn = undefined;
    this.#listener?.setAttending(false);
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(
      () => void this.#inTurn(() => this.#stopListening()),
      this.#lingerMs,
    ).unref();
  }

  /** Where others can't be listened to, on a disk that takes no sockets say, the own engine is still there. */
  #inTurn(action: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(action).catch(() => undefined);
    return this.#turn;
  }

  async #listen(): Promise<void> {
    if (this.#isClosed || this.#persons === 0) return;
    this.#listener ??= await this.#openListener();
    this.#listener.setAttending(this.#persons > 0);
  }

  async #stopListening(): Promise<void> {
    if (this.#persons > 0 && !this.#isClosed) return;
    const listener = this.#listener;
    this.#listener = undefined;
    // What happens until somebody comes again is told then, as far as it is remembered.
    if (listener !== undefined) this.#since = this.#workspace.now();
    await listener?.close();
  }

  async #openListener(): Promise<EventListener> {
    const { listenForEvents } = await import("../notify/links/event-listener.js");
    const { stateDirectory, environment } = this.#workspace;
    return listenForEvents({
      stateDirectory,
      environment,
      since: this.#since,
      withoutContent: true,
      except: this.#own.info.id,
      onEngine: (_, link) => this.#welcome(link),
      onGone: ({ engine }, link) => {
        if (this.#remote.get(engine)?.link !== link) return;
        this.#remote.delete(engine);
        this.#tellSoon();
      },
      onDeskChanged: () => this.#tellSoon(),
      onEvent: (event, { engine }) => {
        if (this.#remote.has(engine)) for (const listener of this.#eventListeners) listener(engine, event);
        return undefined;
      },
    });
  }

  #welcome(link: ListenerLink): void {
    const { engine } = link.engine;
    // Our own finds us like any other, and leaves as soon as it is greeted.
    if (engine === this.#own.info.id) return;
    const known = this.#remote.get(engine);
    if (known === undefined && this.#remote.size >= MAX_REMOTE) {
      link.close();
      return;
    }
    this.#remote.set(engine, { link, view: this.#tellingOfGrants(createRemoteEngine(link)) });
    // The connection that it has left behind.
    known?.link.close();
    this.#tellSoon();
  }

  /** No engine tells that a grant is gone; whoever has taken it back, all pages are to know. */
  #tellingOfGrants(view: EngineView): EngineView {
    return {
      ...view,
      revoke: async (sessionId, rule) => {
        const isRevoked = await view.revoke(sessionId, rule);
        if (isRevoked) this.#tellSoon();
        return isRevoked;
      },
    };
  }

  #tellSoon(): void {
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      for (const listener of this.#changeListeners) listener();
    }, TELL_MS).unref();
  }
}
