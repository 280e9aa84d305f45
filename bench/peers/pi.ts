import { firstText, functionOf, importPeer, type PeerAdapter } from "./adapter.js";

type CreateReadTool = (directory: string) => {
  execute(callId: string, input: { path: string; offset?: number; limit?: number }): Promise<unknown>;
};

/** Its read tool as its own agent loop calls it. Cuts at 2,000 lines or 50 KB and adds no line numbers. */
export const openPi: PeerAdapter = async (directory) => {
  const module = await importPeer("@earendil-works/pi-coding-agent", "dist/index.js");
  const createReadTool = functionOf(module, "createReadTool") as CreateReadTool;
  const tool = createReadTool(directory);
  return {
    async read({ path, offset, limit }) {
      const range = offset === undefined || limit === undefined ? {} : { offset, limit };
      return firstText(await tool.execute("bench", { path, ...range }));
    },
    close: () => undefined,
  };
};
