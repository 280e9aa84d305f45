/**
 * What a helper process and its host say to each other: a header in JSON and a payload of bytes, with both lengths in
 * front. Lengths, not marks, because a payload may hold any bytes; bounds, because a helper that went wrong may say
 * anything.
 */
export interface HelperMessage {
  readonly header: unknown;
  readonly payload: Uint8Array;
}

export interface FrameBounds {
  readonly maxHeaderBytes: number;
  readonly maxPayloadBytes: number;
}

const LENGTHS = 8;

/** In pieces, so that a payload of many megabytes is not copied to stand behind its header. */
export function encodeFrame({ header, payload }: HelperMessage): Uint8Array[] {
  const text = Buffer.from(JSON.stringify(header), "utf8");
  const front = Buffer.allocUnsafe(LENGTHS + text.length);
  front.writeUInt32BE(text.length, 0);
  front.writeUInt32BE(payload.length, 4);
  text.copy(front, LENGTHS);
  return payload.length === 0 ? [front] : [front, payload];
}

/** Puts one frame together from pieces of any size. */
export class FrameReader {
  readonly #bounds: FrameBounds;
  #lengths = Buffer.alloc(LENGTHS);
  #headerBytes = 0;
  #body: Buffer | undefined;
  #filled = 0;

  constructor(bounds: FrameBounds) {
    this.#bounds = bounds;
  }

  /** The message once it is whole; "garbled" for what is no frame, is larger than agreed, or goes on behind its end. */
  take(piece: Uint8Array): HelperMessage | "garbled" | undefined {
    const rest = this.#body === undefined ? this.#takeLengths(piece) : piece;
    if (rest === "garbled") return rest;
    const body = this.#body;
    if (body === undefined) return undefined;
    if (rest.length > body.length - this.#filled) return "garbled";
    body.set(rest, this.#filled);
    this.#filled += rest.length;
    return this.#filled === body.length ? this.#finish(body) : undefined;
  }

  #takeLengths(piece: Uint8Array): Uint8Array | "garbled" {
    const wanted = Math.min(LENGTHS - this.#filled, piece.length);
    this.#lengths.set(piece.subarray(0, wanted), this.#filled);
    this.#filled += wanted;
    if (this.#filled < LENGTHS) return piece.subarray(wanted);
    this.#headerBytes = this.#lengths.readUInt32BE(0);
    const payloadBytes = this.#lengths.readUInt32BE(4);
    if (this.#headerBytes > this.#bounds.maxHeaderBytes) return "garbled";
    if (payloadBytes > this.#bounds.maxPayloadBytes) return "garbled";
    this.#body = Buffer.allocUnsafe(this.#headerBytes + payloadBytes);
    this.#filled = 0;
    return piece.subarray(wanted);
  }

  #finish(body: Buffer): HelperMessage | "garbled" {
    this.#body = undefined;
    this.#filled = 0;
    try {
      const header: unknown = JSON.parse(body.toString("utf8", 0, this.#headerBytes));
      return { header, payload: body.subarray(this.#headerBytes) };
    } catch {
      return "garbled";
    }
  }
}
