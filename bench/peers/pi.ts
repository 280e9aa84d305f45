import { firstText, functionOf, importPeer, memberOf, type PeerAdapter } from "./adapter.js";
import type { HostedTool } from "./tool.js";

type PiTools = Record<"read" | "edit" | "write" | "find" | "grep" | "ls", HostedTool>;

/**
 * Its tools as its own agent loop calls them. Reading cuts at 2,000 lines or 50 KB and adds no line numbers. Searching
 * runs programs of the system: `rg`, which the bench puts on its path, and `fd`, which it would fetch where there is none.
 */
export async function openPiTools(directory: string): Promise<PiTools> {
  const module = await importPeer("@earendil-works/pi-coding-agent", "dist/index.js");
  const create = (name: string): HostedTool => {
    const tool = (functionOf(module, name) as (directory: string) => unknown)(directory);
    const execute = functionOf(tool, "execute") as (callId: string, input: object) => Promise<unknown>;
    return {
      declaration: {
        name: String(memberOf(tool, "name")),
        description: String(memberOf(tool, "description")),
        inputSchema: memberOf(tool, "parameters"),
      },
      use: async (input) => firstText(await execute("bench", input)),
    };
  };
  return {
    read: create("createReadTool"),
    edit: create("createEditTool"),
    write: create("createWriteTool"),
    find: create("createFindTool"),
    grep: create("createGrepTool"),
    ls: create("createLsTool"),
  };
}

export const openPi: PeerAdapter = async (directory) => {
  const tools = await openPiTools(directory);
  return {
    read({ path, offset, limit }) {
      const range = offset === undefined || limit === undefined ? {} : { offset, limit };
      return tools.read.use({ path, ...range });
    },
    edit: ({ path, oldText, newText }) => tools.edit.use({ path, edits: [{ oldText, newText }] }),
    write: ({ path, content }) => tools.write.use({ path, content }),
    find: ({ path, pattern }) => tools.find.use({ path, pattern }),
    grep: ({ path, pattern, limit }) => tools.grep.use({ path, pattern, limit }),
    close: () => undefined,
  };
};
