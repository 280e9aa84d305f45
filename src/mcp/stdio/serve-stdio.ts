/**
 * The server that a client starts and speaks to over standard input and output. One process is one conversation. It ends
 * when its input does, and takes everything it has started with it.
 */
import { findHome } from "../../fs/node/home.js";
import { findWorkingDirectory } from "../../fs/node/working-directory.js";
import { findFlagFaults, resolveFlags } from "../../session/setting-flags.js";
import type { Sealer, ServerParts } from "../conversation.js";
import { renderInstructions } from "../instructions.js";
import { MAX_MESSAGE_BYTES } from "../limits.js";
import { createRefusalNotes } from "../refusal-notes.js";
import {
  findRootProblems,
  findWhereabouts,
  type ServerFlags,
  type Surroundings,
  toolkitOptionsOf,
} from "../server-options.js";
import { createToolListing } from "../tool-listing.js";
import { Engine } from "./engine.js";
import { LineTransport } from "./line-transport.js";
import { createNotes } from "./notes.js";
import { StdioWay } from "./stdio-way.js";

/** What has not ended by then is left to the system, which ends it with the process. */
const CLOSING_MS = 700;
/** As long as a person may think about a question. */
const ANSWER_LIFETIME_MS = 60 * 60 * 1000;

export interface StdioOptions {
  readonly flags: ServerFlags;
  readonly version: string;
}

export function findSurroundings(): Surroundings {
  return {
    environment: process.env,
    workingDirectory: findWorkingDirectory(),
    homeDirectory: findHome(process.env),
  };
}

export function runStdioServer({ flags, version }: StdioOptions): void {
  const surroundings = findSurroundings();
  const whereabouts = findWhereabouts(flags, surroundings);
  const problems = findRootProblems(whereabouts.roots);
  const output = keepStdoutForProtocol();
  // A client may close the stderr that it does not read; then nobody misses the notes.
  process.stderr.on("error", () => undefined);
  const note = createNotes((line) => process.stderr.write(line));
  for (const fault of [...problems, ...findFlagFaults(flags, surroundings.environment)]) note(fault);
  const engine = new Engine(async () => {
    const { createToolkit } = await import("../../toolkit.js");
    const toolkit = createToolkit(toolkitOptionsOf(flags, surroundings));
    toolkit.workspace.events.on(
      "permission-unanswered",
      createRefusalNotes("filewright mcp", (text) => process.stderr.write(text)),
    );
    return toolkit;
  });
  const isReadOnly = flags.readOnly === true;
  let sealer: Promise<Sealer> | undefined;
  const parts: ServerParts = {
    version,
    instructions: renderInstructions({ isReadOnly, whereabouts, isNarrowable: true }),
    tools: createToolListing({
      settings: resolveFlags(flags, surroundings.environment),
      isReadOnly,
      flags,
      surroundings,
      getToolkit: () => engine.load(),
    }),
    conversation: engine,
    principal: "stdio",
    getSealer: () => (sealer ??= makeSealer()),
    prefersConsole: flags.ask === "console",
  };
  const line = new LineTransport({
    input: process.stdin,
    output,
    maxMessageBytes: MAX_MESSAGE_BYTES,
    onNote: note,
  });
  const way = new StdioWay({ parts, engine, line, onNote: note });
  void line.start();
  endWith(line, output, async () => {
    await way.close();
    await engine.close();
  });
}

/** Ends the process with its connection, or when it is told to; what does not end in time is ended by the system. */
function endWith(
  line: LineTransport,
  output: Pick<NodeJS.WriteStream, "write">,
  close: () => Promise<void>,
): void {
  const exit = (): void => process.exit(0);
  // The callback comes when all earlier messages are written: none may be cut off in the middle.
  const flushAndExit = (): void => void output.write("", exit);
  const shutDown = (): void => {
    setTimeout(exit, CLOSING_MS);
    close().then(flushAndExit, flushAndExit);
  };
  line.onEnd = shutDown;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, shutDown);
}

async function makeSealer(): Promise<Sealer> {
  const { randomBytes } = await import("node:crypto");
  const { createSealer } = await import("../sealer.js");
  return createSealer({ key: randomBytes(32), lifetimeMs: ANSWER_LIFETIME_MS });
}

/** Nothing but protocol may go to standard output; what any part prints there goes to standard error from now on. */
function keepStdoutForProtocol(): Pick<NodeJS.WriteStream, "write" | "on" | "writableLength"> {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  const on = stdout.on.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return {
    write,
    on,
    get writableLength() {
      return stdout.writableLength;
    },
  };
}
