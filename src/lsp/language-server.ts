/**
 * One language server for one root, from its first start to its last end. It starts with the first check, is started again
 * after a crash, later each time, and is shut down when nobody has wanted anything for a while. A check always gets an
 * answer and never rejects; "fresh" is said only of what the server has said about exactly that text.
 */
import type { RealPath } from "../fs/paths.js";
import type { Diagnostic } from "../notify/diagnostic.js";
import {
  type Checked,
  type CheckedDocument,
  defaultServerLimits,
  type FileEvent,
  type LanguageServerGround,
  type ReportedDiagnostic,
  type ServerLimits,
  stripReported,
  superseded,
  unknown,
} from "./checked.js";
import { CrashRecord } from "./crash-record.js";
import { toDocumentKey } from "./document-uris.js";
import type { RunningServer } from "./running-server.js";
import { type StartedServer, startServer } from "./start-server.js";
import { stopServer } from "./stop-server.js";

export type LanguageServerState = "idle" | "starting" | "ready" | "waiting" | "failed";

const outdated: Checked = unknown(
  "outdated",
  "files that rules keep from it have changed since it was started",
);
/** For how long crashes count. */
const CRASH_MEMORY_MS = 5 * 60_000;

/** One start of the server, until it has ended. */
interface Incarnation {
  readonly starting: Promise<StartedServer>;
  readonly ready: Promise<RunningServer | string>;
  started?: StartedServer;
  running?: RunningServer;
}

export class LanguageServer {
  readonly name: string;
  readonly #ground: LanguageServerGround;
  readonly #limits: ServerLimits;
  readonly #crashes: CrashRecord;
  #incarnation: Incarnation | undefined;
  /** Those that have been told to end, until they have. */
  readonly #endings = new Set<Promise<void>>();
  /** For each document, how the check that waits for the server's start is told that it is superseded. */
  readonly #latest = new Map<string, () => void>();
  #idleTimer: NodeJS.Timeout | undefined;
  #checksUnderWay = 0;
  #isClosed = false;
  #lastDetail = "";
  #passedOn: Promise<void> = Promise.resolve();

  constructor(ground: LanguageServerGround) {
    this.#ground = {
      ...ground,
      // Called from timers and events, where nothing may be thrown.
      onState: (state, detail) => quietly(() => ground.onState(state, detail)),
      onOthers: (path, diagnostics) => this.#passOn(path, diagnostics, ground.onOthers),
    };
    this.name = ground.spec.name;
    this.#limits = { ...defaultServerLimits, ...ground.limits };
    this.#crashes = new CrashRecord({ backOffMs: this.#limits.backOffMs, memoryMs: CRASH_MEMORY_MS });
  }

  get state(): LanguageServerState {
    if (this.#incarnation !== undefined)
      return this.#incarnation.running === undefined ? "starting" : "ready";
    const now = this.#ground.now();
    if (this.#crashes.hasFailed(now)) return "failed";
    return this.#crashes.waitMs(now) > 0 ? "waiting" : "idle";
  }

  /** Undefined while it does not run. */
  get pid(): number | undefined {
    const pid = this.#incarnation?.started?.program.pid ?? 0;
    return pid === 0 ? undefined : pid;
  }

  get openDocuments(): number {
    return this.#incarnation?.running?.openDocuments ?? 0;
  }

  /**
   * Brings the document to this text, starting the server if need be, and answers once the server has said what it finds in
   * exactly this text. A later check of the same document supersedes an earlier one.
   */
  check(document: CheckedDocument): Promise<Checked> {
    const key = toDocumentKey(document.path);
    this.#latest.get(key)?.();
    if (this.#isClosed) return Promise.resolve(unknown("closed", "the server is no longer wanted"));
    if (this.state === "failed" || this.state === "waiting") {
      return Promise.resolve(unknown("not-started", this.#lastDetail));
    }
    clearTimeout(this.#idleTimer);
    const incarnation = (this.#incarnation ??= this.#start());
    const { running } = incarnation;
    if (running !== undefined) return this.#resting(document.path, running.check(document));
    return new Promise((resolve) => {
      const supersede = (): void => {
        this.#latest.delete(key);
        resolve(superseded);
      };
      this.#latest.set(key, supersede);
      const isWanted = (): boolean => this.#latest.get(key) === supersede;
      void this.#checkOnceReady(incarnation, document, isWanted).then(resolve);
    });
  }

  async #checkOnceReady(
    incarnation: Incarnation,
    document: CheckedDocument,
    isWanted: () => boolean,
  ): Promise<Checked> {
    const ready = await incarnation.ready;
    if (!isWanted()) return superseded;
    this.#latest.delete(toDocumentKey(document.path));
    if (this.#isClosed) return unknown("closed", "the server is no longer wanted");
    if (typeof ready === "string") return unknown("not-started", `${this.name} ${ready}`);
    return this.#resting(document.path, ready.check(document));
  }

  /** The text that the server has last been told of; undefined when the document is not open there. */
  textOf(path: RealPath): string | undefined {
    return this.#incarnation?.running?.textOf(path);
  }

  /** The file is gone, or no longer one to check; if it is gone, `tellOfFile` says so. */
  forget(path: RealPath): void {
    const key = toDocumentKey(path);
    this.#latest.get(key)?.();
    this.#incarnation?.running?.forget(path);
  }

  /** A file has changed on the disk, whether or not it is one to check. */
  tellOfFile(path: RealPath, event: FileEvent): void {
    this.#incarnation?.running?.tellOfFile(path, event);
  }

  /** Asks it to end, and ends it if it does not; within about two seconds. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    this.#letGo("closed");
    await Promise.all(this.#endings);
  }

  #start(): Incarnation {
    this.#ground.onState("starting");
    const starting = startServer(this.#ground, this.#limits);
    const incarnation: Incarnation = { starting, ready: starting.then(({ ready }) => ready) };
    void this.#follow(incarnation);
    return incarnation;
  }

  async #follow(incarnation: Incarnation): Promise<void> {
    const started = await incarnation.starting;
    incarnation.started = started;
    void this.#waitForEnd(incarnation, started);
    const ready = await started.ready;
    if (this.#incarnation !== incarnation) return;
    if (typeof ready === "string") return this.#giveUp(incarnation, started, ready);
    incarnation.running = ready;
    this.#ground.onState("ready");
    this.#rest();
  }

  async #waitForEnd(incarnation: Incarnation, { program, connection }: StartedServer): Promise<void> {
    const { detail } = await program.ended;
    this.#noteEnd(incarnation, connection?.verdict ?? detail);
  }

  /** It runs and does not get ready. */
  #giveUp(incarnation: Incarnation, started: StartedServer, why: string): void {
    if (started.connection === undefined) return;
    started.connection.end(why);
    this.#noteEnd(incarnation, started.connection.verdict ?? why);
  }

  /** Nobody has ended it. */
  #noteEnd(incarnation: Incarnation, detail: string): void {
    if (this.#incarnation !== incarnation) return;
    this.#incarnation = undefined;
    clearTimeout(this.#idleTimer);
    const now = this.#ground.now();
    this.#crashes.note(now);
    this.#lastDetail = `${this.name} ${detail}`;
    const hasFailed = this.#crashes.hasFailed(now);
    this.#ground.onState(hasFailed ? "failed" : "ended", detail);
    incarnation.running?.abandon(unknown("ended", this.#lastDetail));
  }

  async #resting(path: RealPath, checked: Promise<Checked>): Promise<Checked> {
    this.#checksUnderWay += 1;
    clearTimeout(this.#idleTimer);
    const answer = await checked;
    const sifted = answer.state === "fresh" ? await this.#sift(path, answer.diagnostics) : undefined;
    this.#checksUnderWay -= 1;
    this.#rest();
    if (answer.state === "unknown") return answer;
    return sifted === undefined ? outdated : { state: "fresh", diagnostics: sifted };
  }

  /** Never rejects: what can't be judged doesn't count. */
  async #sift(
    path: RealPath,
    reported: readonly ReportedDiagnostic[],
  ): Promise<readonly Diagnostic[] | undefined> {
    try {
      return await (this.#ground.sift?.(path, reported) ?? stripReported(reported));
    } catch {
      return undefined;
    }
  }

  /** In the order in which they came. */
  #passOn(
    path: RealPath,
    reported: readonly ReportedDiagnostic[],
    onOthers: LanguageServerGround["onOthers"],
  ): void {
    const earlier = this.#passedOn;
    const passOn = async (): Promise<void> => {
      const [sifted] = await Promise.all([this.#sift(path, reported), earlier]);
      if (sifted !== undefined) quietly(() => onOthers(path, sifted));
    };
    this.#passedOn = passOn();
  }

  #rest(): void {
    clearTimeout(this.#idleTimer);
    if (this.#isClosed || this.#checksUnderWay > 0) return;
    this.#idleTimer = setTimeout(() => this.#letGo("idle"), this.#limits.idleMs).unref();
  }

  #letGo(why: "idle" | "closed"): void {
    const incarnation = this.#incarnation;
    this.#incarnation = undefined;
    if (incarnation === undefined) return;
    incarnation.running?.abandon(unknown("closed", "the server was shut down"));
    this.#ground.onState("ended", why === "idle" ? "nobody has wanted it for a while" : "closed");
    const isReady = incarnation.running !== undefined;
    const ending = incarnation.starting
      .then((started) => stopServer(started, { isReady, isAwaited: why === "closed" }))
      .finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // A listener's failure is its own.
  }
}
