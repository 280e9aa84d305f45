/**
 * Listens to the engines of this user: puts a socket where they look, and is told what happens in each. Who takes the events
 * may take their time: an engine's are not read on meanwhile, and it counts what was missed.
 */
import { join } from "node:path";
import { createPrivateFile } from "../../fs/node/private-file.js";
import {
  closeToOthers,
  makePrivateFolder,
  makeShortPrivateFolder,
  removeQuietly,
} from "../../fs/node/private-folder.js";
import { readProcessIdentity } from "../../fs/node/process-life.js";
import { createNames } from "../../fs/unique-names.js";
import { type LocalSocket, listenLocally } from "../../process/local-socket.js";
import type { EventJson } from "../event-json.js";
import { deskChangedMessage, findReply } from "./desk-messages.js";
import { JsonLineReader, type Message, renderMessage } from "./json-lines.js";
import { ListenerLink } from "./listener-link.js";
import { renderListenerName } from "./listener-name.js";
import { findListeners, LISTENERS_FOLDER, PIPE_PREFIX, removeIfGone } from "./listeners-folder.js";
import { type EngineInfo, findEngineInfo, findEvent, listenerMessage } from "./protocol.js";

export interface EventListenerOptions {
  readonly stateDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** From when on engines are to tell what they remember, in milliseconds since 1970. */
  readonly since: number;
  /** Leaves out texts and patches of changed files, which engines then need not send. */
  readonly withoutContent?: boolean;
  /** An engine that is not to connect, because it is heard in another way. */
  readonly except?: string;
  /** The link is how the engine can be asked something, if it has a desk. */
  readonly onEngine?: (engine: EngineInfo, link: ListenerLink) => void;
  readonly onGone?: (engine: EngineInfo, link: ListenerLink) => void;
  /** Something at the engine's desk has changed. */
  readonly onDeskChanged?: (engine: EngineInfo) => void;
  /** While what it answers is unsettled, that engine's events wait. */
  readonly onEvent: (event: EventJson, engine: EngineInfo) => Promise<void> | undefined;
}

export interface EventListener {
  /** Says whether a person is there who answers questions: nobody is, until this says so. */
  setAttending(is: boolean): void;
  close(): Promise<void>;
}

/** What its connections have in common. */
interface Hearing {
  /** The last number that each engine has told: one that connects again begins with what it remembers. */
  readonly told: Map<string, number>;
  readonly links: Set<ListenerLink>;
  isAttended: boolean;
}

/** What systems take as the path of a socket, with some room. */
const MAX_SOCKET_PATH_BYTES = 100;
/** Commands are engines too, each for a moment. */
const MAX_ENGINES = 1000;

export async function listenForEvents(options: EventListenerOptions): Promise<EventListener> {
  const folder = makePrivateFolder(options.stateDirectory, LISTENERS_FOLDER);
  for (const listener of findListeners(folder)) removeIfGone(folder, listener);
  const place = choosePlace(folder, options.environment);
  try {
    const hearing: Hearing = { told: new Map(), links: new Set(), isAttended: false };
    const server = await listenLocally(place.address, (socket) => hear(socket, hearing, options));
    try {
      place.publish();
    } catch (error) {
      await server.close();
      throw error;
    }
    return {
      setAttending(is) {
        if (hearing.isAttended === is) return;
        hearing.isAttended = is;
        for (const link of hearing.links) link.tellAttending(is);
      },
      async close() {
        place.remove();
        await server.close();
        place.removeFolder();
      },
    };
  } catch (error) {
    place.remove();
    place.removeFolder();
    throw error;
  }
}

interface Place {
  readonly address: string;
  /** Has engines find it, once someone listens there. */
  publish(): void;
  /** Has engines find it no more. */
  remove(): void;
  removeFolder(): void;
}

function choosePlace(folder: string, environment: EventListenerOptions["environment"]): Place {
  const nonce = createNames()();
  const self = readProcessIdentity();
  const isPipe = process.platform === "win32";
  const socket = join(folder, renderListenerName(self, nonce, "socket"));
  if (!isPipe && Buffer.byteLength(socket) <= MAX_SOCKET_PATH_BYTES) {
    return {
      address: socket,
      publish: () => closeToOthers(socket),
      remove: () => removeQuietly(socket),
      removeFolder: () => undefined,
    };
  }
  const pointer = join(folder, renderListenerName(self, nonce, "pointer"));
  const shortFolder = isPipe ? undefined : makeShortPrivateFolder(environment["XDG_RUNTIME_DIR"]);
  const address = shortFolder === undefined ? `${PIPE_PREFIX}${nonce}` : join(shortFolder, "socket");
  return {
    address,
    publish() {
      if (!isPipe) closeToOthers(address);
      createPrivateFile(pointer, address);
    },
    remove: () => removeQuietly(pointer),
    removeFolder() {
      if (shortFolder === undefined) return;
      removeQuietly(address);
      removeQuietly(shortFolder, "folder");
    },
  };
}

function hear(socket: LocalSocket, hearing: Hearing, options: EventListenerOptions): void {
  const { since, withoutContent = false, onEngine, onGone, onEvent, onDeskChanged } = options;
  const { told, links, isAttended: attends } = hearing;
  let link: ListenerLink | undefined;
  const introduce = (message: Message): void => {
    const engine = findEngineInfo(message);
    if (engine === undefined) return;
    link = new ListenerLink(engine, socket);
    links.add(link);
    // Someone may have come or gone since it was greeted.
    if (hearing.isAttended !== attends) link.tellAttending(hearing.isAttended);
    onEngine?.(engine, link);
  };
  const reader = new JsonLineReader((message) => {
    if (link === undefined) return introduce(message);
    const { engine } = link;
    if (message.kind === deskChangedMessage.kind) onDeskChanged?.(engine);
    const reply = findReply(message);
    if (reply !== undefined) link.hear(reply);
    const event = findEvent(message);
    if (event === undefined || !isNew(event, engine, told)) return;
    const taking = onEvent(event, engine);
    if (taking === undefined) return;
    socket.pause();
    taking.then(
      () => socket.resume(),
      () => socket.destroy(),
    );
  });
  socket.on("data", (chunk: Buffer) => {
    try {
      if (!reader.take(chunk)) socket.destroy();
    } catch {
      // What it told can't be shown: no engine tells such things, and the others are still to be heard.
      socket.destroy();
    }
  });
  // An engine that has gone says so by closing.
  socket.on("error", () => undefined);
  socket.once("close", () => {
    if (link === undefined) return;
    links.delete(link);
    link.end();
    onGone?.(link.engine, link);
  });
  socket.write(
    renderMessage(listenerMessage({ since, attends, wantsContent: !withoutContent, except: options.except })),
  );
}

function isNew(event: EventJson, { engine }: EngineInfo, told: Map<string, number>): boolean {
  const number = event.type === "events-missed" ? event["to"] : event["sequence"];
  if (typeof number !== "number" || number <= (told.get(engine) ?? 0)) return false;
  // The newest last, so that what is dropped past the bound has been silent for longest.
  told.delete(engine);
  told.set(engine, number);
  const [oldest] = told.keys();
  if (told.size > MAX_ENGINES && oldest !== undefined) told.delete(oldest);
  return true;
}
