/**
 * Where calls ask for diagnostics: notes each committed change, and waits for what language servers say of it, for as long as
 * the host allows. All that is slow or may fail stands behind it; a workspace without language servers has no desk.
 */
import type { MaybePromise } from "../fs/file-system.js";
import type { EventHub, EventOrigin } from "../notify/event-hub.js";
import type { WorkspaceEvent } from "../notify/events.js";
import { withinTime } from "../process/within-time.js";
import { type FileDiagnostics, type FileReport, noChanges } from "./diagnostics-report.js";
import type { ChangeTicket, DiagnosticsService, ServerSummary } from "./diagnostics-service.js";

export interface DeskOptions {
  /** How long a result may wait; 0 leaves all to the next call. */
  readonly waitMs: number;
}

/** One change whose call has not asked yet. */
interface Noted {
  readonly path: string;
  /** Never rejects. */
  readonly ticket: Promise<ChangeTicket | undefined>;
}

/** Of calls that end without asking, because they failed after their change say, so many are remembered in vain. */
const MAX_NOTED = 256;
/** Whether a server is concerned at all takes a few looks at the disk; one that does not answer is not waited for. */
const LOOK_MS = 1000;

/** What a call has to tell besides its own result, as data and in words. */
export interface Collected {
  readonly reports: readonly FileReport[];
  readonly text: string | undefined;
}

export class DiagnosticsDesk {
  readonly #events: EventHub;
  readonly #load: () => Promise<DiagnosticsService>;
  readonly #waitMs: number;
  /** By call, the oldest first. */
  readonly #noted = new Map<string, Noted>();
  #loading: Promise<DiagnosticsService> | undefined;
  #service: DiagnosticsService | undefined;

  constructor(events: EventHub, { waitMs }: DeskOptions, load: () => Promise<DiagnosticsService>) {
    this.#events = events;
    this.#waitMs = waitMs;
    this.#load = load;
    events.on("file-changed", (event) => this.#note(event));
  }

  /** Of the call's own change, and of earlier ones. Undefined where there is nothing to tell. */
  collect(origin: EventOrigin, signal: AbortSignal | undefined): MaybePromise<Collected | undefined> {
    const key = keyOf(origin);
    const noted = this.#noted.get(key);
    if (noted === undefined) return this.#inWords(this.#service?.tellLate(origin.sessionId));
    this.#noted.delete(key);
    return this.#await(noted, origin, signal).then((reports) => this.#inWords(reports));
  }

  #inWords(reports: readonly FileReport[] | undefined): Collected | undefined {
    if (reports === undefined || reports.length === 0) return undefined;
    return { reports, text: this.#service?.render(reports) };
  }

  describe(sessionId: string): readonly FileDiagnostics[] {
    return this.#service?.describe(sessionId) ?? [];
  }

  /** The servers that there are at the moment. */
  servers(): readonly ServerSummary[] {
    return this.#service?.servers() ?? [];
  }

  forgetSession(sessionId: string): void {
    this.#service?.forgetSession(sessionId);
  }

  /** Ends the servers. The next change starts anew. */
  async close(): Promise<void> {
    const loading = this.#loading;
    this.#loading = undefined;
    this.#service = undefined;
    await (await loading)?.close();
  }

  #note(event: WorkspaceEvent<"file-changed">): Promise<unknown> {
    this.#loading ??= this.#load().then((service) => (this.#service = service));
    const ticket = this.#loading.then((service) => service.noteChange(event));
    // An undo is no call: what comes of it is told with the next one.
    if (event.callId !== "") this.#remember(event, ticket);
    return ticket;
  }

  #remember(event: WorkspaceEvent<"file-changed">, ticket: Promise<ChangeTicket | undefined>): void {
    this.#noted.set(keyOf(event), { path: event.path, ticket: ticket.catch(() => undefined) });
    const [oldest] = this.#noted.keys();
    if (this.#noted.size > MAX_NOTED && oldest !== undefined) this.#noted.delete(oldest);
  }

  async #await(
    noted: Noted,
    { sessionId, callId }: EventOrigin,
    signal: AbortSignal | undefined,
  ): Promise<readonly FileReport[]> {
    const own = (await withinTime(noted.ticket, LOOK_MS, signal))
      ? await this.#awaitOwn(await noted.ticket, sessionId, signal)
      : unknownOf(noted.path, "its language servers could not be found in time", LATER);
    if (signal?.aborted === true) return [];
    if (own?.state === "unknown") {
      this.#events.emit(
        { type: "diagnostics", path: own.path, state: "unknown", ...noChanges },
        { sessionId, callId },
      );
    }
    return [...(own === undefined ? [] : [own]), ...(this.#service?.tellLate(sessionId) ?? [])];
  }

  async #awaitOwn(
    ticket: ChangeTicket | undefined,
    sessionId: string,
    signal: AbortSignal | undefined,
  ): Promise<FileReport | undefined> {
    if (ticket === undefined) return undefined;
    const settled = ticket.document.whenSettled(ticket.version);
    const isInTime = await withinTime(settled, this.#waitMs, signal);
    // What is told now would be told to nobody.
    return signal?.aborted === true ? undefined : this.#tell(ticket, sessionId, { isInTime });
  }

  #tell(
    { document, version }: ChangeTicket,
    sessionId: string,
    { isInTime }: { readonly isInTime: boolean },
  ): FileReport | undefined {
    const { path } = document;
    const unknown = (reason: string, advice: string): FileReport => unknownOf(path, reason, advice);
    const isOvertaken = document.version > version;
    if (!document.isSettled) {
      if (isInTime && isOvertaken) {
        const reason = "the file has been changed again meanwhile";
        if (document.wasLastChangedBy(sessionId)) return unknown(reason, "See the result of that change.");
        document.promise(sessionId);
        return unknown(reason, LATER);
      }
      document.promise(sessionId);
      const reason =
        this.#waitMs === 0
          ? "the language server is not waited for"
          : `the language server did not answer within ${this.#waitMs} ms`;
      return unknown(reason, LATER);
    }
    const told = document.tell(sessionId);
    if (told === undefined) return undefined;
    if (told.state === "unknown") return unknown(told.reason, "This does not mean that there are none.");
    // What others have done before or since is not this change's doing.
    const isLate = told.changes !== noChanges && (isOvertaken || !told.isOwn);
    const { changes, remainingErrors } = told;
    return { path, state: "fresh", ...changes, remainingErrors, isLate };
  }
}

const LATER = "What is found comes with a later result.";

function unknownOf(path: string, reason: string, advice: string): FileReport {
  return { path, state: "unknown", ...noChanges, isLate: false, reason, advice };
}

function keyOf({ sessionId, callId }: EventOrigin): string {
  return `${sessionId}/${callId}`;
}
