/** Which of the two lanes a message belongs to. */
import type { IncomingHttpHeaders } from "node:http";
import {
  classifyInboundRequest,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";

/** Versions that have sessions. */
const SESSION_VERSIONS: ReadonlySet<string> = new Set(SUPPORTED_PROTOCOL_VERSIONS);

/**
 * The protocol library's own judgement, which is the modern lane's too. What names no newer version anywhere needs none:
 * that is every call of a session.
 */
export function isForModernLane(headers: IncomingHttpHeaders, body: unknown): boolean {
  const version = findHeader(headers, "mcp-protocol-version");
  const isOlderByHeader = version === undefined || SESSION_VERSIONS.has(version);
  if (isOlderByHeader && !Array.isArray(body) && !namesVersion(body)) return false;
  const method = findHeader(headers, "mcp-method");
  const name = findHeader(headers, "mcp-name");
  const { kind } = classifyInboundRequest({
    httpMethod: "POST",
    ...(version === undefined ? {} : { protocolVersionHeader: version }),
    ...(method === undefined ? {} : { mcpMethodHeader: method }),
    ...(name === undefined ? {} : { mcpNameHeader: name }),
    body,
  });
  return kind !== "legacy";
}

function namesVersion(body: unknown): boolean {
  const { params } = (body ?? {}) as { readonly params?: { readonly _meta?: unknown } | null };
  const meta = params?._meta;
  return typeof meta === "object" && meta !== null && PROTOCOL_VERSION_META_KEY in meta;
}

function findHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
