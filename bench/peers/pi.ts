import { firstText, functionOf, importPeer, type PeerAdapter } from "./adapter.js";

interface Tool {
  execute(callId: string, input: object): Promise<unknown>;
}

/**
 * Its tools as its own agent loop calls them. Reading cuts at 2,000 lines or 50 KB and adds no line numbers. Searching
 * runs programs of the system: `rg`, which the bench puts on its path, and `fd`, which it would fetch where there is none.
 */
export const openPi: PeerAdapter = async (directory) => {
  const module = await importPeer("@earendil-works/pi-coding-agent", "dist/index.js");
  const create = (name: string): Tool => (functionOf(module, name) as (directory: string) => Tool)(directory);
  const reading = create("createReadTool");
  const editing = create("createEditTool");
  const writing = create("createWriteTool");
  const finding = create("createFindTool");
  const searching = create("createGrepTool");
  return {
    async read({ path, offset, limit }) {
      const range = offset === undefined || limit === undefined ? {} : { offset, limit };
      return firstText(await reading.execute("bench", { path, ...range }));
    },
    async edit({ path, oldText, newText }) {
      return firstText(await editing.execute("bench", { path, edits: [{ oldText, newText }] }));
    },
    async write({ path, content }) {
      return firstText(await writing.execute("bench", { path, content }));
    },
    async find({ path, pattern }) {
      return firstText(await finding.execute("bench", { path, pattern }));
    },
    async grep({ path, pattern, limit }) {
      return firstText(await searching.execute("bench", { path, pattern, limit }));
    },
    close: () => undefined,
  };
};
