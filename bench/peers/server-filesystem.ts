import { programs } from "../places.js";
import { type PeerAdapter, type PeerRead, peerFile } from "./adapter.js";
import { StdioTools } from "./stdio-tools.js";

/** What Node is started with, off the network. */
export function serverFilesystemWords(directory: string): string[] {
  const entry = peerFile("@modelcontextprotocol/server-filesystem", "dist/index.js");
  return ["--import", programs.offline, entry, directory];
}

/** The server as any MCP client starts it. It has no line offset: only the first or the last lines, or all of them. */
export const openServerFilesystem: PeerAdapter = async (directory) => {
  const tools = await StdioTools.open({ words: serverFilesystemWords(directory) });
  const call = async (name: string, input: object): Promise<string> => {
    const { text, isError } = await tools.call({ name, arguments: input });
    if (isError) throw new Error(text);
    return text;
  };
  return {
    read: (request) => call("read_text_file", { path: request.path, ...chooseLines(request) }),
    edit: ({ path, oldText, newText }) => call("edit_file", { path, edits: [{ oldText, newText }] }),
    write: ({ path, content }) => call("write_file", { path, content }),
    find: ({ path, pattern }) => call("search_files", { path, pattern }),
    grep: () => Promise.reject(new Error("it does not search contents")),
    close: () => void tools.close(),
  };
};

function chooseLines({ offset, limit, isEnd }: PeerRead): { head?: number; tail?: number } {
  if (limit === undefined) return {};
  // It takes the nothing after the last newline for a line.
  if (isEnd === true) return { tail: limit + 1 };
  return offset === 1 ? { head: limit } : {};
}
