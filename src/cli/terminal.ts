/**
 * What a command sees of the world around it: streams, colours, a person who may be there. Commands write through it and
 * never to the process, so that a test can be the terminal.
 */
import type { Environment } from "../session/limits.js";

export interface Terminal {
  readonly environment: Environment;
  readonly workingDirectory: string;
  /** For results. */
  write(output: string | Uint8Array): void;
  /** Whether results go to a terminal, on which raw bytes could act. */
  readonly isOutputTerminal?: boolean;
  /** Undefined when results are taken as fast as they are written; else resolves when there is room for more. */
  drained?(): Promise<void> | undefined;
  /** For everything else: questions, progress, errors. */
  writeError(text: string): void;
  /** Whether someone sits there: input and error output are a terminal. */
  readonly isInteractive: boolean;
  /** Whether results, and errors, may be coloured. */
  readonly hasColour: boolean;
  readonly hasErrorColour: boolean;
  readonly columns: number;
  /** All of standard input, as bytes. Rejects with the signal's reason when it is aborted. */
  readInput(options?: { readonly signal?: AbortSignal | undefined }): Promise<Uint8Array>;
  /** One line from the person; undefined when the input ends. Rejects with the signal's reason when it is aborted. */
  askLine(
    prompt: string,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<string | undefined>;
}
