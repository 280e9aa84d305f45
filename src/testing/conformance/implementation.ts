/** What another implementation of the tools has to offer to be measured. */
import type { MaybePromise } from "../../fs/file-system.js";
import type { Answer } from "../../permissions/ask.js";
import type { ScenarioOptions } from "./scenario.js";

export interface OpenRequest {
  /** The folder to work in, by its real path: the only root, and the working directory. */
  readonly root: string;
  /** Folders beside it, not made yet, for a home and for what the implementation keeps. */
  readonly home: string;
  readonly stateDirectory: string;
  readonly options: ScenarioOptions;
  /**
   * Asks the person whether a call may be made, and answers what they said. `words` is what they are shown, without the
   * possible answers if those are buttons. To be called whenever a call needs permission: to change a file, or to look outside the root.
   */
  readonly answer: (words: string) => Answer;
}

/** What a model is shown; data in base64. */
export type ShownBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string }
  | { readonly type: "document"; readonly data: string; readonly mimeType: string; readonly name: string };

export interface CallOutcome {
  /** What the model sees. */
  readonly content: readonly ShownBlock[];
  readonly isError: boolean;
  /** Of a failure, such as "FILE_NOT_READ"; without it an implementation is measured by its failures alone. */
  readonly code?: string | undefined;
}

export interface RestoredFiles {
  readonly isDone: boolean;
  readonly files: readonly {
    readonly path: string;
    readonly outcome: string;
    readonly reason?: string | undefined;
    /** Whether a conflict would be resolved by `merge`. */
    readonly isMergeable?: boolean | undefined;
  }[];
}

/** What a person can do about changes; `merge` takes a clean merge where the file has changed since. */
export interface OpenedHistory {
  checkpoint(): MaybePromise<void>;
  undo(how?: { readonly merge?: boolean }): MaybePromise<RestoredFiles>;
  redo(how?: { readonly merge?: boolean }): MaybePromise<RestoredFiles>;
  /** To the last checkpoint. */
  rewind(how?: { readonly merge?: boolean }): MaybePromise<RestoredFiles>;
}

/** One conversation. What it can't do it leaves out: scenarios that need it are then not run, and said not to be. */
export interface OpenedTools {
  call(tool: string, input: unknown): MaybePromise<CallOutcome>;
  newContextEpoch?(): MaybePromise<void>;
  readonly history?: OpenedHistory;
  close(): MaybePromise<void>;
}

export interface Implementation {
  /** Throws UnsupportedScenario for options that it has not got. */
  open(request: OpenRequest): MaybePromise<OpenedTools>;
}

/** Thrown by an implementation, wherever it finds out, when a scenario asks for what it does not offer. */
export class UnsupportedScenario extends Error {
  override readonly name = "UnsupportedScenario";
}

/** Implementations may be plain JavaScript: what is missing is named here, and not where it is missed. */
export function checkOpened(opened: unknown): OpenedTools {
  const { call, close }: Partial<Record<keyof OpenedTools, unknown>> = opened ?? {};
  if (typeof call === "function" && typeof close === "function") return opened as OpenedTools;
  throw new TypeError("open() has to answer an object with call(tool, input) and close().");
}

export function checkOutcome(outcome: unknown): CallOutcome {
  const { content, isError }: Partial<Record<keyof CallOutcome, unknown>> = outcome ?? {};
  if (Array.isArray(content) && typeof isError === "boolean") return outcome as CallOutcome;
  throw new TypeError("call() has to answer { content: [...], isError: true or false }.");
}
