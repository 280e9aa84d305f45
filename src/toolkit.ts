/** The library's front door: the tools of one conversation, over a workspace that several may share. */
import { ToolError } from "./errors/tool-error.js";
import type { AskHandler, GivenAnswer } from "./permissions/ask.js";
import { type Agent, SessionPermissions } from "./permissions/session-permissions.js";
import type { JsonSchema } from "./schema/object-schema.js";
import type { SavedFile } from "./session/saved-ledger.js";
import { Session, type SessionOptions } from "./session/session.js";
import { ToolkitHistory } from "./toolkit-history.js";
import { ToolkitPermissions } from "./toolkit-permissions.js";
import { runInOrder } from "./tools/call-all.js";
import { CallSignals } from "./tools/call-signals.js";
import type { CallProgress } from "./tools/context.js";
import type { Verdict } from "./tools/decide-call.js";
import type { AnyTool, Traits } from "./tools/define-tool.js";
import { editTool } from "./tools/edit/index.js";
import type { EditOutput } from "./tools/edit/schema.js";
import { globTool } from "./tools/glob/index.js";
import type { GlobOutput } from "./tools/glob/schema.js";
import { grepTool } from "./tools/grep/index.js";
import type { GrepOutput } from "./tools/grep/schema.js";
import { notifyHook } from "./tools/host-hooks.js";
import { notebookEditTool } from "./tools/notebook-edit/index.js";
import type { NotebookEditOutput } from "./tools/notebook-edit/schema.js";
import { readTool } from "./tools/read/index.js";
import type { ReadOutput } from "./tools/read/schema.js";
import { type CallResult, failure, run } from "./tools/run.js";
import { RunningCalls } from "./tools/running-calls.js";
import { searchTools } from "./tools/search-tools.js";
import { refuseUnknownTool } from "./tools/unknown-tool.js";
import { writeTool } from "./tools/write/index.js";
import type { WriteOutput } from "./tools/write/schema.js";
import { Workspace, type WorkspaceOptions } from "./workspace.js";
import { refuseFilesAsRoots } from "./workspace-location.js";

export interface ToolkitOptions extends WorkspaceOptions, SessionOptions {
  /** Shares another toolkit's workspace; the options that shape a workspace are then ignored. */
  readonly workspace?: Workspace;
  /** The agent that the conversation belongs to: named wherever its work is recorded, with rules of its own on top. */
  readonly agent?: Agent;
  /** Further tools, made with `defineTool`, that go through the same pipeline. */
  readonly tools?: readonly AnyTool[];
}

/** What each built-in tool answers with. */
export interface ToolOutputs {
  Edit: EditOutput;
  Glob: GlobOutput;
  Grep: GrepOutput;
  NotebookEdit: NotebookEditOutput;
  Read: ReadOutput;
  Write: WriteOutput;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Vouches for new content that looks like a mistake: our own output pasted in, or parts left out. */
  readonly force?: boolean;
  /** Asked about this call, in the place of the workspace's `onAsk`. */
  readonly onAsk?: AskHandler;
  /**
   * What a person has answered already, to questions that `decide` told. An answer counts if the call would still do what they
   * have seen; if it would not, whoever can be asked is asked, and else the call is refused. An empty list says that `decide`
   * told none: a call that needs a person by now is then answered with the advice to make it again.
   */
  readonly answers?: readonly GivenAnswer[] | undefined;
  /**
   * What the caller has seen of the file, as `session.exportFile` or `onKnown` gave it: it counts for this call, in the place of what
   * the session knows. For hosts that keep it somewhere else than in a session.
   */
  readonly seen?: SavedFile;
  /** Told what the session knows of the file that this call has read or changed, at that very moment: `seen` of a later call. */
  readonly onKnown?: (file: SavedFile) => void;
  /** Told now and then how far a call that takes its time has come. */
  readonly onProgress?: (progress: CallProgress) => void;
  /** The id of a call of this session that was broken off to ask, and is now made again: it keeps its place in the order. */
  readonly continues?: string;
}

/** How a call would be made, for `decide`. */
export type DecideOptions = Pick<CallOptions, "signal" | "force" | "seen">;

export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
}

export interface CallAllOptions extends CallOptions {
  /** Told each result as soon as it and all before it are there. */
  readonly onResult?: (result: CallResult, index: number) => void;
}

/** A tool as a host shows it to a model. */
export interface ToolInfo {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly searchHint: string;
  readonly inputSchema: JsonSchema;
  readonly traits: Traits;
}

export interface Toolkit {
  /** Runs one call. Never throws for an expected failure: look at `isError`. */
  call<Name extends keyof ToolOutputs>(
    name: Name,
    input: unknown,
    options?: CallOptions,
  ): Promise<CallResult<ToolOutputs[Name]>>;
  call(name: string, input: unknown, options?: CallOptions): Promise<CallResult>;
  /** The same for a tool, made with `defineTool`, that is not among `tools`: a host's own, which no model can name. */
  callUnlisted(tool: AnyTool, input: unknown, options?: CallOptions): Promise<CallResult>;
  /** Whether a call would be allowed, asked about or refused as things stand, without making it. Asks no one. */
  decide(tool: string | AnyTool, input: unknown, options?: DecideOptions): Promise<Verdict>;
  /** Runs calls in order, read-only neighbours side by side. */
  callAll(calls: readonly ToolCall[], options?: CallAllOptions): Promise<CallResult[]>;
  readonly tools: readonly ToolInfo[];
  searchTools(query: string): ToolInfo[];
  readonly session: Session;
  readonly workspace: Workspace;
  /** What the tools have changed, and undo, redo and rewind. */
  readonly history: ToolkitHistory;
  /** The rules in force, why a call would be allowed or not, and the questions that wait. */
  readonly permissions: ToolkitPermissions;
  /** Ends the toolkit: calls that come later are refused, running ones are cancelled. */
  close(): Promise<void>;
}

export function createToolkit(options: ToolkitOptions = {}): Toolkit {
  const workspace = options.workspace ?? new Workspace(options);
  if (options.workspace === undefined) refuseFilesAsRoots(workspace.location.roots, workspace.fileSystem);
  const session = new Session(workspace, options);
  const permissions = new SessionPermissions(workspace.access.permissions, {
    rules: options.permissions ?? {},
    agent: options.agent,
    isShared: options.workspace !== undefined,
  });
  const tools = new Map<string, AnyTool>();
  for (const tool of [
    readTool,
    writeTool,
    editTool,
    globTool,
    grepTool,
    notebookEditTool,
    ...(options.tools ?? []),
  ] as AnyTool[])
    tools.set(tool.name, tool);
  workspace.access.permissions.addTools([...tools.keys()]);
  const participant = { session, permissions };
  workspace.listeners.offerDesk(async () => (await import("./desk/offer-desk.js")).offerDesk(workspace));
  const signals = new CallSignals();
  const running = new RunningCalls();

  /** The tool, or why none can be called. */
  function findTool(name: string | AnyTool): AnyTool | ToolError {
    if (signals.isClosed) return new ToolError("CANCELLED", "This toolkit has been closed.");
    if (typeof name !== "string") return name;
    return tools.get(name) ?? refuseUnknownTool(name, [...tools.keys()]);
  }

  async function decide(
    name: string | AnyTool,
    input: unknown,
    { signal, force, seen }: DecideOptions = {},
  ): Promise<Verdict> {
    const tool = findTool(name);
    if (tool instanceof ToolError) return { answer: "refuse", result: failure(tool) };
    const { decideCall } = await import("./tools/decide-call.js");
    const linked = signals.link(signal);
    const origin = { workspace, session, permissions, callId: "", signal: linked.signal };
    try {
      return await decideCall(tool, input, { ...origin, isForced: force === true, proof: seen });
    } finally {
      linked.unlink();
    }
  }

  async function call(
    name: string | AnyTool,
    input: unknown,
    { signal, force, onAsk, answers, seen, onKnown, onProgress, continues }: CallOptions = {},
    callId: string = session.resumeCallId(continues) ?? session.nextCallId(),
    onActed?: () => void,
  ): Promise<CallResult> {
    const tool = findTool(name);
    if (tool instanceof ToolError) return failure(tool);
    workspace.listeners.enter(participant);
    const linked = signals.link(signal);
    const { signal: linkedSignal } = linked;
    const hooks = { onAsk, answers, proof: seen, onKnown, onProgress, onActed };
    const origin = { workspace, session, permissions, callId, isForced: force === true, ...hooks };
    const answer = running.start(input, () => run(tool, input, { ...origin, signal: linkedSignal }));
    if (answer instanceof ToolError) {
      linked.unlink();
      return failure(answer);
    }
    try {
      return await answer;
    } finally {
      running.end(answer);
      linked.unlink();
    }
  }

  /** Made each time: settings files may change the settings with the first call, and with them the descriptions. */
  function describeTools(): readonly ToolInfo[] {
    return [...tools.values()].map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.describe(session.settings),
      searchHint: tool.searchHint,
      inputSchema: tool.input.jsonSchema,
      traits: tool.traits,
    }));
  }

  return {
    call: (name: string, input: unknown, options?: CallOptions) => call(name, input, options),
    callUnlisted: (tool, input, options) => call(tool, input, options),
    decide,
    callAll: (calls, { onResult: tell, ...given } = {}) =>
      runInOrder(
        calls.map(({ name, input }) => {
          // Issued now, all of them: none was written in the knowledge of another's answer.
          const callId = session.nextCallId();
          return {
            isConcurrencySafe: tools.get(name)?.traits.concurrencySafe ?? true,
            start: (onActed) => call(name, input, given, callId, onActed),
          };
        }),
        // A host's function that fails costs it the result, never the calls that follow.
        tell === undefined
          ? undefined
          : (result, index) =>
              notifyHook("onResult", () => tell(result, index), { workspace, session, callId: "" }),
      ),
    get tools() {
      return describeTools();
    },
    searchTools: (query) => searchTools(describeTools(), query),
    session,
    workspace,
    history: new ToolkitHistory(workspace, session, permissions),
    permissions: new ToolkitPermissions({ workspace, session, permissions, tools }),
    async close() {
      signals.close();
      await running.settle();
      await workspace.listeners.leave(session.id);
      await workspace.rest();
    },
  };
}
