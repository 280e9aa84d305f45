/**
 * The numbered view of a large ASCII text, made in one pass over bytes. Joining it from slices of a decoded string
 * costs three copies; here it is written once, as UTF-16 where the arrow makes it a two-byte string, and decoded as it
 * stands. What it can't do (other characters, lines to be cut, numbers past six columns) it leaves to `viewLines`,
 * whose answer it otherwise equals.
 */
import { Buffer } from "node:buffer";
import { instantiateKernels, type KernelExports, TEXT_AT } from "./kernels-module.js";
import { MAX_LINE_CHARACTERS, NUMBER_WIDTH, type NumberedView, type Separator } from "./numbered-view.js";

const PREFIX_AT = 256;
const RESULT_AT = 80;
const LAST_NUMBER = 999_999;
/** The kernels read and write whole vectors, up to this far past the end. */
const SLACK = 64;
/** Decoding less than this costs less than arranging to do it later. */
const EAGER_CONTENT = 32_768;

export interface AsciiViewRequest {
  readonly startLine: number;
  readonly maxLines: number;
  readonly separator: Separator;
}

export class AsciiViewer {
  #kernels: { exports: KernelExports; memory: Buffer } | undefined;

  /** `bytes` must be ASCII and not empty. Undefined when the view is not one for here. */
  findView(
    bytes: Uint8Array,
    { startLine, maxLines, separator }: AsciiViewRequest,
  ): NumberedView | undefined {
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
    const prefix = String(startLine).padStart(NUMBER_WIDTH) + separator;
    const isWide = separator === "→";
    const encoding = isWide ? "utf16le" : "latin1";
    const outputBound = 2 * (bytes.length - from + lines * (prefix.length + 1)) + SLACK;
    if (startLine + lines - 1 > LAST_NUMBER || out + outputBound > memory.length) return undefined;

    const prefixBytes = memory.write(prefix, PREFIX_AT, encoding);
    const at = TEXT_AT + from;
    const end = TEXT_AT + bytes.length;
    const viewEnd = exports.number(
      at,
      end,
      out,
      lines,
      PREFIX_AT,
      prefixBytes,
      MAX_LINE_CHARACTERS,
      isWide ? 1 : 0,
    );
    if (viewEnd === 0) return undefined;
    const to = memory.readInt32LE(RESULT_AT + 4) - TEXT_AT;
    const content = (): string =>
      Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("latin1");
    return {
      view: memory.toString(encoding, out, viewEnd),
      content: to - from < EAGER_CONTENT ? content() : content,
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
