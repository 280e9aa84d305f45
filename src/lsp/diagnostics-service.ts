/**
 * Follows committed changes with language servers: what a change brought or mended is known once they have answered, and
 * each session that has changed a file is told once. Loaded with the first change of a workspace that wants it.
 */
import type { RealPath } from "../fs/paths.js";
import { KeyedQueue } from "../locks/keyed-queue.js";
import type { Diagnostic } from "../notify/diagnostic.js";
import type { EventHub, EventOrigin } from "../notify/event-hub.js";
import type { WorkspaceEvent } from "../notify/events.js";
import type { Checked, CheckedDocument, FileEvent, UnknownReason } from "./checked.js";
import {
  type DiagnosticChanges,
  type FileDiagnostics,
  type FileReport,
  noChanges,
} from "./diagnostics-report.js";
import { renderDiagnostics } from "./render-diagnostics.js";
import { type Finding, TrackedDocument } from "./tracked-document.js";

/** A server as this sees it. */
interface Checker {
  readonly name: string;
  check(document: CheckedDocument): Promise<Checked>;
  /** The file is gone, or no longer one to check. */
  forget(path: RealPath): void;
}

interface FoundChecker {
  readonly server: Checker;
  readonly languageId: string;
}

export interface CheckerSource {
  serversFor(path: RealPath): Promise<readonly FoundChecker[]>;
  /** Servers that run already hear of every file, also of those that they do not check. */
  tellOfFile(path: RealPath, event: FileEvent): void;
  describe(): readonly ServerSummary[];
  close(): Promise<void>;
}

/** A server as people see it. */
export interface ServerSummary {
  readonly name: string;
  readonly root: string;
  readonly state: string;
  readonly pid: number | undefined;
  readonly openDocuments: number;
}

/** One change that someone waits for. */
export interface ChangeTicket {
  readonly document: TrackedDocument;
  readonly version: number;
}

interface Asked {
  readonly text: string;
  readonly isSaved: boolean;
}

const fileEvents = { create: "created", update: "changed", delete: "deleted" } as const;
const nobody: EventOrigin = Object.freeze({ sessionId: "", callId: "" });

/** Files that are followed at once; the longest untouched is forgotten. */
const MAX_DOCUMENTS = 256;
/** Characters of their texts, in all. */
const MAX_WEIGHT = 32 * 1024 * 1024;

export class DiagnosticsService {
  readonly #servers: CheckerSource;
  readonly #events: EventHub;
  readonly #documents = new Map<RealPath, TrackedDocument>();
  readonly #followed = new Set<TrackedDocument>();
  /** Changes of one file are noted in their order, however long it takes to find out whom they concern. */
  readonly #noting = new KeyedQueue();
  /** Who changed a file last: what is found is told in their name. */
  readonly #origins = new WeakMap<TrackedDocument, EventOrigin>();
  /** Who has checked a file: what other servers have found in it may quote what these may not read. */
  readonly #checkers = new WeakMap<TrackedDocument, readonly Checker[]>();

  constructor(servers: CheckerSource, events: EventHub) {
    this.#servers = servers;
    this.#events = events;
  }

  /** Undefined where no server is concerned. */
  noteChange(event: WorkspaceEvent<"file-changed">): Promise<ChangeTicket | undefined> {
    const path = event.path as RealPath;
    this.#servers.tellOfFile(path, fileEvents[event.kind]);
    return this.#noting.run(path, () => this.#note(path, event));
  }

  async #note(path: RealPath, event: WorkspaceEvent<"file-changed">): Promise<ChangeTicket | undefined> {
    const checkers = await this.#servers.serversFor(path);
    const { before, after } = event;
    const text = checkers.length === 0 ? undefined : after?.text;
    if (text === undefined || (before !== undefined && before.text === undefined)) {
      // Nobody's concern, gone, too large, or no text.
      this.#documents.delete(path);
      for (const { server } of checkers) server.forget(path);
      return undefined;
    }
    const document = this.#findDocument(
      path,
      checkers.map(({ server }) => server),
    );
    this.#keepAsNewest(document);
    const { sessionId, callId, structuredPatch: hunks } = event;
    this.#origins.set(document, { sessionId, callId });
    const version = document.change({ sessionId, before: before?.text, after: text, hunks });
    void this.#follow(document);
    return { document, version };
  }

  #findDocument(path: RealPath, checkers: readonly Checker[]): TrackedDocument {
    const known = this.#documents.get(path);
    const before = known && this.#checkers.get(known);
    if (known !== undefined && before?.every((each) => checkers.includes(each)) === true) return known;
    const document = new TrackedDocument(path);
    this.#checkers.set(document, checkers);
    return document;
  }

  /** What a session is owed of earlier changes, as far as it is known by now. */
  tellLate(sessionId: string): readonly FileReport[] {
    const reports: FileReport[] = [];
    for (const document of this.#documents.values()) {
      if (!document.isFresh) continue;
      const told = document.tell(sessionId);
      if (told === undefined) continue;
      const { path } = document;
      if (told.state === "unknown") {
        reports.push({ path, state: "unknown", ...noChanges, isLate: true, reason: told.reason });
        continue;
      }
      const { changes, remainingErrors, isPromised } = told;
      reports.push({ path, state: "fresh", ...changes, remainingErrors, isLate: true, isPromised });
    }
    return reports;
  }

  servers(): readonly ServerSummary[] {
    return this.#servers.describe();
  }

  render(reports: readonly FileReport[]): string | undefined {
    return renderDiagnostics(reports);
  }

  describe(sessionId: string): readonly FileDiagnostics[] {
    return [...this.#documents.values()]
      .filter((document) => document.hasBeenChangedBy(sessionId))
      .map((document) => document.describe());
  }

  forgetSession(sessionId: string): void {
    for (const document of this.#documents.values()) {
      if (!document.forgetSession(sessionId)) this.#documents.delete(document.path);
    }
  }

  /** A server has thought again about a file that has not changed, because another one has. */
  revise(path: RealPath, server: string, diagnostics: readonly Diagnostic[]): void {
    const document = this.#documents.get(path);
    if (document === undefined) return;
    // One that speaks after its time was up is asked again with the others, and answers at once.
    if (document.reopen()) return void this.#follow(document);
    const changes = document.revise(server, diagnostics);
    if (changes !== noChanges) this.#announce(document, { state: "fresh", ...changes });
  }

  close(): Promise<void> {
    return this.#servers.close();
  }

  /** Asks the servers about a document's goal until it stands still, or is no concern any more. One at a time for each. */
  async #follow(document: TrackedDocument): Promise<void> {
    if (this.#followed.has(document)) return;
    this.#followed.add(document);
    for (let goal = document.goal; goal !== undefined && !document.isSettled; goal = document.goal) {
      if (this.#documents.get(document.path) !== document) break;
      const { text, isBaseline, version } = goal;
      const asked = this.#ask(document.path, { text, isSaved: !isBaseline });
      // A newer text makes the question moot. What was there before is asked about to the end: nothing else can tell.
      const moot = document.whenSettled(version).then(() => undefined);
      const finding = await (isBaseline ? asked : Promise.race([asked, moot]));
      if (finding === undefined) continue;
      const changes = document.accept(goal, finding);
      if (changes !== undefined) this.#announce(document, { state: "fresh", ...changes });
    }
    this.#followed.delete(document);
  }

  async #ask(path: RealPath, asked: Asked): Promise<Finding> {
    try {
      return await this.#askAll(path, asked);
    } catch (error) {
      const reference = "diagnostics";
      this.#events.emit({ type: "internal-error", tool: "lsp", reference, error }, nobody);
      return { state: "unknown", reason: "asking failed for a reason of its own" };
    }
  }

  async #askAll(path: RealPath, { text, isSaved }: Asked): Promise<Finding> {
    const checkers = await this.#servers.serversFor(path);
    const answers = await Promise.all(
      checkers.map(async ({ server, languageId }) => ({
        name: server.name,
        checked: await server.check({ path, languageId, text, isSaved }),
      })),
    );
    const byServer = new Map<string, readonly Diagnostic[]>();
    for (const { name, checked } of answers) {
      if (checked.state === "unknown") return { state: "unknown", reason: inWords(name, checked.reason) };
      byServer.set(name, checked.diagnostics);
    }
    return byServer.size === 0
      ? { state: "unknown", reason: "its language server is gone" }
      : { state: "fresh", byServer };
  }

  #announce(document: TrackedDocument, found: DiagnosticChanges & { readonly state: "fresh" }): void {
    const origin = this.#origins.get(document) ?? nobody;
    this.#events.emit({ type: "diagnostics", path: document.path, ...found }, origin);
  }

  #keepAsNewest(document: TrackedDocument): void {
    this.#documents.delete(document.path);
    this.#documents.set(document.path, document);
    let weight = 0;
    for (const each of this.#documents.values()) weight += each.weight;
    for (const each of this.#documents.values()) {
      const isLight = this.#documents.size <= MAX_DOCUMENTS && weight <= MAX_WEIGHT;
      if (isLight || each === document) return;
      this.#documents.delete(each.path);
      weight -= each.weight;
    }
  }
}

/** For the model; what else the server has said, on its error stream say, is for the host's log. */
function inWords(name: string, reason: UnknownReason): string {
  return `the language server ${name} ${reasons[reason]}`;
}

const reasons: Readonly<Record<UnknownReason, string>> = {
  superseded: "was asked about another text meanwhile",
  "not-started": "can't be started now",
  ended: "has ended by itself",
  "no-answer": "does not answer",
  outdated: "is started again, because files that it may not read have changed",
  closed: "is no longer there",
};
