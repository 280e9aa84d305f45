import { spawn } from "node:child_process";
import { programs } from "../places.js";
import { firstText, memberOf, type PeerAdapter, type PeerRead, peerFile } from "./adapter.js";
import { JsonRpcClient } from "./json-rpc-client.js";

/** The server as any MCP client starts it. It has no line offset: only the first or the last lines, or all of them. */
export const openServerFilesystem: PeerAdapter = async (directory) => {
  const entry = peerFile("@modelcontextprotocol/server-filesystem", "dist/index.js");
  const server = spawn(process.execPath, ["--import", programs.offline, entry, directory], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const client = new JsonRpcClient(server);
  await client.request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  });
  client.notify("notifications/initialized");
  const call = async (name: string, input: object): Promise<string> => {
    const answer = await client.request("tools/call", { name, arguments: input });
    const text = firstText(answer);
    if (memberOf(answer, "isError") === true) throw new Error(text);
    return text;
  };
  return {
    read: (request) => call("read_text_file", { path: request.path, ...chooseLines(request) }),
    edit: ({ path, oldText, newText }) => call("edit_file", { path, edits: [{ oldText, newText }] }),
    write: ({ path, content }) => call("write_file", { path, content }),
    find: ({ path, pattern }) => call("search_files", { path, pattern }),
    grep: () => Promise.reject(new Error("it does not search contents")),
    close: () => void server.kill(),
  };
};

function chooseLines({ offset, limit, isEnd }: PeerRead): { head?: number; tail?: number } {
  if (limit === undefined) return {};
  // It takes the nothing after the last newline for a line.
  if (isEnd === true) return { tail: limit + 1 };
  return offset === 1 ? { head: limit } : {};
}
