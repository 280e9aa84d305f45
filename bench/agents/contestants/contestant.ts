/** A contestant is a set of file tools, and the way a model that knows them well uses them. */

import type { ToolAnswer, ToolCall, ToolDeclaration } from "../../peers/tool.js";

export type ContestantId = "filewright" | "server-filesystem" | "desktop-commander" | "gemini" | "pi";

/** The running tools of one session. */
export interface Toolbox {
  readonly declarations: readonly ToolDeclaration[];
  call(call: ToolCall): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export interface SearchRequest {
  readonly pattern: string;
  /** A file, relative to the project. Default: the whole project. */
  readonly path?: string;
  readonly glob?: string;
  readonly before?: number;
  readonly after?: number;
}

export interface TextEdit {
  readonly old: string;
  readonly new: string;
  /** Replace every occurrence. Without it, `old` occurs once. */
  readonly all?: true;
}

export interface LinesToRead {
  readonly first: number;
  readonly count: number;
}

/** A call and the edits that it makes. */
interface EditCall {
  readonly call: ToolCall;
  readonly edits: readonly TextEdit[];
}

export type MakeCall = (call: ToolCall) => Promise<string>;

/** Translates what a script wants into the cheapest calls of one set of tools. Scripts use paths relative to the project. */
export interface Dialect {
  readonly id: ContestantId;
  read(path: string, range?: LinesToRead): ToolCall;
  /** Shows matching lines and their context. Undefined if the tools can't search contents. */
  readonly search?: (call: MakeCall, request: SearchRequest) => Promise<void>;
  /** The fewest calls that make all edits of one file, whose present content is `source`. */
  edit(path: string, edits: readonly TextEdit[], source: string): readonly EditCall[];
  write(path: string, content: string): ToolCall;
  editCell?(path: string, id: string, source: string): ToolCall;
  isRefusal(answer: ToolAnswer): boolean;
  /** The call that a refusal advises, or "repeat" if it showed all that was missing. */
  findAdvice?(refusal: string): ToolCall | "repeat" | undefined;
  /** Replaces measured times, so that a result has the same length in every run. */
  withoutTimes?(text: string): string;
  /** Whether the only reason for a refusal is that too little of the file had been shown. */
  isPartialView?(refusal: string): boolean;
}

interface Places {
  /** The working directory of the tools. */
  readonly project: string;
  /** Home directory, used by this contestant only. */
  readonly home: string;
}

export interface StoryContestant {
  readonly id: ContestantId;
  readonly name: string;
  open(places: Places): Promise<Toolbox>;
  dialect(project: string): Dialect;
}
