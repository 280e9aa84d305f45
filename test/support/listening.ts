/** Someone who listens to engines, and waits for what they tell. */
import { mkdirSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { readProcessIdentity } from "../../src/fs/node/process-life.js";
import type { Toolkit } from "../../src/index.js";
import type { EventJson } from "../../src/notify/event-json.js";
import { type EventListenerOptions, listenForEvents } from "../../src/notify/links/event-listener.js";
import { renderListenerName } from "../../src/notify/links/listener-name.js";
import type { EngineInfo } from "../../src/notify/links/protocol.js";
import type { TempWorkspace } from "./workspace.js";

export interface Ear {
  readonly events: EventJson[];
  readonly engines: EngineInfo[];
  readonly gone: EngineInfo[];
  /** The first event that suits, those that have come already included. */
  readonly hear: (suits: (event: EventJson) => boolean, what: string) => Promise<EventJson>;
  readonly close: () => Promise<void>;
}

/** Waits until something is there; so many rounds that only what hangs is not waited for. */
export async function until<Found>(look: () => Found | undefined | false, what: string): Promise<Found> {
  for (let round = 0; round < 2500; round += 1) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  throw new Error(`waited in vain for ${what}`);
}

export async function openEar(
  stateDirectory: string,
  options: Partial<EventListenerOptions> = {},
): Promise<Ear> {
  const [events, engines, gone]: [EventJson[], EngineInfo[], EngineInfo[]] = [[], [], []];
  const listener = await listenForEvents({
    stateDirectory,
    environment: {},
    since: Date.now(),
    onEngine: (engine) => engines.push(engine),
    onGone: (engine) => gone.push(engine),
    onEvent(event) {
      events.push(event);
      return undefined;
    },
    ...options,
  });
  onTestFinished(() => listener.close());
  return {
    events,
    engines,
    gone,
    hear: (suits, what) => until(() => events.find(suits), what),
    close: () => listener.close(),
  };
}

/** For finding an event by its type and the end of its path. */
export function about(type: string, pathEnd = ""): (event: EventJson) => boolean {
  return ({ type: found, path }) =>
    found === type && (typeof path === "string" ? path : "").endsWith(pathEnd);
}

export function publishing(files: TempWorkspace): Toolkit {
  return files.editor({ events: { publish: true } });
}

/** Where listeners wait. */
export function folderOf(files: TempWorkspace): string {
  return join(dirname(files.root), "state", "listeners");
}

export interface OwnListener {
  readonly path: string;
  readonly sockets: Socket[];
}

/** A socket among the listeners with whatever behaviour. */
export async function plantListener(
  folder: string,
  onConnection: (socket: Socket) => void,
  path = join(folder, renderListenerName(readProcessIdentity(), "odd", "socket")),
): Promise<OwnListener> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const sockets: Socket[] = [];
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { path, sockets };
}
