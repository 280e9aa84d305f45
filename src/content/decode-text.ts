/** From bytes to text by whatever encoding the file turns out to have. */
import type { FileSystem, MaybePromise } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import { type Codec, loadCodec, type TextEncoding, utf8, utf8Codec } from "../text/codec.js";
import { detectLegacyEncoding, findPlainEncoding } from "../text/detect-encoding.js";
import { countCodePoints } from "../text/numbered-view.js";
import { countUtf8Characters } from "../text/utf8-stream.js";
import { findDeclared } from "./editorconfig.js";

/** Bytes with the encoding they turned out to have; decoded when the text is first asked for. */
export class DecodedText {
  readonly bytes: Uint8Array;
  readonly encoding: TextEncoding;
  readonly codec: Codec;
  #text: string | undefined;
  #shown: string | undefined;

  constructor(bytes: Uint8Array, encoding: TextEncoding, codec: Codec) {
    this.bytes = bytes;
    this.encoding = encoding;
    this.codec = codec;
  }

  /** Encodes to the very bytes; bytes that are not characters are lone surrogates in it. */
  get text(): string {
    this.#text ??= this.codec.decode(this.bytes.subarray(this.encoding.bomLength));
    return this.#text;
  }

  /** The text as views show it and edits match it: U+FFFD for what is not a character. Offsets are those of `text`. */
  get shown(): string {
    this.#shown ??= this.text.toWellFormed();
    return this.#shown;
  }
}

/** The text of a file that is not there yet: what is put in its place is UTF-8. */
export function emptyText(): DecodedText {
  return new DecodedText(new Uint8Array(0), utf8, utf8Codec);
}

export function decodeText(
  bytes: Uint8Array,
  path: RealPath,
  fileSystem: FileSystem,
): MaybePromise<DecodedText> {
  const encoding = findPlainEncoding(bytes);
  if (encoding === undefined) return decodeLegacy(bytes, path, fileSystem);
  const codec = loadCodec(encoding.name);
  if (codec instanceof Promise) return codec.then((loaded) => new DecodedText(bytes, encoding, loaded));
  return new DecodedText(bytes, encoding, codec);
}

async function decodeLegacy(bytes: Uint8Array, path: RealPath, fileSystem: FileSystem): Promise<DecodedText> {
  const encoding = await detectFor(bytes, path, fileSystem);
  return new DecodedText(bytes, encoding, await loadCodec(encoding.name));
}

/** The encoding of a sample that is not UTF-8, with the project's own declaration heard first. */
export async function detectFor(
  sample: Uint8Array,
  path: RealPath,
  fileSystem: FileSystem,
): Promise<TextEncoding> {
  return detectLegacyEncoding(sample, await findDeclared(fileSystem, path, "charset"));
}

/** Counts the characters of one line that comes in parts: answers how many have begun so far. */
export type CharacterCounter = (part: Uint8Array) => number;

export function characterCounterFor(codec: Codec, encoding: TextEncoding): () => CharacterCounter {
  if (encoding.name === "UTF-8" && encoding.isDamaged !== true) return () => summing(countUtf8Characters);
  if (encoding.name === "Latin-1") return () => summing((part) => part.length);
  return () => {
    const decoder = codec.createDecoder();
    return summing((part) => countCodePoints(decoder.write(part)));
  };
}

function summing(count: (part: Uint8Array) => number): CharacterCounter {
  let total = 0;
  return (part) => {
    total += count(part);
    return total;
  };
}
