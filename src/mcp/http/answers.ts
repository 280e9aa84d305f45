/** Plain answers over HTTP. Every one forbids to be stored or taken for anything but what it says it is. */
import type { ServerResponse } from "node:http";

/** Names and values in turn, as Node takes them without making an object of each answer. */
export type RawHeaders = readonly string[];

export const COMMON_HEADERS: RawHeaders = ["Cache-Control", "no-store", "X-Content-Type-Options", "nosniff"];

/** Failures of the HTTP layer in the protocol's own shape, so that every client can read them. */
const SERVER_ERROR = -32000;
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;

export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** The JSON-RPC code. */
  readonly code?: number;
  readonly headers?: RawHeaders;
}

export function answerJson(
  response: ServerResponse,
  text: string,
  { status = 200, headers = [] }: { readonly status?: number; readonly headers?: RawHeaders } = {},
): void {
  if (response.headersSent || response.destroyed) return;
  const fields = ["Content-Type", "application/json", "Content-Length", `${Buffer.byteLength(text)}`];
  response.writeHead(status, [...COMMON_HEADERS, ...fields, ...headers]);
  // As text, it leaves together with the head in one write.
  response.end(text);
}

export function answerEmpty(response: ServerResponse, status: number, headers: RawHeaders = []): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, [...COMMON_HEADERS, "Content-Length", "0", ...headers]);
  response.end();
}

export function answerRefusal(
  response: ServerResponse,
  { status, message, code = SERVER_ERROR, headers = [] }: Refusal,
): void {
  const body = { jsonrpc: "2.0", error: { code, message }, id: null };
  answerJson(response, JSON.stringify(body), { status, headers });
}
