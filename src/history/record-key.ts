/**
 * The key that signs the records and indexes of the history. It lies in a file that only the user can read. A record with
 * another signature, or none, was not written by this user's Filewright: it is ignored, and its file is never deleted.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { dirname } from "node:path";
import { type FileSystem, FileSystemError, type OwnFile } from "../fs/file-system.js";
import { type Steps, waitFor } from "../fs/maybe-promise.js";
import { readOwnFile } from "../fs/ownership.js";
import type { AbsolutePath } from "../fs/paths.js";

const SECRET_BYTES = 32;
const MAX_BYTES = 1024;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Each failed one means that another process has created or removed the file at the same moment. */
const MAX_ATTEMPTS = 10;
/** How long the file may stay empty before its writer counts as dead. */
const WRITER_MS = 1000;
const PAUSE_MS = 10;

/** What is signed: a signature for one purpose does not count for the other. */
export type SignedKind = "record" | "index";

export class RecordKey {
  readonly #secret: Buffer;

  private constructor(secret: Buffer) {
    this.#secret = secret;
  }

  static create(): RecordKey {
    return new RecordKey(randomBytes(SECRET_BYTES));
  }

  static parse(text: string): RecordKey | undefined {
    return /^[0-9a-f]{64}\n$/.test(text) ? new RecordKey(Buffer.from(text.trim(), "hex")) : undefined;
  }

  render(): string {
    return `${this.#secret.toString("hex")}\n`;
  }

  isSame(other: RecordKey): boolean {
    return timingSafeEqual(this.#secret, other.#secret);
  }

  sign(kind: SignedKind, ...parts: readonly (string | Uint8Array)[]): string {
    const mac = createHmac("sha256", this.#secret).update(`${kind}\n`);
    for (const part of parts) mac.update(part);
    return mac.digest("base64url");
  }

  hasSigned(
    signature: string | undefined,
    kind: SignedKind,
    ...parts: readonly (string | Uint8Array)[]
  ): boolean {
    const expected = Buffer.from(this.sign(kind, ...parts));
    const given = Buffer.from(signature ?? "");
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

export interface KeyFileDeps {
  readonly fileSystem: FileSystem;
  readonly path: AbsolutePath;
  readonly randomName: () => string;
}

export class KeyFile {
  readonly #deps: KeyFileDeps;
  #known: RecordKey | undefined;

  constructor(deps: KeyFileDeps) {
    this.#deps = deps;
  }

  /** Returns `undefined` as long as no process has written a record: then no record is ours. */
  *find(): Steps<RecordKey | undefined> {
    return (this.#known ??= yield* this.#read());
  }

  /** Creates the key if there is none. */
  *get(): Steps<RecordKey> {
    return this.#known ?? (yield* this.renew());
  }

  /** Looks at the file again. Writes the key anew if the file was removed; takes over the key of another process. */
  *renew(): Steps<RecordKey> {
    const { path } = this.#deps;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const present = yield* this.#read();
      if (present !== undefined) return (this.#known = present);
      const key = this.#known ?? RecordKey.create();
      if (yield* this.#create(path, key)) return (this.#known = key);
      yield* this.#awaitWriter();
    }
    throw new FileSystemError("EBUSY", path);
  }

  /** Returns false if another process has created the file. */
  *#create(path: AbsolutePath, key: RecordKey): Steps<boolean> {
    const { fileSystem } = this.#deps;
    yield* waitFor(fileSystem.makeDirectory(dirname(path) as AbsolutePath, FOLDER_MODE));
    let file: OwnFile;
    try {
      file = yield* waitFor(fileSystem.openOwnFile(path, FILE_MODE));
    } catch (cause) {
      if (cause instanceof FileSystemError && cause.code === "EEXIST") return false;
      throw cause;
    }
    try {
      // Records that survive a power cut are worth nothing without the key.
      yield* waitFor(file.append(Buffer.from(key.render()), { at: 0, room: 0, isDurable: true }));
      return true;
    } catch (cause) {
      yield* waitFor(fileSystem.removeFile(path));
      throw cause;
    } finally {
      yield* waitFor(file.close());
    }
  }

  /** Waits until the process that creates the file has filled it. If it died instead, a whole file takes the place. */
  *#awaitWriter(): Steps<void> {
    const { fileSystem, path, randomName } = this.#deps;
    for (let waited = 0; waited < WRITER_MS; waited += PAUSE_MS) {
      const bytes = yield* this.#readBytes();
      if (bytes === undefined || bytes.length > 0) return;
      yield* waitFor(pause());
    }
    const whole = `${path}-${randomName()}.tmp` as AbsolutePath;
    yield* this.#create(whole, RecordKey.create());
    yield* waitFor(fileSystem.rename(whole, path));
    // Another process may do the same; the last one counts.
    yield* waitFor(pause());
  }

  /** Returns `undefined` for an empty file, too: it is just being created. */
  *#read(): Steps<RecordKey | undefined> {
    const bytes = yield* this.#readBytes();
    if (bytes === undefined || bytes.length === 0) return undefined;
    const key = RecordKey.parse(Buffer.from(bytes).toString("latin1"));
    if (key === undefined) throw new FileSystemError("BAD_KEY", this.#deps.path);
    return key;
  }

  #readBytes(): Steps<Uint8Array | undefined> {
    return readOwnFile(this.#deps.fileSystem, this.#deps.path, { maxBytes: MAX_BYTES, isSecret: true });
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
