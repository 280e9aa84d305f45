/** What sessions and their processes are called. Pure; `session-names.ts` has what is known now. */
import type { EngineSummary } from "../../../src/console/contract.js";
import { clip } from "../../../src/text/clip.js";

export interface KnownSessions {
  /** What clients call themselves, by engine and session. */
  readonly names: ReadonlyMap<string, string>;
  /** The processes that are not the server's own, by engine. */
  readonly pids: ReadonlyMap<string, number>;
}

export const nobodyKnown: KnownSessions = { names: new Map(), pids: new Map() };

const SHORT_LENGTH = 8;
/** Enough to tell it from others of its name. */
const SHORT_WITH_NAME = 4;
const MAX_NAME = 60;
const MAX_KNOWN = 2000;

export function sessionKey(engine: string, sessionId: string): string {
  return `${engine} ${sessionId}`;
}

/** Adds those that are there to those that were: calls stay in sight when their session has ended. The same if none is new. */
export function learnSessions(before: KnownSessions, engines: readonly EngineSummary[]): KnownSessions {
  const names = engines.flatMap(({ id, sessions }) =>
    sessions.flatMap((session) =>
      session.name === null ? [] : [[sessionKey(id, session.id), clip(session.name, MAX_NAME)] as const],
    ),
  );
  const pids = engines.flatMap(({ id, pid, isOwn }) => (isOwn ? [] : [[id, pid] as const]));
  if (areIn(before.names, names) && areIn(before.pids, pids)) return before;
  return { names: added(before.names, names), pids: added(before.pids, pids) };
}

/** In one line: "claude-code (7f5d), process 4711"; the process only where it is not the server's own. */
export function renderSession({ names, pids }: KnownSessions, engine: string, sessionId: string): string {
  const name = names.get(sessionKey(engine, sessionId));
  const pid = pids.get(engine);
  const short = sessionId.slice(0, name === undefined ? SHORT_LENGTH : SHORT_WITH_NAME);
  const known = name === undefined ? `session ${short}` : `${name} (${short})`;
  const who = short === "" ? name : known;
  return [who, pid === undefined ? "" : `process ${pid}`].filter(Boolean).join(", ");
}

function areIn<Value>(
  known: ReadonlyMap<string, Value>,
  all: readonly (readonly [string, Value])[],
): boolean {
  return all.every(([key, value]) => known.get(key) === value);
}

function added<Value>(
  known: ReadonlyMap<string, Value>,
  all: readonly (readonly [string, Value])[],
): ReadonlyMap<string, Value> {
  return new Map([...known, ...all].slice(-MAX_KNOWN));
}
