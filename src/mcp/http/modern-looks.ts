/**
 * The short way for looks at files in the revision without sessions. It takes only what could not be taken amiss: a call of
 * a tool that changes nothing, with every header as it has to be and nothing unusual about it. All else, and a look that
 * turns out to need a question, goes the ordinary way.
 */
import type { IncomingHttpHeaders } from "node:http";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import type { SavedFile } from "../../session/saved-ledger.js";
import type { ServerParts } from "../conversation.js";
import { canFillForms, identityOf } from "../introductions.js";
import { renderWithVersion } from "../render-result.js";
import { isLook } from "./short-way.js";

const REVISION = "2026-07-28";
const MESSAGE_KEYS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);
const PARAMS_KEYS: ReadonlySet<string> = new Set(["name", "arguments", "_meta"]);
const META_KEYS: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
]);

export interface Look {
  readonly id: string | number;
  readonly name: string;
  readonly args: Fields;
  readonly canBeAsked: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

export function findLook(headers: IncomingHttpHeaders, body: unknown): Look | undefined {
  if (headers["mcp-protocol-version"] !== REVISION || headers["mcp-method"] !== "tools/call")
    return undefined;
  if (!isFields(body, MESSAGE_KEYS)) return undefined;
  const { jsonrpc, id, method, params } = body;
  const hasId = typeof id === "string" || Number.isSafeInteger(id);
  if (jsonrpc !== "2.0" || method !== "tools/call" || !hasId || !isFields(params, PARAMS_KEYS))
    return undefined;
  const { name, arguments: args = {}, _meta: meta } = params;
  if (typeof name !== "string" || headers["mcp-name"] !== name || !isFields(args)) return undefined;
  const capabilities = isFields(meta, META_KEYS) && findCapabilities(meta);
  if (capabilities === undefined || capabilities === false) return undefined;
  return { id: id as string | number, name, args, canBeAsked: canFillForms(capabilities) };
}

/** The answer; undefined when the look has to go the ordinary way. */
export async function answerLook(
  { id, name, args, canBeAsked }: Look,
  parts: ServerParts,
  stopping: AbortController,
): Promise<object | undefined> {
  if (!isLook(name, parts)) return undefined;
  const toolkit = await parts.conversation.getToolkit();
  const asked = new AbortController();
  const onAsk = (): Promise<never> => {
    asked.abort();
    stopping.abort();
    // Never answered here: the call ends by the signal.
    return new Promise(() => undefined);
  };
  const { signal } = stopping;
  let known: SavedFile | undefined;
  const onKnown = (file: SavedFile): void => void (known = file);
  const result = await toolkit.call(name, args, { signal, onKnown, ...(canBeAsked ? { onAsk } : {}) });
  if (asked.signal.aborted) return undefined;
  const { _meta, ...rendered } = renderWithVersion(result, known, parts);
  return {
    result: {
      ...rendered,
      resultType: "complete",
      _meta: { ..._meta, [SERVER_INFO_META_KEY]: identityOf(parts) },
    },
    jsonrpc: "2.0",
    id,
  };
}

/** Undefined when the envelope is not one that needs no further look. */
function findCapabilities(meta: Fields): ClientCapabilities | undefined {
  const { [CLIENT_INFO_META_KEY]: client, [CLIENT_CAPABILITIES_META_KEY]: capabilities } = meta;
  const isKnownClient =
    client === undefined ||
    (isFields(client) &&
      typeof client["name"] === "string" &&
      typeof client["version"] === "string" &&
      Object.values(client).every((field) => typeof field === "string"));
  if (meta[PROTOCOL_VERSION_META_KEY] !== REVISION || !isKnownClient) return undefined;
  return isFields(capabilities) && Object.values(capabilities).every((each) => isFields(each))
    ? capabilities
    : undefined;
}

function isFields(value: unknown, known?: ReadonlySet<string>): value is Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return known === undefined || Object.keys(value).every((key) => known.has(key));
}
