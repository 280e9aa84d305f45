/** The conversations of this user's terminals, each a file that only they may read, in the state directory. */
import { join } from "node:path";
import { ToolError } from "../../errors/tool-error.js";
import { FileSystemError } from "../../fs/file-system.js";
import { readPrivateFile } from "../../fs/node/private-file.js";
import { createProcessLife, readHost } from "../../fs/node/process-life.js";
import { describeOwnershipFault, requireOwn } from "../../fs/ownership.js";
import type { AbsolutePath, RealPath } from "../../fs/paths.js";
import { visiblePath } from "../../text/visible.js";
import type { Workspace } from "../../workspace.js";
import { findOwner } from "./session-name.js";

const FOLDER = "terminals";
/** Far more than is ever written; what is larger is not ours. */
const MAX_BYTES = 16 * 1024 * 1024;
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_LISTED = 10_000;

export class SessionStore {
  readonly #workspace: Workspace;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** The text of one; undefined when there is none. Throws FileSystemError, and ToolError where it is not to be trusted. */
  async find(name: string): Promise<string | undefined> {
    const { fileSystem } = this.#workspace;
    const path = join(await this.#findOwnFolder(), name) as RealPath;
    const { realPath, stat } = await fileSystem.resolve(path);
    if (stat === undefined) return undefined;
    if (realPath !== path) throw new FileSystemError("MOVED", path);
    const found = readPrivateFile(path, MAX_BYTES);
    // It says what a person has granted, so that it has to be from them.
    if (found !== undefined && (!found.isOwn || found.isOpenToOthers))
      throw new ToolError("INPUT_INVALID", "others could have written its file");
    return found?.text;
  }

  /** Replaces one in a single step, alone among all commands. */
  async change(name: string, change: (present: string | undefined) => string): Promise<void> {
    const { fileSystem, locks, mutation, stateDirectory } = this.#workspace;
    const folder = await this.#findOwnFolder();
    const { createOwnFileChanger } = await import("../../mutation/change-own-file.js");
    let isNew = false;
    const changeFile = createOwnFileChanger({
      fileSystem,
      locks,
      // After a power cut files are read again, which costs nobody their work.
      isDurable: false,
      randomName: mutation.randomName,
      privateFolder: stateDirectory,
    });
    await changeFile(join(folder, name) as AbsolutePath, (present) => {
      isNew = present === undefined;
      return change(present);
    });
    if (isNew) await this.#removeOld(folder);
  }

  /** Of one that is of no use; if it can't be, it will be passed over again. */
  async remove(name: string): Promise<void> {
    try {
      await this.#workspace.fileSystem.removeFile(join(await this.#findOwnFolder(), name) as AbsolutePath);
    } catch (cause) {
      if (!(cause instanceof FileSystemError || cause instanceof ToolError)) throw cause;
    }
  }

  /** What ended shells and forgotten names have left. Only a new one makes it worth a look. */
  async #removeOld(folder: RealPath): Promise<void> {
    const { fileSystem, now } = this.#workspace;
    const life = createProcessLife();
    const host = readHost();
    const { entries } = await fileSystem.list(folder, MAX_LISTED);
    for (const { name } of entries) {
      if (!/^(?:shell|named)-.*\.json$/.test(name)) continue;
      const path = join(folder, name) as RealPath;
      const owner = findOwner(name);
      const isOwnerGone = owner !== undefined && owner.host === host && !life.isAlive(owner);
      const modified = isOwnerGone ? 0 : await fileSystem.findModifiedTime(path);
      if (modified !== undefined && now() - modified > KEPT_MS) await fileSystem.removeFile(path);
    }
  }

  /** Throws a ToolError where someone else may have put what is in it. */
  async #findOwnFolder(): Promise<RealPath> {
    const { fileSystem, stateDirectory } = this.#workspace;
    try {
      await requireOwn(fileSystem, stateDirectory, FOLDER);
    } catch (cause) {
      const fault = cause instanceof FileSystemError && describeOwnershipFault(cause.code, cause.path);
      if (!fault) throw cause;
      const sentence = `${visiblePath(cause.path)} can't be used: ${fault.problem}. ${fault.remedy}`;
      throw new ToolError("INPUT_INVALID", sentence, { cause });
    }
    return this.#findFolder();
  }

  async #findFolder(): Promise<RealPath> {
    const { fileSystem, stateDirectory } = this.#workspace;
    const { realPath } = await fileSystem.resolve(stateDirectory);
    return join(realPath, FOLDER) as RealPath;
  }
}
