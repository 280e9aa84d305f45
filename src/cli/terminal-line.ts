/**
 * The one owner of the terminal's last line. While a prompt is open the line belongs to the person who is typing: progress
 * is dropped, and all other output waits until the prompt closes. A progress line is erased before anything else is written.
 */
import { clip } from "../text/clip.js";
import { escapeForTerminal } from "../text/escape-for-terminal.js";
import { formatCount } from "../text/quantities.js";
import type { CallProgress } from "../tools/context.js";
import type { Terminal } from "./terminal.js";

const ERASE_LINE = "\r\u001b[K";

export interface CommandTerminal extends Terminal {
  /** Replaces the progress line. Does nothing without an interactive terminal, or while a prompt is open. */
  readonly showProgress: (progress: CallProgress) => void;
}

/** All output of a command must go through the result, or the owner does not know what is on the line. */
export function ownTerminalLine(terminal: Terminal): CommandTerminal {
  let hasProgress = false;
  let openPrompts = 0;
  let waiting: (() => void)[] = [];

  function clearProgress(): void {
    if (hasProgress) terminal.writeError(ERASE_LINE);
    hasProgress = false;
  }

  function output(write: () => void): void {
    if (openPrompts > 0) {
      waiting.push(write);
      return;
    }
    clearProgress();
    write();
  }

  async function prompting<T>(prompt: () => Promise<T>): Promise<T> {
    clearProgress();
    openPrompts += 1;
    try {
      return await prompt();
    } finally {
      openPrompts -= 1;
      if (openPrompts === 0) {
        const late = waiting;
        waiting = [];
        for (const write of late) write();
      }
    }
  }

  return {
    environment: terminal.environment,
    workingDirectory: terminal.workingDirectory,
    // Looking at a stream opens it, so these are asked for only when they are needed.
    get isInteractive() {
      return terminal.isInteractive;
    },
    get hasColour() {
      return terminal.hasColour;
    },
    get hasErrorColour() {
      return terminal.hasErrorColour;
    },
    get columns() {
      return terminal.columns;
    },
    write: (text) => output(() => terminal.write(text)),
    drained: () => terminal.drained?.(),
    writeError: (text) => output(() => terminal.writeError(text)),
    readInput: (options) => prompting(() => terminal.readInput(options)),
    askLine: (prompt, options) => prompting(() => terminal.askLine(prompt, options)),
    showProgress(progress) {
      if (openPrompts > 0 || !terminal.isInteractive) return;
      // A line that reaches the edge would wrap, and only its last part could be erased.
      const line = clip(escapeForTerminal(renderProgress(progress)), terminal.columns - 1);
      terminal.writeError(`${ERASE_LINE}${line}`);
      hasProgress = true;
    },
  };
}

function renderProgress({ done, total, what }: CallProgress): string {
  const of = total === undefined ? "" : ` of ${formatCount(total)}`;
  return `${what}: ${formatCount(done)}${of} …`;
}
