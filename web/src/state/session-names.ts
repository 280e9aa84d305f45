/** What sessions are called. */
import type { EngineSummary, TimelineEntry } from "../../../src/console/contract.js";
import { type KnownSessions, learnSessions, nobodyKnown } from "./learn-sessions.js";
import { engines } from "./live.js";
import { computed, type ReadonlySignal, useValue } from "./signal.js";

let known = nobodyKnown;

/** What is known of sessions; another object only when something is named anew, however often engines are told of. */
export const sessions: ReadonlySignal<KnownSessions> = computed([engines], () => {
  known = learnSessions(known, engines.value);
  return known;
});

const SHORT_ID = 8;

/** The name that its client gave, which changes of sessions that are over tell too; else the beginning of its id. */
export function createSessionNames(
  engines: readonly EngineSummary[],
  changes: readonly Pick<TimelineEntry, "sessionId" | "client">[] = [],
): (id: string) => string {
  const names = new Map([
    ...changes.map(({ sessionId, client }) => [sessionId, client] as const),
    ...engines.flatMap(({ sessions }) => sessions.map(({ id, name }) => [id, name ?? undefined] as const)),
  ]);
  return (id) => names.get(id) ?? `session ${id.slice(0, SHORT_ID)}`;
}

const namesNow = computed([engines], () => createSessionNames(engines.value));

/** The same function for as long as engines are the same. */
export function useSessionNames(): (id: string) => string {
  return useValue(namesNow);
}
