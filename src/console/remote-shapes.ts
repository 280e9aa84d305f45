/**
 * What engines in other processes answer, checked before it goes on to pages: one of another version, or one that is none at
 * all, must not be able to break what is shown of the others.
 */
import type {
  LanguageServerSummary,
  QuestionDetail,
  QuestionSummary,
  SeenFile,
  SeenFiles,
  SessionSummary,
} from "../desk/desk.js";
import { risks } from "../permissions/ask.js";

type Check = (value: unknown) => boolean;

const MAX_TEXT = 100_000;
const MAX_LIST = 100_000;

const text: Check = (value) => typeof value === "string" && value.length <= MAX_TEXT;
const count: Check = (value) => typeof value === "number" && Number.isFinite(value) && value >= 0;
const flag: Check = (value) => typeof value === "boolean";
const line: Check = (value) => typeof value === "string";

function orNull(check: Check): Check {
  return (value) => value === null || check(value);
}

function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function oneOf(...words: readonly string[]): Check {
  return (value) => words.includes(value as string);
}

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.length <= MAX_LIST && value.every(check);
}

function shape(fields: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(fields);
  return (value) =>
    typeof value === "object" &&
    value !== null &&
    checks.every(([name, check]) => check((value as Readonly<Record<string, unknown>>)[name]));
}

const session = shape({
  id: text,
  name: orNull(text),
  startedAt: count,
  calls: count,
  files: count,
  grants: listOf(text),
} satisfies Record<keyof SessionSummary, Check>);

const seenFile = shape({
  path: text,
  unit: oneOf("lines", "cells"),
  total: orNull(count),
  shown: listOf(shape({ from: count, to: count })),
  origin: oneOf("read", "edit", "write"),
  state: oneOf("fresh", "partial", "stale", "gone", "unchecked"),
} satisfies Record<keyof SeenFile, Check>);

const seenFiles = shape({ files: listOf(seenFile), left: count } satisfies Record<keyof SeenFiles, Check>);

const languageServer = shape({
  name: text,
  root: text,
  state: text,
  pid: orNull(count),
  openDocuments: count,
} satisfies Record<keyof LanguageServerSummary, Check>);

const questionFields = {
  id: text,
  sessionId: text,
  callId: text,
  askedAt: count,
  tool: text,
  operation: oneOf("read", "write"),
  path: text,
  realPath: text,
  root: orNull(text),
  reason: text,
  flags: listOf(shape({ kind: text, risk: optional(oneOf(...risks)), text })),
  suggestions: listOf(
    shape({
      scope: oneOf("once", "session", "always"),
      covers: oneOf("file", "folder"),
      rule: optional(text),
      savedTo: optional(text),
    }),
  ),
  change: orNull(
    shape({
      kind: oneOf("create", "update"),
      added: count,
      removed: count,
      hunks: count,
      isRevisable: flag,
    }),
  ),
  digest: text,
} satisfies Record<keyof QuestionSummary, Check>;

const hunk = shape({
  oldStart: count,
  oldLines: count,
  newStart: count,
  newLines: count,
  lines: listOf(line),
});

const questionDetail = shape({ ...questionFields, hunks: listOf(hunk), isWhole: flag } satisfies Record<
  keyof QuestionDetail,
  Check
>);

/** By the desk's method. */
export const checks = {
  sessions: listOf(session),
  seen: orNull(seenFiles),
  languageServers: listOf(languageServer),
  questions: listOf(shape(questionFields)),
  question: orNull(questionDetail),
  answer: oneOf("answered", "over", "changed"),
  revoke: flag,
} as const satisfies Readonly<Record<string, Check>>;
