/** The terminal that the process was started in. */
import { isatty } from "node:tty";
import { findWorkingDirectory } from "../fs/node/working-directory.js";
import type { Terminal } from "./terminal.js";

const [INPUT, OUTPUT, ERRORS] = [0, 1, 2] as const;

/** Node makes a stream when it is first touched, so nothing is asked of one before it is needed. */
export function createProcessTerminal(): Terminal {
  return {
    environment: process.env,
    workingDirectory: findWorkingDirectory(),
    write: (given) => void process.stdout.write(given),
    drained: () => (process.stdout.writableNeedDrain ? waitForRoom(process.stdout) : undefined),
    writeError: (given) => void process.stderr.write(given),
    get isInteractive() {
      return isatty(INPUT) && isatty(ERRORS);
    },
    get isOutputTerminal() {
      return isatty(OUTPUT);
    },
    get hasColour() {
      return mayColour(OUTPUT, () => process.stdout);
    },
    get hasErrorColour() {
      return mayColour(ERRORS, () => process.stderr);
    },
    get columns() {
      // A terminal without a window says 0.
      return process.stdout.columns || process.stderr.columns || 80;
    },
    readInput,
    askLine,
  };
}

/** Room there is also where nobody reads any more: what is written then is lost, as it should be. */
function waitForRoom(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      for (const name of ["drain", "error", "close"]) stream.off(name, settle);
      resolve();
    };
    for (const name of ["drain", "error", "close"]) stream.once(name, settle);
  });
}

async function readInput({
  signal,
}: {
  readonly signal?: AbortSignal | undefined;
} = {}): Promise<Uint8Array> {
  const { buffer } = await import("node:stream/consumers");
  // Nothing else would end the wait for a person who types no end.
  const stop = (): void => void process.stdin.destroy(new Error("interrupted"));
  signal?.addEventListener("abort", stop);
  try {
    signal?.throwIfAborted();
    return await buffer(process.stdin);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

async function askLine(
  prompt: string,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<string | undefined> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  // While a line is typed the terminal leaves Ctrl-C to us; it means the same as ever.
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return await new Promise<string | undefined>((settle, reject) => {
      lines.once("close", () => settle(undefined));
      lines.question(prompt, signal === undefined ? {} : { signal }).then(settle, reject);
    });
  } finally {
    lines.close();
  }
}

/** As the user's variables say, else by what the stream is. */
function mayColour(descriptor: number, stream: () => NodeJS.WriteStream): boolean {
  if (process.env["NO_COLOR"]) return false;
  if (process.env["FORCE_COLOR"] !== undefined) return process.env["FORCE_COLOR"] !== "0";
  return isatty(descriptor) && stream().hasColors();
}
