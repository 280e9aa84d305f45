import { functionOf, importPeer, memberOf, type PeerAdapter } from "./adapter.js";

type Construct<Arguments extends unknown[], Instance> = new (...values: Arguments) => Instance;

interface ReadFileTool {
  build(input: { file_path: string; start_line?: number; end_line?: number }): {
    execute(options: { abortSignal: AbortSignal }): Promise<unknown>;
  };
}

/** Its read tool over a real configuration with telemetry off. Cuts at 2,000 lines and adds no line numbers. */
export const openGemini: PeerAdapter = async (directory) => {
  const module = await importPeer("@google/gemini-cli-core", "dist/index.js");
  const Config = functionOf(module, "Config") as Construct<[object], object>;
  const ReadFileTool = functionOf(module, "ReadFileTool") as Construct<[object, unknown], ReadFileTool>;
  const config = new Config({
    sessionId: "bench",
    targetDir: directory,
    cwd: directory,
    debugMode: false,
    model: "none",
    usageStatisticsEnabled: false,
    telemetry: { enabled: false },
  });
  const tool = new ReadFileTool(config, memberOf(config, "messageBus"));
  const abortSignal = new AbortController().signal;
  return {
    async read({ path, offset, limit }) {
      const range =
        offset === undefined || limit === undefined
          ? {}
          : { start_line: offset, end_line: offset + limit - 1 };
      const answer = await tool.build({ file_path: path, ...range }).execute({ abortSignal });
      const problem = memberOf(memberOf(answer, "error"), "message");
      if (problem !== undefined) throw new Error(typeof problem === "string" ? problem : "failed");
      const text = memberOf(answer, "llmContent");
      if (typeof text !== "string") throw new Error("answered without text");
      return text;
    },
    close: () => undefined,
  };
};
