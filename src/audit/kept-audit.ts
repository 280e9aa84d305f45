/**
 * The audit log of a workspace: kept if the host or the user wants one, and always if a managed policy requires it. Then no
 * call runs while it can't be written.
 */
import { ToolError } from "../errors/tool-error.js";
import { FileSystemError, type MaybePromise } from "../fs/file-system.js";
import type { AbsolutePath } from "../fs/paths.js";
import { type LazyListener, listenLazily } from "../notify/lazy-listener.js";
import {
  type AuditOption,
  auditedTypes,
  type ChoiceGround,
  findAuditFile,
  isAuditWanted,
} from "./audit-choice.js";
import type { AuditLog } from "./audit-log.js";
import type { openAudit } from "./open-audit.js";

type AuditDeps = ChoiceGround & Parameters<typeof openAudit>[1];

export class KeptAudit {
  readonly #deps: AuditDeps;
  readonly #logs = new Map<string, Promise<AuditLog>>();
  /** One for each file: the user's choice and the policy's may be two. */
  readonly #listeners = new Map<string, LazyListener>();
  readonly #required = new Set<string>();

  constructor(deps: AuditDeps, option: AuditOption) {
    this.#deps = deps;
    const isWanted = isAuditWanted(option, deps);
    if (isWanted !== false) this.#listen(findAuditFile(option, deps), isWanted);
  }

  /** Resolves once the required log can be written, and throws if it can't. */
  require({ file }: { readonly file?: string }, options: { readonly isExact: boolean }): MaybePromise<void> {
    const path = findAuditFile(file === undefined ? true : { file }, this.#deps);
    this.#required.add(path);
    if (!this.#listeners.has(path)) this.#listen(path, true);
    return this.#open(path)
      .then((log) => log.requireWritable(options))
      .catch((cause: unknown) => {
        throw refuseUnaudited(path, cause);
      });
  }

  async close(): Promise<void> {
    for (const listener of this.#listeners.values()) await listener.settled();
    for (const log of this.#logs.values()) await (await log).settled();
  }

  #listen(file: AbsolutePath, isWanted: MaybePromise<boolean>): void {
    const listener: LazyListener = listenLazily(this.#deps.events, auditedTypes, async () => {
      if (!(await isWanted) && !this.#required.has(file)) {
        listener.stop();
        this.#listeners.delete(file);
        return () => undefined;
      }
      const log = await this.#open(file);
      return (event) => log.record(event);
    });
    this.#listeners.set(file, listener);
  }

  #open(file: AbsolutePath): Promise<AuditLog> {
    const known = this.#logs.get(file);
    if (known !== undefined) return known;
    const log = import("./open-audit.js").then(({ openAudit }) => openAudit(file, this.#deps));
    this.#logs.set(file, log);
    return log;
  }
}

function refuseUnaudited(file: string, cause: unknown): ToolError {
  const code = cause instanceof FileSystemError ? ` (${cause.code})` : "";
  return new ToolError(
    "SETTINGS_INVALID",
    `The managed settings require an audit log, and ${file} can't be written${code}. Nothing was done. Tell the user: no tool runs until it can be written.`,
    { data: { path: file }, cause },
  );
}
