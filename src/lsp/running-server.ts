/**
 * One server that runs and is ready: brings documents to it and finds out what it says about them. Whether it publishes
 * with versions, without them, or has to be asked, it is taken at its word only about the text it was given last.
 */
import type { RealPath } from "../fs/paths.js";
import type { GuardedProgram } from "../process/guarded-program.js";
import { findPullWishes, type PullWishes, readSyncWishes } from "./capabilities.js";
import { CheckList, type OpenCheck } from "./check-list.js";
import {
  type Checked,
  type CheckedDocument,
  type FileEvent,
  type LanguageServerGround,
  type ServerLimits,
  unknown,
} from "./checked.js";
import type { Connection } from "./connection.js";
import { findDocumentKey, toDocumentKey, toUri } from "./document-uris.js";
import { type OpenDocument, OpenDocuments } from "./open-documents.js";
import { pullDiagnostics } from "./pull-diagnostics.js";
import { asRecord, readDiagnostics } from "./read-diagnostics.js";

const DEFAULT_SETTLE_MS = 150;
/** How long a text waits for what is owed about the one before, with servers that do not say what they speak of. */
const HOLD_MS = 3000;
/** After so long without a word about a document, nothing more comes about its earlier texts. */
const QUIET_MS = 10_000;
/** Of the other documents, so many are asked about when one has changed. */
const MAX_OTHERS = 16;
/** In the protocol's numbers. */
const fileEvents: Readonly<Record<FileEvent, number>> = { created: 1, changed: 2, deleted: 3 };

export interface RunningGround {
  readonly server: LanguageServerGround;
  readonly limits: ServerLimits;
  readonly program: GuardedProgram;
  readonly connection: Connection;
  /** What it answered when it was greeted. */
  readonly capabilities: unknown;
}

export class RunningServer {
  readonly #ground: RunningGround;
  readonly #documents: OpenDocuments;
  readonly #checks: CheckList;
  #pull: PullWishes | undefined;
  /** It says which version it speaks of. */
  #isVersioned = false;
  /** The look at other documents that is under way. */
  #others: AbortController | undefined;

  constructor(ground: RunningGround) {
    this.#ground = ground;
    const { connection, capabilities, limits } = ground;
    this.#pull = findPullWishes(asRecord(capabilities)["diagnosticProvider"]);
    this.#checks = new CheckList(limits.answerMs, () => {
      // One that publishes owes nobody an answer.
      if (this.#pull !== undefined) connection.noteSilence();
    });
    this.#documents = new OpenDocuments({
      notify: (method, params) => connection.notify(method, params),
      sync: readSyncWishes(capabilities),
      maxOpen: limits.maxOpenDocuments,
      isWanted: (key) => this.#checks.find(key) !== undefined,
    });
  }

  get pid(): number {
    return this.#ground.program.pid;
  }

  get openDocuments(): number {
    return this.#documents.size;
  }

  textOf(path: RealPath): string | undefined {
    return this.#documents.find(toDocumentKey(path))?.text;
  }

  check(checked: CheckedDocument): Promise<Checked> {
    const key = toDocumentKey(checked.path);
    this.#others?.abort();
    const { check, answered } = this.#checks.open(key);
    const known = this.#documents.find(key);
    if (known !== undefined && this.#mustWait(known, checked)) {
      const release = (): void => this.#bring(check, checked);
      check.hold(release, HOLD_MS);
    } else {
      this.#bring(check, checked);
    }
    return answered;
  }

  forget(path: RealPath): void {
    const key = toDocumentKey(path);
    this.#checks.find(key)?.settle(unknown("closed", "the file is no longer checked"));
    this.#documents.forget(path);
  }

  /** Servers that have a file from the disk learn only so that it has changed. */
  tellOfFile(path: RealPath, event: FileEvent): void {
    const changes = [{ uri: toUri(path), type: fileEvents[event] }];
    this.#ground.connection.notify("workspace/didChangeWatchedFiles", { changes });
  }

  /** All that is waited for ends so. */
  abandon(answer: Checked): void {
    this.#others?.abort();
    this.#checks.settleAll(answer);
    for (const { findings } of this.#documents.list()) findings.drop();
  }

  /** The server wants to be asked from now on, or no longer. */
  setPullWishes(wishes: PullWishes | undefined): void {
    const wasAsked = this.#pull !== undefined;
    this.#pull = wishes;
    if (wishes === undefined || wasAsked) return;
    for (const check of this.#checks.list()) {
      const document = this.#documents.find(check.key);
      if (document !== undefined && !check.isHeld) void this.#ask(check, document);
    }
  }

  /** What the server has said before no longer holds. */
  refresh(): void {
    this.#lookAtOthers(undefined);
  }

  hearPublished(params: unknown): void {
    const { uri, version, diagnostics } = asRecord(params);
    const key = findDocumentKey(uri);
    const document = key === undefined ? undefined : this.#documents.find(key);
    // What is no list says nothing, least of all that nothing was found.
    if (document === undefined || !Array.isArray(diagnostics)) return;
    if (typeof version === "number") this.#isVersioned = true;
    const { findings } = document;
    const isCurrent = findings.count(version);
    const check = this.#checks.find(document.key);
    if (check?.isHeld === true) {
      // This was about the text before; the next one can be told without any doubt what the answer is about.
      if (this.#isVersioned || !findings.isOwed) check.release();
      return;
    }
    if (!isCurrent) return;
    const settleMs = this.#ground.server.spec.settleMs ?? DEFAULT_SETTLE_MS;
    findings.settle(
      settleMs,
      () => readDiagnostics(diagnostics),
      () => this.#conclude(document),
    );
  }

  /** Of a server that does not say what it speaks of, two texts on their way at once could not be told apart. */
  #mustWait(known: OpenDocument, { text }: CheckedDocument): boolean {
    if (this.#pull !== undefined || this.#isVersioned || known.text === text) return false;
    if (this.#ground.server.now() - known.toldAt > QUIET_MS) known.findings.forgive();
    return known.findings.isOwed;
  }

  #bring(check: OpenCheck, checked: CheckedDocument): void {
    const known = this.#documents.find(check.key);
    const isKnown = known?.text === checked.text && known.languageId === checked.languageId;
    const isAnswerable =
      isKnown && (this.#pull !== undefined || known.findings.isOwed || this.#currentOf(known) !== undefined);
    const document = isAnswerable ? known : this.#documents.bring(checked);
    if (!isAnswerable) document.toldAt = this.#ground.server.now();
    if (checked.isSaved) this.#documents.save(document);
    if (this.#pull !== undefined) void this.#ask(check, document);
    else this.#conclude(document);
  }

  async #ask(check: OpenCheck, document: OpenDocument): Promise<void> {
    const wishes = this.#pull;
    if (wishes === undefined) return;
    const { version } = document;
    const { connection, limits } = this.#ground;
    const bounds = { timeoutMs: limits.answerMs, signal: check.signal };
    const outcome = await pullDiagnostics(connection, document, wishes, bounds);
    if (check.signal.aborted) return;
    if (outcome.kind === "none") return check.settle(unknown("no-answer", outcome.detail));
    // Told anew meanwhile, by a check that has superseded this one.
    if (document.version !== version) return;
    document.findings.take(outcome.report);
    this.#conclude(document);
    for (const [key, report] of outcome.related) {
      const other = this.#documents.find(key);
      if (other === undefined || other === document) continue;
      other.findings.take(report);
      this.#conclude(other);
    }
    if (wishes.hasInterFileDependencies) this.#lookAtOthers(document);
  }

  /** In the background, one after another, and given up for the next check. */
  #lookAtOthers(changed: OpenDocument | undefined): void {
    this.#others?.abort();
    const looking = new AbortController();
    this.#others = looking;
    const others = this.#documents.list().filter((document) => document !== changed);
    void this.#askAll(others.slice(0, MAX_OTHERS), looking.signal);
  }

  async #askAll(documents: readonly OpenDocument[], signal: AbortSignal): Promise<void> {
    const { connection, limits } = this.#ground;
    for (const document of documents) {
      if (this.#pull === undefined || signal.aborted) return;
      // Whoever waits for this one has asked already.
      if (this.#checks.find(document.key) !== undefined) continue;
      const { version } = document;
      const bounds = { timeoutMs: limits.answerMs, signal };
      const outcome = await pullDiagnostics(connection, document, this.#pull, bounds);
      if (signal.aborted || outcome.kind === "none") return;
      if (document.version !== version) continue;
      document.findings.take(outcome.report);
      this.#conclude(document);
    }
  }

  /** Hands on what is known of the document's text, to whoever waits for it or else as news. */
  #conclude(document: OpenDocument): void {
    const diagnostics = this.#currentOf(document);
    if (diagnostics === undefined) return;
    const isNews = document.findings.isNews(diagnostics);
    const check = this.#checks.find(document.key);
    if (check !== undefined) check.settle({ state: "fresh", diagnostics });
    else if (isNews) this.#ground.server.onOthers(document.path, diagnostics);
  }

  #currentOf({ findings }: OpenDocument): ReturnType<typeof findings.current> {
    return findings.current({ isPulled: this.#pull !== undefined });
  }
}
