import type {
  AnswerOutcome,
  AnswerRequest,
  LanguageServerSummary,
  QuestionDetail,
  QuestionSummary,
  SeenFiles,
  SessionSummary,
} from "../desk/desk.js";

export interface EngineInfo {
  readonly id: string;
  readonly pid: number;
  readonly version: string;
  readonly roots: readonly string[];
  /** The server's own. */
  readonly isOwn: boolean;
}

/** Why an engine in another process could not do something: a sentence for the person, its own or ours. */
export class EngineFailure extends Error {}

/** One engine, wherever it runs. What it can't do, or not in time, rejects with a sentence for the person. */
export interface EngineView {
  readonly info: EngineInfo;
  sessions(): Promise<readonly SessionSummary[]>;
  seen(sessionId: string): Promise<SeenFiles | undefined>;
  languageServers(): Promise<readonly LanguageServerSummary[]>;
  /** Oldest first. */
  questions(): Promise<readonly QuestionSummary[]>;
  question(id: string): Promise<QuestionDetail | undefined>;
  answer(id: string, request: AnswerRequest): Promise<AnswerOutcome>;
  revoke(sessionId: string, rule: string): Promise<boolean>;
}
