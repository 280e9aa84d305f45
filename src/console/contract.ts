/**
 * What the page and its server say to each other. Types alone: the page is built from them too, and everything else it
 * knows comes over HTTP. Every request but the first page needs the cookie and the key; see `entry/`.
 *
 * GET  /api/stream?server=ID&after=CURSOR StreamMessage, one JSON object per line, until it is closed
 * GET  /api/questions/ENGINE/ID           QuestionDetail
 * POST /api/questions/ENGINE/ID           AnswerRequest → Answered
 * GET  /api/timeline?scope=roots|all      TimelineData: of files inside the roots unless it says all
 * GET  /api/changes/ID                    ChangeDiff
 * POST /api/restore                       RestoreRequest → RestoreResult
 * POST /api/checkpoints                   { label } → CheckpointRecord
 * GET  /api/seen/ENGINE/SESSION           SeenFiles
 * GET  /api/rules                         RulesData
 * POST /api/rules/explain                 { tool, path } → Explanation
 * POST /api/rules/change                  RuleChange → RulesData
 * GET  /api/health                        HealthData
 * POST /api/leave                         {} → {}: ends this browser's login
 */
import type { AnswerOutcome, LanguageServerSummary, QuestionSummary, SessionSummary } from "../desk/desk.js";
import type { CheckpointRecord } from "../history/records.js";
import type { TokenSummary } from "../mcp/http/agent-sessions.js";
import type { EventJson } from "../notify/event-json.js";
import type { RuleList } from "../permissions/access.js";
import type { PermissionOverview } from "../toolkit-permissions.js";

/** The header that carries the key, which only pages of this very origin know. */
export const KEY_HEADER = "x-filewright-key";

/** What every request that fails is answered with. */
export interface Failure {
  readonly error: {
    /** A tool's error code, where there is one. */
    readonly code?: string;
    /** A sentence for the person. */
    readonly message: string;
    readonly hint?: string;
  };
}

/** One process that runs tools: the server's own, or another of this user's. */
export interface EngineSummary {
  readonly id: string;
  readonly pid: number;
  readonly version: string;
  readonly roots: readonly string[];
  /** The server's own: its rules are the ones that the Rules view shows. */
  readonly isOwn: boolean;
  readonly sessions: readonly SessionSummary[];
}

export interface EngineQuestion extends QuestionSummary {
  readonly engine: string;
}

/** Something that happened, without contents of files. */
export interface ActivityEvent {
  /** Counts up; a stream can begin after any that is still kept. */
  readonly cursor: number;
  readonly engine: string;
  /** See docs/concepts/events.md for the types. */
  readonly event: EventJson;
}

export interface ServerInfo {
  /** Another one after every start: what a page knows of an earlier one is void. */
  readonly id: string;
  readonly version: string;
  readonly startedAt: number;
  readonly roots: readonly string[];
}

export type StreamMessage =
  /** The first line, always: all that there is now. `isResumed`: the events that follow go on where the page was. */
  | {
      readonly kind: "hello";
      readonly server: ServerInfo;
      readonly engines: readonly EngineSummary[];
      readonly questions: readonly EngineQuestion[];
      readonly isResumed: boolean;
    }
  | { readonly kind: "events"; readonly events: readonly ActivityEvent[] }
  /** The page was too slow, or away: so many events are gone. */
  | { readonly kind: "missed"; readonly count: number }
  /** All of them, newest first, whenever one has come or gone. */
  | { readonly kind: "questions"; readonly questions: readonly EngineQuestion[] }
  | { readonly kind: "engines"; readonly engines: readonly EngineSummary[] }
  /** Still there. */
  | { readonly kind: "beat" };

export interface Answered {
  readonly outcome: AnswerOutcome;
}

export interface TimelineEntry {
  readonly id: string;
  /** Orders changes and checkpoints; their times are by the clocks of different processes. */
  readonly seq: number;
  readonly at: number;
  readonly sessionId: string;
  readonly callId: string;
  /** The tool's name; "undo", "redo", "rewind", "restore" or "rollback" for changes made from the history. */
  readonly tool: string;
  readonly path: string;
  readonly kind: "create" | "update" | "delete";
  readonly state: "applied" | "undone" | "failed";
  /** The changes that it undoes. */
  readonly undoes?: readonly string[];
  /** The step that the change belongs to: changes of several files, made together. */
  readonly step?: string;
  readonly decision?: "allowed" | "approved";
  /** What the session's client called itself. */
  readonly client?: string;
  /** The agent's name, where a token proved it. */
  readonly agent?: string;
  readonly bytesBefore: number | null;
  readonly bytesAfter: number | null;
  /** How many versions of other programs it displaced. */
  readonly displaced?: number;
}

export interface TimelineData {
  /** Why there is none, when there is none. */
  readonly unavailable?: string;
  /** Newest first. */
  readonly changes: readonly TimelineEntry[];
  /** How many older ones are not listed. */
  readonly left: number;
  /** How many are not listed because their files lie outside the roots. */
  readonly elsewhere: number;
  readonly checkpoints: readonly CheckpointRecord[];
}

interface RestoreChoices {
  /** Says what would happen and does nothing. */
  readonly dryRun: boolean;
  readonly merge?: boolean;
  readonly onConflict?: "stop" | "skip";
}

export type RestoreRequest =
  | ({ readonly kind: "undo" | "redo"; readonly changes: readonly string[] } & RestoreChoices)
  /** To a checkpoint, or to just after a change. */
  | ({
      readonly kind: "rewind";
      readonly to: string;
      readonly scope: "session" | "roots";
    } & RestoreChoices)
  /** The newest version of another program that the change displaced. */
  | ({ readonly kind: "restore"; readonly change: string; readonly side: "displaced" } & RestoreChoices);

export interface RulesData extends PermissionOverview {
  /** Names for `explain`. */
  readonly tools: readonly string[];
  readonly roots: readonly string[];
  /** Tokens of single agents. */
  readonly tokens: readonly TokenSummary[];
}

export type RuleChange =
  | {
      readonly change: "add";
      readonly list: RuleList;
      readonly rule: string;
      readonly to: "local" | "project" | "user";
    }
  | { readonly change: "remove"; readonly list: RuleList; readonly rule: string; readonly file: string }
  | { readonly change: "revoke"; readonly engine: string; readonly session: string; readonly rule: string }
  | { readonly change: "revoke-token"; readonly name: string }
  | { readonly change: "trust" | "untrust"; readonly folder: string };

export interface HealthData {
  readonly server: ServerInfo & {
    readonly pid: number;
    readonly node: string;
    readonly memoryBytes: number;
  };
  readonly engines: readonly {
    readonly id: string;
    readonly pid: number;
    readonly languageServers: readonly LanguageServerSummary[];
  }[];
  readonly limits: readonly { readonly name: string; readonly value: number | boolean }[];
  readonly state: {
    readonly directory: string;
    /** By folder: history, results, locks and so on. */
    readonly parts: readonly { readonly name: string; readonly files: number; readonly bytes: number }[];
    readonly maxHistoryBytes: number;
    readonly maxHistoryAgeMs: number;
  };
  readonly usage: Usage;
}

/** Figures since the server has begun to listen. */
export interface Usage {
  readonly since: number;
  /** The last hour, oldest first, one per minute, also those in which nothing happened. */
  readonly minutes: readonly {
    readonly at: number;
    readonly reads: number;
    readonly changes: number;
    readonly searches: number;
    readonly refusals: number;
  }[];
  readonly tools: readonly {
    readonly tool: string;
    readonly calls: number;
    readonly failures: number;
    readonly durationMs: number;
    readonly characters: number;
  }[];
  /** By error code, the most frequent first. */
  readonly refusals: readonly { readonly code: string; readonly count: number }[];
  readonly reads: { readonly count: number; readonly deduplicated: number; readonly savedTokens: number };
  /** Answers of persons. */
  readonly answers: { readonly allowed: number; readonly denied: number; readonly withdrawn: number };
}
