/**
 * What a tool is made of. A tool describes; the pipeline in run.ts acts: it guards paths, asks, locks, records and
 * notifies, the same way for every tool, by the traits declared here and never by a tool's name.
 */
import type { ToolError } from "../errors/tool-error.js";
import type { FileStat, MaybePromise, ResolvedPath } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { EventDraft } from "../notify/events.js";
import type { Question } from "../permissions/ask.js";
import type { ObjectSchema } from "../schema/object-schema.js";
import type { LedgerUpdate } from "../session/ledger.js";
import type { SessionSettings } from "../session/setting-fields.js";
import type { CallContext } from "./context.js";

export interface Traits {
  readonly readOnly: boolean;
  /** May run side by side with other such calls. */
  readonly concurrencySafe: boolean;
  /** Past this many characters the result is saved to a file and the model gets a preview. */
  readonly maxResultChars: number;
  /** Providers that can hold a model to the schema exactly should do so. */
  readonly strict: boolean;
  /** A host that loads definitions on demand need not send this one until a search asks for it. */
  readonly deferred: boolean;
}

export interface TextBlock {
  readonly type: "text";
  readonly text: string;
}

/** A picture for the model to look at; decoded once already, so that it is what its type says. */
export interface ImageBlock {
  readonly type: "image";
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

/** A whole document, for hosts that have said they take such. */
export interface DocumentBlock {
  readonly type: "document";
  /** Base64. */
  readonly data: string;
  readonly mimeType: "application/pdf";
  readonly name: string;
}

/** What a model is shown. Text and pictures have the shape that the Model Context Protocol gives them. */
export type Block = TextBlock | ImageBlock | DocumentBlock;

/** A path the call will touch, under the name it was given and the one it really has. */
export interface Access {
  readonly operation: "read" | "write";
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
  /** What is there, where that is known: rules tell folders from files, and look twice at a file with several names. */
  readonly stat?: FileStat | undefined;
}

/** What `check` found out and `execute` will do: enough to ask a person about. */
export interface Plan {
  readonly accesses: readonly Access[];
  /** What a person should see before answering; made only when one is asked. */
  readonly preview?: () => Pick<Question, "change">;
  /** The new content looks like a mistake of the model: why, for the person, and the refusal if no one can be asked. */
  readonly suspicion?: { readonly what: string; readonly refusal: ToolError } | undefined;
  /** The plan for other content than was proposed, which a person has sent with the permission. */
  readonly revise?: (content: string) => MaybePromise<Plan>;
}

export interface Outcome<Output, Shown> {
  /** Data for programs; never prose. */
  readonly output: Output;
  /** What the renderer needs besides. */
  readonly shown: Shown;
  /** What the agent knows of files from now on. */
  readonly ledger?: readonly LedgerUpdate[];
  readonly events?: readonly EventDraft[];
}

/** What any tool answers, to the pipeline. */
export type Answered = Outcome<unknown, unknown>;

export interface CheckRequest<Input> {
  readonly input: Input;
  /** The input's path, past the string guard; undefined when the input has none. */
  readonly path: AbsolutePath | undefined;
  /** Where it leads, if that has just been found out. */
  readonly resolved?: ResolvedPath;
}

/** What can be known of a tool without running it: enough to list it, at a fraction of what its workings weigh. */
export interface ToolFace<Input = unknown> {
  readonly name: string;
  readonly title: string;
  readonly searchHint: string;
  readonly traits: Traits;
  readonly input: ObjectSchema<Input>;
  describe(settings: SessionSettings): string;
  /** Which path the input names, if any. */
  pathOf(input: Input): string | undefined;
}

export interface Tool<Input = unknown, P extends Plan = Plan, Output = unknown, Shown = unknown>
  extends ToolFace<Input> {
  /** Every precondition; may read, never writes. */
  check(request: CheckRequest<Input>, context: CallContext): MaybePromise<P>;
  execute(plan: P, context: CallContext): MaybePromise<Outcome<Output, Shown>>;
  /** The only place with words for the model on success. */
  render(outcome: Outcome<Output, Shown>): readonly Block[];
}

export function defineTool<Input, P extends Plan, Output, Shown>(
  tool: Tool<Input, P, Output, Shown>,
): Tool<Input, P, Output, Shown> {
  return Object.freeze(tool);
}

/** A tool whose types only it knows; what lists and the pipeline hold. */
// oxlint-disable-next-line typescript/no-explicit-any -- the pipeline hands each part only what another part of the same tool made
export type AnyTool = Tool<any, any, any, any>;
