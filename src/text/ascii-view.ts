/**
 * The numbered view of a large ASCII text, made in one pass over bytes. The arrow makes the view a two-byte string,
 * and joining it from slices of a one-byte string costs three copies; here it is written once, as UTF-16, and the
 * content is decoded only if someone asks for it. What it can't do (other characters, lines to be cut, numbers past
 * six columns) it leaves to `viewLines`, whose answer it otherwise equals.
 */
import { Buffer } from "node:buffer";
import { instantiateKernels, type KernelExports, TEXT_AT } from "./kernels-module.js";
import { MAX_LINE_CHARACTERS, NUMBER_WIDTH, type NumberedView } from "./numbered-view.js";

const PREFIX_AT = 256;
const RESULT_AT = 80;
const LAST_NUMBER = 999_999;
/** The kernels read and write whole vectors, up to this far past the end. */
const SLACK = 64;
const ARROW = "→";

export interface AsciiViewRequest {
  readonly startLine: number;
  readonly maxLines: number;
}

export class AsciiViewer {
  #kernels: { exports: KernelExports; memory: Buffer } | undefined;

  /** `bytes` must be ASCII and not empty. Undefined when the view is not one for here. */
  findView(bytes: Uint8Array, { startLine, maxLines }: AsciiViewRequest): NumberedView | undefined {
    const { exports, memory } = this.#load();
    if (TEXT_AT + bytes.length + SLACK > memory.length) return undefined;
    memory.set(bytes, TEXT_AT);
    memory.fill(0, TEXT_AT + bytes.length, TEXT_AT + bytes.length + SLACK);
    const newlines = exports.scan(TEXT_AT, bytes.length);
    const totalLines = newlines + (bytes.at(-1) === 0x0a ? 0 : 1);
    if (startLine > totalLines) return undefined;
    const from = startLine === 1 ? 0 : exports.skipLines(TEXT_AT, bytes.length, startLine - 1);

    const lines = Math.min(maxLines, totalLines - startLine + 1);
    const out = TEXT_AT + bytes.length + SLACK;
    const prefix = String(startLine).padStart(NUMBER_WIDTH) + ARROW;
    const outputBound = 2 * (bytes.length - from + lines * (prefix.length + 1)) + SLACK;
    if (startLine + lines - 1 > LAST_NUMBER || out + outputBound > memory.length) return undefined;

    const prefixBytes = memory.write(prefix, PREFIX_AT, "utf16le");
    const at = TEXT_AT + from;
    const end = TEXT_AT + bytes.length;
    const viewEnd = exports.number(at, end, out, lines, PREFIX_AT, prefixBytes, MAX_LINE_CHARACTERS);
    if (viewEnd === 0) return undefined;
    const to = memory.readInt32LE(RESULT_AT + 4) - TEXT_AT;
    return {
      view: memory.toString("utf16le", out, viewEnd),
      content: () => Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("latin1"),
      startLine,
      shownLines: memory.readInt32LE(RESULT_AT),
      totalLines,
      cutLines: [],
    };
  }

  #load(): { exports: KernelExports; memory: Buffer } {
    if (this.#kernels === undefined) {
      const exports = instantiateKernels();
      this.#kernels = { exports, memory: Buffer.from(exports.memory.buffer) };
    }
    return this.#kernels;
  }
}
