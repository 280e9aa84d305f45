/** Requests to the server. What fails, fails as a sentence that can be shown. */
import { type Failure, KEY_HEADER } from "../../../src/console/contract.js";
import { readKey } from "./key.js";

export class RequestFailed extends Error {
  /** 0 when the server could not be reached. */
  readonly status: number;
  readonly code: string | undefined;
  readonly hint: string | undefined;

  constructor(status: number, { message, code, hint }: Failure["error"]) {
    super(message);
    this.name = "RequestFailed";
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

interface Sending {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export function getJson<Result>(path: string, signal?: AbortSignal): Promise<Result> {
  return send(path, "GET", signal === undefined ? {} : { signal }).then(readJson<Result>);
}

export function postJson<Result>(path: string, body: unknown): Promise<Result> {
  return send(path, "POST", { body }).then(readJson<Result>);
}

/** Each part of a path that is made of names. */
export function pathOf(...parts: readonly string[]): string {
  return `/api/${parts.map(encodeURIComponent).join("/")}`;
}

/** The answer, once its head says that it is a good one. */
export async function send(
  path: string,
  method: "GET" | "POST",
  { body, signal }: Sending,
): Promise<Response> {
  const answer = await reach(path, {
    method,
    headers: {
      [KEY_HEADER]: readKey(),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    credentials: "same-origin",
    redirect: "error",
  });
  if (answer.ok) return answer;
  throw new RequestFailed(answer.status, await readFailure(answer));
}

async function reach(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch (cause) {
    if (request.signal?.aborted === true) throw cause;
    throw new RequestFailed(0, {
      message: "The server can't be reached.",
      hint: "Is `filewright serve` still running? The page goes on by itself when it is back.",
    });
  }
}

async function readJson<Result>(answer: Response): Promise<Result> {
  return (await answer.json()) as Result;
}

async function readFailure(answer: Response): Promise<Failure["error"]> {
  try {
    return ((await answer.json()) as Failure).error;
  } catch {
    return { message: `The server answered ${answer.status}.` };
  }
}
