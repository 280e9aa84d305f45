import { rgPath } from "@vscode/ripgrep";
import { functionOf, importPeer, memberOf, type PeerAdapter } from "./adapter.js";
import type { HostedTool } from "./tool.js";

type Construct<Arguments extends unknown[], Instance> = new (...values: Arguments) => Instance;

type GeminiTools = Record<"read" | "edit" | "write" | "find" | "grep" | "ls", HostedTool>;

interface Tool {
  build(input: object): { execute(options: { abortSignal: AbortSignal }): Promise<unknown> };
}

/**
 * Its tools over a real configuration with telemetry off. Reading cuts at 2,000 lines and adds no line numbers. It
 * would let a model mend an edit that fails; none fails here, and there is no network.
 */
export async function openGeminiTools(directory: string): Promise<GeminiTools> {
  const module = await importPeer("@google/gemini-cli-core", "dist/index.js");
  const Config = functionOf(module, "Config") as Construct<[object], object>;
  const config = new Config({
    sessionId: "bench",
    targetDir: directory,
    cwd: directory,
    debugMode: false,
    model: "none",
    usageStatisticsEnabled: false,
    telemetry: { enabled: false },
    disableLLMCorrection: true,
  });
  await prepareConfig(config);
  const create = (name: string): HostedTool => {
    const Tool = functionOf(module, name) as Construct<[object, unknown], Tool>;
    const tool = new Tool(config, memberOf(config, "messageBus"));
    return {
      declaration: {
        name: String(memberOf(memberOf(tool, "schema"), "name")),
        description: String(memberOf(memberOf(tool, "schema"), "description")),
        inputSchema: memberOf(memberOf(tool, "schema"), "parametersJsonSchema"),
      },
      use: (input) => use(tool, input),
    };
  };
  return {
    read: create("ReadFileTool"),
    edit: create("EditTool"),
    write: create("WriteFileTool"),
    find: create("GlobTool"),
    grep: create("RipGrepTool"),
    ls: create("LSTool"),
  };
}

export const openGemini: PeerAdapter = async (directory) => {
  const tools = await openGeminiTools(directory);
  return {
    read({ path, offset, limit }) {
      const range =
        offset === undefined || limit === undefined
          ? {}
          : { start_line: offset, end_line: offset + limit - 1 };
      return tools.read.use({ file_path: path, ...range });
    },
    edit: ({ path, oldText, newText }) =>
      tools.edit.use({ file_path: path, old_string: oldText, new_string: newText, instruction: "bench" }),
    write: ({ path, content }) => tools.write.use({ file_path: path, content }),
    find: ({ path, pattern }) => tools.find.use({ pattern, dir_path: path }),
    grep: ({ path, pattern, limit }) => tools.grep.use({ pattern, dir_path: path, total_max_matches: limit }),
    close: () => undefined,
  };
};

/** Its editing tools ask where plans are kept, which is only known after this; the rest of its start needs a network. */
async function prepareConfig(config: object): Promise<void> {
  const storage = memberOf(config, "storage");
  const initialize = functionOf(storage, "initialize") as (this: unknown) => Promise<void>;
  await initialize.call(storage);
  // Its writing asks for the client of the model that could mend the content, even where that is switched off.
  Reflect.set(config, "baseLlmClient", {});
  // Its package comes without the program, which it would look for in folders of the system.
  Reflect.set(config, "_ripgrepPathPromise", Promise.resolve(rgPath));
}

async function use(tool: Tool, input: object): Promise<string> {
  const answer = await tool.build(input).execute({ abortSignal: new AbortController().signal });
  const problem = memberOf(memberOf(answer, "error"), "message");
  if (problem !== undefined) throw new Error(typeof problem === "string" ? problem : "failed");
  const text = memberOf(answer, "llmContent");
  if (typeof text !== "string") throw new Error("answered without text");
  return text;
}
