/** A conversation as a file holds it between two commands, and how two commands that ran at once are put together. */
import { isDeepStrictEqual } from "node:util";
import type { SessionPast } from "../../session/session.js";

interface SavedFile {
  readonly path: string;
}

export interface SavedSession {
  readonly format: 1;
  readonly past: SessionPast;
  readonly ledger: { readonly files: readonly SavedFile[] };
  readonly grants: readonly unknown[];
}

/** What a person works with at one time is far less; the rest can be read again. */
const MAX_FILES = 1000;
const MAX_RESULTS = 200;

/** Undefined when it is not one. The ledger and the grants are looked at by those who take them over. */
export function parseSavedSession(text: string): SavedSession | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || value["format"] !== 1) return undefined;
  const { past, ledger, grants } = value;
  if (!isObject(past) || !isObject(ledger) || !Array.isArray(grants)) return undefined;
  const { id, calls, savedResults } = past;
  const isPast =
    typeof id === "string" &&
    /^[\w-]{1,64}$/.test(id) &&
    Number.isSafeInteger(calls) &&
    Array.isArray(savedResults) &&
    savedResults.every((path) => typeof path === "string");
  const { files } = ledger;
  const areFiles =
    Array.isArray(files) && files.every((file) => isObject(file) && typeof file["path"] === "string");
  return isPast && areFiles ? (value as unknown as SavedSession) : undefined;
}

/** Whether a command has learned or been granted anything. */
export function isSameKnowledge(before: SavedSession | undefined, after: SavedSession): boolean {
  if (before === undefined)
    return (
      after.ledger.files.length === 0 && after.grants.length === 0 && after.past.savedResults.length === 0
    );
  return (
    isDeepStrictEqual(before.ledger.files, after.ledger.files) &&
    isDeepStrictEqual(before.grants, after.grants) &&
    isDeepStrictEqual(before.past.savedResults, after.past.savedResults)
  );
}

/**
 * What this command has learned since `before`, added to what is there by now. Of one file the later word counts; it can
 * only be older than the disk, and then has to be read again.
 */
export function mergeSessions(
  before: SavedSession | undefined,
  after: SavedSession,
  present: SavedSession | undefined,
): SavedSession {
  if (present === undefined) return bounded(after);
  const known = new Map((before?.ledger.files ?? []).map((file) => [file.path, file]));
  const learned = after.ledger.files.filter((file) => !isDeepStrictEqual(known.get(file.path), file));
  const paths = new Set(learned.map(({ path }) => path));
  const granted = after.grants.filter((grant) => !isAmong(before?.grants ?? [], grant));
  return bounded({
    ...present,
    past: {
      id: present.past.id,
      calls: Math.max(present.past.calls, after.past.calls),
      savedResults: [...new Set([...present.past.savedResults, ...after.past.savedResults])],
    },
    ledger: {
      ...present.ledger,
      files: [...present.ledger.files.filter(({ path }) => !paths.has(path)), ...learned],
    },
    grants: [...present.grants, ...granted.filter((grant) => !isAmong(present.grants, grant))],
  });
}

function bounded(session: SavedSession): SavedSession {
  return {
    ...session,
    past: { ...session.past, savedResults: session.past.savedResults.slice(-MAX_RESULTS) },
    ledger: { ...session.ledger, files: session.ledger.files.slice(-MAX_FILES) },
  };
}

function isAmong(grants: readonly unknown[], grant: unknown): boolean {
  return grants.some((each) => isDeepStrictEqual(each, grant));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
