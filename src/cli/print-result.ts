/** The answer of a tool as a person or a script gets it. */

import { escapeForTerminal } from "../text/escape-for-terminal.js";
import { formatBytes } from "../text/quantities.js";
import type { Block } from "../tools/define-tool.js";
import type { CallResult } from "../tools/run.js";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-codes.js";
import { renderFailure } from "./failure-words.js";
import { findSearchOutput, shortenPaths } from "./relative-paths.js";
import type { Terminal } from "./terminal.js";

export function printResult(
  result: CallResult,
  { json }: { readonly json: boolean },
  terminal: Terminal,
): ExitCode {
  if (json) {
    terminal.write(`${JSON.stringify(result)}\n`);
  } else {
    const search = findSearchOutput(result.output);
    const text = result.content
      .map((block) => {
        const shown = renderBlock(block);
        return search === undefined ? shown : shortenPaths(shown, search, terminal.workingDirectory);
      })
      .map((shown) => `${escapeForTerminal(shown)}\n`)
      .join("");
    if (!result.isError) terminal.write(text);
    else if (result.error === undefined) terminal.writeError(text);
    else terminal.writeError(`${escapeForTerminal(renderFailure(result.error))}\n`);
  }
  if (result.isError) return exitCodeOf(result.error) || EXIT.failure;
  return exitCodeOfOutput(result.output);
}

/** A terminal shows text; of a picture it can say that there is one. `--json` has it whole. */
function renderBlock(block: Block): string {
  if (block.type === "text") return block.text;
  return `[${block.type}: ${block.mimeType}, ${formatBytes(Buffer.byteLength(block.data, "base64"))}]`;
}

/**
 * By the counts of a search, on all its pages. That nothing is there is only known of a search that saw everything: one that
 * was stopped, or kept out of a place, has failed to tell.
 */
function exitCodeOfOutput(output: unknown): ExitCode {
  if (typeof output !== "object" || output === null || !("numFiles" in output)) return EXIT.fine;
  const { numFiles, totalFiles, totalMatches, appliedOffset, timedOut, unreadable } = output as {
    readonly numFiles: unknown;
    readonly totalFiles?: number;
    readonly totalMatches?: number;
    readonly appliedOffset?: number;
    readonly timedOut?: true;
    readonly unreadable?: number;
  };
  // A page behind the last one is empty, and still something was found.
  const isFound = numFiles !== 0 || (totalFiles ?? totalMatches ?? 0) > 0 || appliedOffset !== undefined;
  if (isFound) return EXIT.fine;
  return timedOut === undefined && unreadable === undefined ? EXIT.nothingFound : EXIT.failure;
}
