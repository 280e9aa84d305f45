/**
 * Publishing, as long as nobody listens: a look into a folder that is hardly ever there, once a second at most and only when
 * something happens, or a question waits that whoever comes next may answer. With the first listener the rest is loaded. The events themselves wait where they are kept anyway.
 */
import { join } from "node:path";
import { listNames } from "../../fs/node/private-folder.js";
import type { EventHub } from "../event-hub.js";
import type { WorkspaceEvent } from "../events.js";
import type { EventPublisher } from "./event-publisher.js";
import type { OfferedDesk } from "./linked-desk.js";

export interface PublishGround {
  readonly events: EventHub;
  readonly stateDirectory: string;
  /** The folders that are worked in. */
  readonly roots: { readonly given: readonly string[] };
  readonly now: () => number;
  readonly readVersion: () => Promise<string>;
  /** What this engine is called. */
  readonly engineId: string;
  /** What listeners may ask of it, if it has been offered by now. */
  readonly findDesk: () => (() => Promise<OfferedDesk>) | undefined;
}

export interface Publishing {
  close(): Promise<void>;
  /**
   * Looks for someone to ask: connects to those who listen, and waits a moment for one behind whom `isFound` says that a
   * person is. Only where there is a listener at all does it take any time.
   */
  seek(isFound: () => boolean): Promise<void>;
}

/** What is remembered for listeners that ask what happened before they came. */
const KEPT = { events: 256, contentBytes: 1024 * 1024 } as const;
/** What is kept as soon as someone listens: enough for one that is busy for a while. */
const KEPT_FOR_LISTENERS = { events: 1000, contentBytes: 8 * 1024 * 1024 } as const;
const LOOK_MS = 1000;

export function publishEvents(ground: PublishGround): Publishing {
  const { events, now } = ground;
  const folder = join(ground.stateDirectory, "listeners");
  let lookedAt = Number.NEGATIVE_INFINITY;
  let publisher: Promise<EventPublisher> | undefined;
  /** A look that was put off, so that a last event is not left untold until the next. */
  let late: { readonly timer: NodeJS.Timeout; readonly foundAfter: number } | undefined;
  let stopListening: (() => void) | undefined;
  let last = 0;
  const asked = new Set<string>();
  let looking: NodeJS.Timeout | undefined;

  /** Whether anybody seems to be there; while that is so, events are made for them that nobody else may want. */
  function findAnybody(): boolean {
    const isAnybody = listNames(folder).length > 0;
    if (isAnybody) {
      events.keepEvents(KEPT_FOR_LISTENERS);
      stopListening ??= events.on("*", () => undefined);
    } else {
      stopListening?.();
      stopListening = undefined;
    }
    return isAnybody;
  }

  /** Undefined while nobody is there. */
  function findPublisher(): Promise<EventPublisher> | undefined {
    clearTimeout(late?.timer);
    late = undefined;
    lookedAt = now();
    if (!findAnybody()) return undefined;
    publisher ??= createPublisher(ground, folder, () => last);
    return publisher;
  }

  function look(foundAfter: number): void {
    // What can't be loaded is missed by those who listen, never by the call.
    findPublisher()?.then(
      (loaded) => loaded.look(foundAfter),
      () => undefined,
    );
  }

  /** While a question stands, nothing else need happen for a long time. */
  function followQuestions(event: WorkspaceEvent): void {
    if (event.type === "permission-asked") asked.add(event.question);
    else if (event.type === "permission-answered") asked.delete(event.question);
    if (asked.size > 0) looking ??= setInterval(() => look(last), LOOK_MS).unref();
    else endLooking();
  }

  function endLooking(): void {
    clearInterval(looking);
    looking = undefined;
  }

  events.keepEvents(KEPT);
  findAnybody();
  events.observe((event) => {
    const { sequence } = event;
    last = sequence;
    followQuestions(event);
    const foundAfter = sequence - 1;
    // The clock may have been put back.
    if (Math.abs(now() - lookedAt) >= LOOK_MS) look(foundAfter);
    else late ??= { timer: setTimeout(() => look(foundAfter), LOOK_MS).unref(), foundAfter };
  });
  return {
    async seek(isFound) {
      const foundAfter = late?.foundAfter ?? last;
      const loaded = await findPublisher()?.catch(() => undefined);
      await loaded?.seek(foundAfter, isFound);
    },
    async close() {
      endLooking();
      if (late !== undefined) look(late.foundAfter);
      const loaded = await publisher?.catch(() => undefined);
      await loaded?.close();
      stopListening?.();
      stopListening = undefined;
    },
  };
}

async function createPublisher(
  ground: PublishGround,
  folder: string,
  getLast: () => number,
): Promise<EventPublisher> {
  const { events, roots, now } = ground;
  const [{ EventPublisher: Publisher }, version] = await Promise.all([
    import("./event-publisher.js"),
    ground.readVersion(),
  ]);
  const self = { engine: ground.engineId, pid: process.pid, version, roots: roots.given };
  const getRing = (): ReturnType<EventHub["keepEvents"]> => events.keepEvents(KEPT_FOR_LISTENERS);
  return new Publisher({ getRing, getLast, folder, self, now, findDesk: ground.findDesk });
}
