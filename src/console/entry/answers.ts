/** Answers of the entry, on top of the headers that every answer has. */
import type { ServerResponse } from "node:http";
import type { Failure } from "../contract.js";
import { setEntryPolicy } from "./policy.js";

export interface Refusal {
  readonly status: number;
  readonly error: Failure["error"];
}

export function answer(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
): void {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = status;
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Length", Buffer.byteLength(body));
  if (status === 401) response.setHeader("WWW-Authenticate", 'Bearer realm="filewright"');
  if (status === 405) response.setHeader("Allow", "GET, POST");
  response.end(body);
}

export function answerJson(response: ServerResponse, value: unknown, status: number = 200): void {
  answer(response, status, "application/json", JSON.stringify(value));
}

export function answerFailure(response: ServerResponse, { status, error }: Refusal): void {
  answerJson(response, { error } satisfies Failure, status);
}

/** A page without script or data. */
export function answerPage(response: ServerResponse, status: number, html: string): void {
  setEntryPolicy(response);
  answer(response, status, "text/html; charset=utf-8", html);
}

export function answerRedirect(response: ServerResponse, target: string): void {
  response.setHeader("Location", target);
  answer(response, 303, "text/plain; charset=utf-8", "");
}
