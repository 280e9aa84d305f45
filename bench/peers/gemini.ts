import { rgPath } from "@vscode/ripgrep";
import { functionOf, importPeer, memberOf, type PeerAdapter } from "./adapter.js";

type Construct<Arguments extends unknown[], Instance> = new (...values: Arguments) => Instance;

interface Tool {
  build(input: object): { execute(options: { abortSignal: AbortSignal }): Promise<unknown> };
}

/**
 * Its tools over a real configuration with telemetry off. Reading cuts at 2,000 lines and adds no line numbers. It
 * would let a model mend an edit that fails; none fails here, and there is no network.
 */
export const openGemini: PeerAdapter = async (directory) => {
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
  const create = (name: string): Tool => {
    const Tool = functionOf(module, name) as Construct<[object, unknown], Tool>;
    return new Tool(config, memberOf(config, "messageBus"));
  };
  const reading = create("ReadFileTool");
  const editing = create("EditTool");
  const writing = create("WriteFileTool");
  const finding = create("GlobTool");
  const searching = create("RipGrepTool");
  return {
    read({ path, offset, limit }) {
      const range =
        offset === undefined || limit === undefined
          ? {}
          : { start_line: offset, end_line: offset + limit - 1 };
      return use(reading, { file_path: path, ...range });
    },
    edit: ({ path, oldText, newText }) =>
      use(editing, { file_path: path, old_string: oldText, new_string: newText, instruction: "bench" }),
    write: ({ path, content }) => use(writing, { file_path: path, content }),
    find: ({ path, pattern }) => use(finding, { pattern, dir_path: path }),
    grep: ({ path, pattern, limit }) => use(searching, { pattern, dir_path: path, total_max_matches: limit }),
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
