/** Our engine, in this process, from this project's build or from another one. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Library from "filewright";
import type { Toolkit } from "filewright";
import type { ContestantFolders, EditContestant, EditingTools, TextChange } from "./editor.js";

/** What the session remembers of earlier files must not grow for ever. */
const EDITS_PER_SESSION = 500;
/** Files of the cases are read whole, in pages. */
const LIMITS = { maxTokens: 10_000_000, maxSizeBytes: 1024 * 1024 };
const PAGE_LINES = 5000;

type CreateToolkit = typeof Library.createToolkit;

/** `build` is a folder with another build of the library. */
export function createFilewright(id: string, build: string | undefined): EditContestant {
  return {
    id,
    async open(folders) {
      const module: unknown = await import(
        build === undefined ? "filewright" : pathToFileURL(join(build, "index.js")).href
      );
      return new FilewrightEditor((module as typeof Library).createToolkit, folders);
    },
  };
}

class FilewrightEditor implements EditingTools {
  readonly #create: CreateToolkit;
  readonly #folders: ContestantFolders;
  #toolkit: Toolkit;
  #edits = 0;

  constructor(create: CreateToolkit, folders: ContestantFolders) {
    this.#create = create;
    this.#folders = folders;
    this.#toolkit = this.#open();
  }

  async edit(name: string, { old, new: by }: TextChange): Promise<string | undefined> {
    this.#edits += 1;
    if (this.#edits % EDITS_PER_SESSION === 0) await this.#reopen();
    const path = join(this.#folders.files, name);
    const problem = await this.#read(path);
    if (problem !== undefined) return problem;
    const input = { file_path: path, old_string: old, new_string: by };
    const { isError, error } = await this.#toolkit.call("Edit", input);
    return isError ? `${error?.code}: ${error?.message}` : undefined;
  }

  close(): Promise<void> {
    return this.#toolkit.close();
  }

  /** Reads the whole file. Returns why it can't. */
  async #read(path: string): Promise<string | undefined> {
    for (let offset = 1; ; ) {
      const input = { file_path: path, offset, limit: PAGE_LINES };
      const { output, error } = await this.#toolkit.call("Read", input);
      if (output?.type !== "text") return `not read: ${error?.code}: ${error?.message}`;
      const { numLines, totalLines } = output.file;
      offset += numLines;
      if (numLines === 0 || (totalLines !== null && offset > totalLines)) return undefined;
    }
  }

  async #reopen(): Promise<void> {
    await this.#toolkit.close();
    this.#toolkit = this.#open();
  }

  /** Default settings, except for what only costs time here. */
  #open(): Toolkit {
    return this.#create({
      roots: [this.#folders.files],
      workingDirectory: this.#folders.files,
      stateDirectory: this.#folders.home,
      environment: {},
      permissions: { mode: "acceptEdits" },
      durability: "none",
      history: false,
      limits: LIMITS,
    });
  }
}
