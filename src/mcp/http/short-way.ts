/** The short way for looks at files, past the protocol's machinery: for sessions as on standard input and output. */
import { McpServer, type Server } from "@modelcontextprotocol/server";
import type { ServerParts } from "../conversation.js";
import { canFillForms } from "../introductions.js";
import { QuickCalls } from "../quick-calls.js";
import { renderWithVersion } from "../render-result.js";
import type { HttpSession } from "./sessions.js";

export function takeShortWay(session: HttpSession, server: McpServer | Server, parts: ServerParts): void {
  const { transport } = session;
  const protocol = server instanceof McpServer ? server.server : server;
  const calls = new QuickCalls({
    findToolkit: () => session.toolkit,
    isLook: (tool) => isLook(tool, parts),
    // oxlint-disable-next-line typescript/no-deprecated -- where older revisions have them
    canBeAsked: () => canFillForms(protocol.getClientCapabilities()),
    keepsKnown: true,
    render: (result, known) => renderWithVersion(result, known, parts),
    send: (message) => transport.send(message),
    deliver: (message) => transport.onmessage?.(message),
  });
  transport.intercept = (message) => calls.take(message);
  transport.onEnd = () => calls.stop();
}

/** Whether a tool is listed and changes nothing. */
export function isLook(tool: string, { tools }: ServerParts): boolean {
  const listed = tools();
  if (listed instanceof Promise) return false;
  return listed.some(({ name, annotations }) => name === tool && annotations.readOnlyHint);
}
