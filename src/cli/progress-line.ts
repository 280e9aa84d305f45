/** How far a long call has come, in one line that is written over and over and gone when the call is. */
import { clip } from "../text/clip.js";
import { escapeForTerminal } from "../text/escape-for-terminal.js";
import { formatCount } from "../text/quantities.js";
import type { CallProgress } from "../tools/context.js";
import type { Terminal } from "./terminal.js";

const ERASE_LINE = "\r\u001b[K";

export interface ProgressLine {
  show(progress: CallProgress): void;
  /** Before anything else is written to the same place. */
  clear(): void;
}

/** Undefined where nobody watches. */
export function createProgressLine(terminal: Terminal): ProgressLine | undefined {
  if (!terminal.isInteractive) return undefined;
  let isShown = false;
  return {
    show(progress) {
      isShown = true;
      // A line that reaches the edge would wrap, and only its last part could be erased.
      const line = clip(escapeForTerminal(renderProgress(progress)), terminal.columns - 1);
      terminal.writeError(`${ERASE_LINE}${line}`);
    },
    clear() {
      if (isShown) terminal.writeError(ERASE_LINE);
      isShown = false;
    },
  };
}

function renderProgress({ done, total, what }: CallProgress): string {
  const of = total === undefined ? "" : ` of ${formatCount(total)}`;
  return `${what}: ${formatCount(done)}${of} …`;
}
