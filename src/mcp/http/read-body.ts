/** A request's body: whole, bounded, and where it is JSON valid UTF-8, because what it holds may become the content of a file. */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { JsonBounds } from "../../json/message-bounds.js";
import { MAX_MESSAGE_BYTES } from "../limits.js";
import { INVALID_REQUEST, PARSE_ERROR, type Refusal } from "./answers.js";
import type { BodyHolder, BodyRoom } from "./body-room.js";
import { tooLarge } from "./front.js";

/** Room for bodies, and who takes it. */
export interface BodyPlace {
  readonly room: BodyRoom;
  readonly holder: BodyHolder;
}

export type Body = { readonly value: unknown } | { readonly refusal: Refusal };
export type Bytes = { readonly bytes: Buffer } | { readonly refusal: Refusal };

/** Of a body that is refused so much more is taken and thrown away, so that its sender gets to read the answer. */
const MAX_DISCARDED_BYTES = MAX_MESSAGE_BYTES;

const tooMuch: Refusal = {
  status: 503,
  message: "Too many large messages are under way. Wait for their responses, then send this one again.",
  headers: ["Retry-After", "5"],
};

/** Undefined when the client is gone before all of it has come. */
export async function readBody(
  request: IncomingMessage,
  place: BodyPlace,
  maxBytes: number = MAX_MESSAGE_BYTES,
): Promise<Body | undefined> {
  const bounds = new JsonBounds();
  const body = await readBytes(request, place, maxBytes, (chunk) => bounds.take(chunk));
  return body !== undefined && "bytes" in body ? parse(body.bytes) : body;
}

/** The same for what is no JSON. `findProblem` sees every piece and may refuse the body, by a clause. */
export function readBytes(
  request: IncomingMessage,
  { room, holder }: BodyPlace,
  maxBytes: number,
  findProblem: (chunk: Buffer) => string | undefined = () => undefined,
): Promise<Bytes | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const share = room.open(holder);
    let size = 0;
    let refusal: Refusal | undefined;
    const finish = (body: Bytes | undefined): void => {
      chunks.length = 0;
      share.end();
      resolve(body);
    };
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      refusal ??= size > maxBytes ? tooLarge(maxBytes) : share.grow(size) ? undefined : tooMuch;
      if (refusal === undefined) {
        const problem = findProblem(chunk);
        if (problem !== undefined) refusal = tooComplex(problem);
      }
      if (refusal === undefined) {
        chunks.push(chunk);
        return;
      }
      finish({ refusal });
      if (size > maxBytes + MAX_DISCARDED_BYTES) request.destroy();
    });
    request.once("end", () => finish(refusal === undefined ? { bytes: join(chunks) } : { refusal }));
    request.once("error", () => finish(undefined));
    request.once("close", () => finish(undefined));
  });
}

function tooComplex(problem: string): Refusal {
  const message = `Invalid Request: the request body was refused, because ${problem}. Send less at once.`;
  return { status: 400, code: INVALID_REQUEST, message };
}

function join(chunks: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = chunks;
  return chunks.length < 2 ? first : Buffer.concat(chunks);
}

function parse(bytes: Buffer): Body {
  if (!isUtf8(bytes)) return notJson("the request body is not valid UTF-8");
  try {
    return { value: JSON.parse(bytes.toString("utf8")) };
  } catch {
    return notJson("the request body is not valid JSON");
  }
}

function notJson(problem: string): Body {
  return { refusal: { status: 400, code: PARSE_ERROR, message: `Parse error: ${problem}.` } };
}
