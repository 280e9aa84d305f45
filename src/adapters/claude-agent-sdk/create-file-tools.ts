/** The one line: a server for `mcpServers`, the permission callback, and what switches the SDK's own file tools off. */
import type { CanUseTool, McpSdkServerConfigWithInstance, Options } from "@anthropic-ai/claude-agent-sdk";
import type { Toolkit } from "../../toolkit.js";
import { Approvals, type Asker } from "../common/approvals.js";
import { openToolkit, type ToolkitSource } from "../common/open-toolkit.js";
import { Callers } from "./callers.js";
import { createContextHooks } from "./context-hooks.js";
import { openConversation } from "./conversation.js";
import { createCanUseTool, type ReviewTool } from "./permission.js";
import { createServer } from "./server.js";

export interface FileToolsOptions {
  /** Who asks a person: the SDK, by `canUseTool`, or the toolkit, by its `onAsk` or at the console, while the call waits. */
  readonly asks?: Asker;
  /**
   * The host's own callback. It is asked about the file tools only when a person has to be, with what to show them as
   * `approval`, and about every other tool as without us.
   */
  readonly canUseTool?: ReviewTool;
  /** The one that the query is aborted with. The SDK lets calls know of it late; known here, none changes a file any more. */
  readonly abortController?: AbortController;
  /** The server's name, and so the middle of `mcp__files__Read`. */
  readonly name?: string;
}

/** The part of a query's options that concerns files. */
export type FileOptions = Required<
  Pick<Options, "mcpServers" | "canUseTool" | "disallowedTools" | "toolAliases" | "hooks">
> &
  Pick<Options, "abortController">;

export interface FileTools {
  /** To be spread into the options of `query`: all that is below, each in its place. */
  readonly options: FileOptions;
  /** For `mcpServers`, under its name. It serves one query after another; of two at once, each needs file tools of its own. */
  readonly server: McpSdkServerConfigWithInstance;
  /** Tells the tools of this server by its name, so they have to be registered under it. */
  readonly canUseTool: CanUseTool;
  /** The tools' names as a model sees them, for lists such as the `tools` of an agent definition. */
  readonly tools: string[];
  /** The SDK's own tools, which these take the place of. */
  readonly disallowedTools: string[];
  readonly toolkit: Toolkit;
  readonly approvals: Approvals;
  /** Ends the toolkit and those of agents that were started by this one. */
  close(): Promise<void>;
}

const CLIENT = "Claude Agent SDK";
/** What a name may have that is part of a tool's name; the SDK would change anything else. */
const NAME = /^[A-Za-z0-9_-]{1,32}$/;

export function createFileTools(source: ToolkitSource = {}, options: FileToolsOptions = {}): FileTools {
  const { name = "files", abortController } = options;
  if (!NAME.test(name))
    throw new TypeError(
      `A server's name has up to 32 letters, digits, _ and -; got ${JSON.stringify(name)}.`,
    );
  // Pages as pictures: documents do not reach a model through the SDK, pictures do.
  const capabilities = { images: true };
  const toolkit = openToolkit(source, { client: CLIENT, capabilities });
  const callers = new Callers(toolkit, openConversation(source, toolkit, { client: CLIENT, capabilities }));
  const approvals = new Approvals(toolkit, options.asks);
  const canUseTool = createCanUseTool({ server: name, approvals, callers, review: options.canUseTool });
  const disallowedTools = toolkit.tools.map((tool) => tool.name).filter((tool) => builtIn.has(tool));
  const seenName = (tool: string): string => `mcp__${name}__${tool}`;
  const server: McpSdkServerConfigWithInstance = {
    type: "sdk",
    name,
    instance: createServer({ toolkit, approvals, callers, signal: abortController?.signal }),
    ...(approvals.asker === "sdk" ? { tools: toolkit.tools.map(alwaysAsk) } : {}),
  };
  return {
    options: {
      mcpServers: { [name]: server },
      canUseTool,
      disallowedTools,
      // A model, or a skill's text, may still name a tool as it knows it.
      toolAliases: Object.fromEntries(disallowedTools.map((tool) => [tool, seenName(tool)])),
      hooks: createContextHooks(callers),
      ...(abortController === undefined ? {} : { abortController }),
    },
    server,
    canUseTool,
    tools: toolkit.tools.map((tool) => seenName(tool.name)),
    disallowedTools,
    toolkit,
    approvals,
    close: async () => {
      try {
        await callers.close();
      } finally {
        await toolkit.close();
      }
    },
  };
}

/** What the SDK brings itself and must not be used beside ours: its changes would be nobody's, and its reads unknown here. */
const builtIn: ReadonlySet<string> = new Set(["Edit", "Glob", "Grep", "NotebookEdit", "Read", "Write"]);

/** Whether someone has to be asked is decided here, by the toolkit's rules; a rule of the SDK's would leave us without an answer. */
function alwaysAsk({ name }: { readonly name: string }) {
  return { name, permission_policy: "always_ask" } as const;
}
