/** `filewright watch`: listens to the engines of this user and prints what they tell, until it is told to end. */
import { resolve } from "node:path";
import { FileSystemError } from "../../../fs/file-system.js";
import { findHome } from "../../../fs/node/home.js";
import { findStateDirectory } from "../../../fs/state-directory.js";
import type { EventJson } from "../../../notify/event-json.js";
import {
  type EventListener,
  type EventListenerOptions,
  listenForEvents,
} from "../../../notify/links/event-listener.js";
import type { EngineInfo } from "../../../notify/links/protocol.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import type { Terminal } from "../../terminal.js";
import { waitForEnd } from "../../wait-for-end.js";
import { createChoice } from "./choose-events.js";
import { createEventLines } from "./event-line.js";
import { parseMoment } from "./parse-moment.js";
import { findWatchedFolders } from "./watched-folders.js";
import { withoutContent } from "./without-content.js";

export interface WatchFlags {
  readonly json?: true;
  readonly type?: readonly string[];
  readonly since?: string;
  readonly content: boolean;
  readonly root?: readonly string[];
  readonly all?: true;
}

export async function runWatch(flags: WatchFlags, { terminal, signal }: Door): Promise<ExitCode> {
  const { environment, workingDirectory } = terminal;
  const stateDirectory = resolve(workingDirectory, findStateDirectory(environment, findHome(environment)));
  const folders = flags.all === true ? undefined : await findWatchedFolders(flags.root, terminal);
  const now = Date.now();
  const since = flags.since === undefined ? now : parseMoment(flags.since, now);
  const suits = createChoice({ folders: folders?.flatMap(({ forms }) => forms), types: flags.type });
  const print = createPrinter(flags, terminal);
  const unread = new AbortController();
  const ending = waitForEnd(AbortSignal.any([signal, unread.signal]));
  // A reader that has seen enough closes the pipe.
  const stop = (): void => unread.abort();
  process.stdout.once("error", stop);
  const listener = await listen({
    stateDirectory,
    environment,
    since,
    onEvent(event, engine) {
      if (!suits(event, engine)) return undefined;
      print(event, engine);
      return terminal.drained?.();
    },
  });
  const shown = folders?.map(({ given }) => given);
  if (flags.json !== true) {
    const where = shown === undefined ? "everything that uses" : `${shown.join(", ")}, as told in`;
    const words = `Watching ${where} ${stateDirectory}. Press Ctrl-C to stop.`;
    terminal.writeError(`${escapeForTerminal(words)}\n`);
  } else if (flags.type === undefined || flags.type.includes("watching")) {
    terminal.write(`${JSON.stringify({ type: "watching", at: now, roots: shown ?? null })}\n`);
  }
  await ending;
  process.stdout.off("error", stop);
  await listener.close();
  return EXIT.fine;
}

async function listen(options: EventListenerOptions): Promise<EventListener> {
  try {
    return await listenForEvents(options);
  } catch (cause) {
    if (!(cause instanceof FileSystemError)) throw cause;
    const { path, code } = cause;
    throw new Error(
      `Nobody can be listened to in ${path} (${code}): it must be a folder of yours. FILEWRIGHT_STATE names another place.`,
      { cause },
    );
  }
}

function createPrinter(
  { json, content }: WatchFlags,
  terminal: Terminal,
): (event: EventJson, engine: EngineInfo) => void {
  if (json === true) {
    return (event, { engine }) => {
      const told = content ? event : withoutContent(event);
      terminal.write(`${JSON.stringify({ engine, ...told })}\n`);
    };
  }
  const renderLine = createEventLines({
    workingDirectory: terminal.workingDirectory,
    colour: terminal.hasColour,
  });
  return (event, { engine }) => terminal.write(renderLine(event, engine));
}
