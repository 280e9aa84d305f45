/**
 * Writes the audit log: after the calls, never awaited by one, many events with one append. Several processes write to one
 * file; each takes the lock, looks how the file ends, and goes on from there. A log that can't be written is told once, and
 * how much was lost stands in it as soon as it can be written again.
 */
import { dirname, relative, sep } from "node:path";
import { isInside } from "../fs/containment.js";
import type { FileSystem } from "../fs/file-system.js";
import { requireOwn } from "../fs/ownership.js";
import type { AbsolutePath } from "../fs/paths.js";
import type { FileLocks } from "../locks/file-locks.js";
import { scanSecrets } from "../secrets/scan-secrets.js";
import { asideName, readLogEnd } from "./audit-file.js";
import { type AuditedEvent, type AuditRecord, recordOf, recordOfLoss } from "./audit-record.js";
import { sealRecords } from "./chain.js";
import { redactStrings } from "./redact-record.js";

export interface AuditGround {
  readonly fileSystem: FileSystem;
  readonly locks: FileLocks;
  readonly file: AbsolutePath;
  /** Where our own state lies: a log in there must be the user's alone. Another file is whoever's the host has chosen. */
  readonly stateDirectory?: AbsolutePath;
  readonly owner: string;
  readonly now: () => number;
  /** Told once when the log can't be written, and again only after it could. */
  readonly onFailure: (error: unknown) => void;
  /** A file that would grow past this is put aside, and the chain goes on in a new one. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_BATCH = 1000;
/** Whoever can't write for so long that this many wait loses the next ones. */
const MAX_WAITING = 10_000;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export class AuditLog {
  readonly #ground: AuditGround;
  readonly #waiting: AuditedEvent[] = [];
  #writing: Promise<void> | undefined;
  #lost = 0;
  #isFailing = false;
  /** Whether the file could be opened for writing once. */
  #isProved = false;
  /** Calls whose questions a person answered with no, until they end. */
  readonly #deniedCalls = new Set<string>();

  constructor(ground: AuditGround) {
    this.#ground = ground;
  }

  record(event: AuditedEvent): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(event);
    else this.#lost += 1;
    this.#writing ??= this.#writeLater();
  }

  /** Once everything recorded so far is in the file, or lost. */
  async settled(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  /**
   * Resolves once the file can be written, with what was lost noted in it; rejects if it can't. A log that did not fail
   * just before is believed unless `isExact` asks to open it.
   */
  async requireWritable({ isExact }: { readonly isExact: boolean }): Promise<void> {
    if (this.#isProved && !this.#isFailing && !isExact) return;
    await this.settled();
    const lost = this.#lost;
    const { now, owner } = this.#ground;
    await this.#append(lost === 0 ? [] : [recordOfLoss(lost, now(), owner)]);
    this.#lost -= lost;
    this.#isFailing = false;
    this.#isProved = true;
  }

  async #writeLater(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#writeBatch(this.#waiting.splice(0, MAX_BATCH));
    this.#writing = undefined;
  }

  async #writeBatch(events: readonly AuditedEvent[]): Promise<void> {
    const lost = this.#lost;
    try {
      const records = await Promise.all(
        this.#recordsOf(events, lost).map((record) => redactStrings(record, scanSecrets)),
      );
      await this.#append(records);
      this.#lost -= lost;
      this.#isFailing = false;
    } catch (error) {
      this.#lost += events.length;
      if (!this.#isFailing) this.#ground.onFailure(error);
      this.#isFailing = true;
    }
  }

  #recordsOf(events: readonly AuditedEvent[], lost: number): readonly AuditRecord[] {
    const { owner, now } = this.#ground;
    const told = lost === 0 ? [] : [recordOfLoss(lost, now(), owner)];
    return [...told, ...events.map((event) => recordOf(event, owner, this.#findDenial(event)))];
  }

  #findDenial(event: AuditedEvent): { readonly isDeniedByPerson: boolean } {
    const call = `${event.sessionId} ${event.callId}`;
    if (event.type === "permission-answered" && event.answer === "deny") this.#deniedCalls.add(call);
    const isDeniedByPerson = this.#deniedCalls.has(call);
    if (event.type === "call-finished") this.#deniedCalls.delete(call);
    return { isDeniedByPerson };
  }

  async #append(records: readonly AuditRecord[]): Promise<void> {
    const { fileSystem, locks, file, stateDirectory, now, maxBytes = MAX_BYTES } = this.#ground;
    if (stateDirectory !== undefined && isInside(file, stateDirectory))
      await requireOwn(fileSystem, stateDirectory, ...relative(stateDirectory, file).split(sep));
    await fileSystem.makeDirectory(dirname(file) as AbsolutePath, FOLDER_MODE);
    await locks.run(`audit ${file}`, async () => {
      const { lastHash, size, isTorn } = await readLogEnd(file, fileSystem);
      const bytes = new TextEncoder().encode(sealRecords(records, lastHash).text);
      const isFull = size > 0 && size + bytes.length > maxBytes;
      if (isFull) await fileSystem.rename(file, asideName(file, now()));
      const isNew = isFull || (await fileSystem.resolve(file)).stat === undefined;
      const log = await fileSystem.openOwnFile(file, isNew ? FILE_MODE : undefined);
      try {
        // A partial line that a crash left belongs to no chain.
        if (isTorn && !isNew) await log.truncate(size);
        // Not durable: only the history must survive a power cut, and waiting for the disk would delay the next call.
        await log.append(bytes, { at: isNew ? 0 : size, room: 0, isDurable: false });
      } finally {
        await log.close();
      }
    });
  }
}
