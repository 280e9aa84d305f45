/**
 * What sessions share: the disk, the roots, the locks, the events, the line indexes of large files. Everything with
 * state lives here or in a session; modules hold none.
 */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { ContentReader } from "./content/content-reader.js";
import { Roots } from "./fs/containment.js";
import type { FileSystem } from "./fs/file-system.js";
import { guardPath, type PathSurroundings } from "./fs/guard-path.js";
import { createNodeFileSystem } from "./fs/node-file-system.js";
import type { AbsolutePath } from "./fs/paths.js";
import { KeyedQueue } from "./locks/keyed-queue.js";
import { EventHub } from "./notify/event-hub.js";
import type { AskHandler } from "./permissions/ask.js";
import type { Environment } from "./session/limits.js";
import { AsciiViewer } from "./text/ascii-view.js";

export interface WorkspaceOptions {
  /** Folders the tools may work in; the working directory by default. Relative ones are taken from there. */
  readonly roots?: readonly string[];
  readonly workingDirectory?: string;
  readonly fileSystem?: FileSystem;
  /** Asked when a call needs a person's permission. Without it such calls are refused. */
  readonly onAsk?: AskHandler;
  /** Where saved results live; `$XDG_STATE_HOME/filewright` by default, `FILEWRIGHT_STATE` overrides. */
  readonly stateDirectory?: string;
  /** Variables to use instead of the process's own. */
  readonly environment?: Environment;
}

export class Workspace {
  readonly fileSystem: FileSystem;
  readonly content: ContentReader;
  readonly roots: Roots;
  readonly events: EventHub;
  readonly asciiViewer: AsciiViewer = new AsciiViewer();
  readonly locks: KeyedQueue = new KeyedQueue();
  readonly surroundings: PathSurroundings;
  readonly stateDirectory: AbsolutePath;
  readonly environment: Environment;
  readonly onAsk: AskHandler | undefined;
  readonly now: () => number = Date.now;

  constructor(options: WorkspaceOptions = {}) {
    this.environment = options.environment ?? process.env;
    this.fileSystem = options.fileSystem ?? createNodeFileSystem();
    this.content = new ContentReader(this.fileSystem, this.now);
    this.events = new EventHub(this.now);
    this.onAsk = options.onAsk;
    const workingDirectory = resolve(options.workingDirectory ?? process.cwd());
    const homeDirectory = this.environment["HOME"] || homedir();
    this.surroundings = { platform: process.platform, workingDirectory, homeDirectory };
    const roots = options.roots ?? [workingDirectory];
    this.roots = new Roots(
      roots.map((root) => this.#absolute(root)),
      this.fileSystem,
    );
    this.stateDirectory = this.#absolute(
      options.stateDirectory ?? defaultStateDirectory(this.environment, homeDirectory),
    );
  }

  #absolute(path: string): AbsolutePath {
    const { workingDirectory } = this.surroundings;
    const isHome = path === "~" || path.startsWith("~/");
    return guardPath(isHome ? path : resolve(workingDirectory, path), this.surroundings);
  }
}

function defaultStateDirectory(environment: Environment, home: string): string {
  const stateHome = environment["XDG_STATE_HOME"] || join(home, ".local", "state");
  return environment["FILEWRIGHT_STATE"] || join(stateHome, "filewright");
}
