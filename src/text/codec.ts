/**
 * Bytes to text and back. UTF-8, UTF-16 and Latin-1 are built in; everything else is iconv-lite's, loaded when the
 * first such file is met.
 */
import { Buffer } from "node:buffer";
import { StringDecoder } from "node:string_decoder";
import { createGb18030Decoder } from "./gb18030-stream.js";
import { createUtf8Decoder, decodeUtf8, encodeUtf8 } from "./utf8-codec.js";

/** The encodings Filewright reads, by the names it shows. The value is iconv-lite's label for those it decodes. */
const iconvLabels = {
  "UTF-8": undefined,
  "UTF-16LE": undefined,
  "UTF-16BE": undefined,
  "Latin-1": undefined,
  "UTF-32LE": "utf-32le",
  "UTF-32BE": "utf-32be",
  // A superset of GB2312 and GBK; text saved as GBK does not always come back through the "gbk" table.
  GB18030: "gb18030",
  Big5: "big5hkscs",
  Shift_JIS: "cp932",
  "EUC-JP": "euc-jp",
  "EUC-KR": "cp949",
  "windows-874": "windows-874",
  "windows-1250": "windows-1250",
  "windows-1251": "windows-1251",
  "windows-1252": "windows-1252",
  "windows-1253": "windows-1253",
  "windows-1254": "windows-1254",
  "windows-1255": "windows-1255",
  "windows-1256": "windows-1256",
  "windows-1257": "windows-1257",
  "windows-1258": "windows-1258",
  "ISO-8859-2": "iso-8859-2",
  "ISO-8859-5": "iso-8859-5",
  "ISO-8859-7": "iso-8859-7",
  "KOI8-R": "koi8-r",
  "KOI8-U": "koi8-u",
} as const satisfies Record<string, string | undefined>;

export type EncodingName = keyof typeof iconvLabels;

/** Why characters outside ASCII can't be written: the encoding is a guess, or one that we can't encode. */
type EncodingDoubt = "guessed" | "ISO-2022";

export interface TextEncoding {
  readonly name: EncodingName;
  /** Bytes of the mark at the start of the file; it is kept on disk and never shown. */
  readonly bomLength: number;
  /** Some bytes are not valid UTF-8. They are kept one by one; views show each as U+FFFD. */
  readonly isDamaged?: true;
  readonly doubt?: EncodingDoubt;
}

/** Valid Unicode from end to end, which chance does not make of other bytes. */
export function isUnicode({ name, isDamaged }: TextEncoding): boolean {
  return name.startsWith("UTF-") && isDamaged !== true;
}

export const utf8: TextEncoding = Object.freeze({ name: "UTF-8", bomLength: 0 });

export interface Codec {
  decode(bytes: Uint8Array): string;
  encode(text: string): Uint8Array;
  /** Decodes a text that comes in parts, which may end inside a character. */
  createDecoder(): { write(part: Uint8Array): string };
}

/** The codec at once where Node has it, else a promise of it. */
export function loadCodec(name: EncodingName): Codec | Promise<Codec> {
  const label = iconvLabels[name];
  return label === undefined ? builtInCodecs[name as keyof typeof builtInCodecs] : loadIconv(label);
}

export const utf8Codec: Codec = {
  decode: (bytes) => decodeUtf8(asBuffer(bytes)),
  encode: encodeUtf8,
  createDecoder: createUtf8Decoder,
};

const builtInCodecs = {
  "UTF-8": utf8Codec,
  "UTF-16LE": nodeCodec("utf16le"),
  "Latin-1": nodeCodec("latin1"),
  "UTF-16BE": {
    decode: (bytes: Uint8Array): string => swapPairs(bytes).toString("utf16le"),
    encode: (text: string): Uint8Array => swapPairs(Buffer.from(text, "utf16le")),
    createDecoder: (): { write(part: Uint8Array): string } => {
      const decoder = new StringDecoder("utf16le");
      return { write: (part) => decoder.write(swapPairs(part)) };
    },
  },
} satisfies Partial<Record<EncodingName, Codec>>;

function nodeCodec(encoding: "utf16le" | "latin1"): Codec {
  return {
    decode: (bytes) => asBuffer(bytes).toString(encoding),
    encode: (text) => Buffer.from(text, encoding),
    createDecoder: () => {
      const decoder = new StringDecoder(encoding);
      return { write: (part) => decoder.write(asBuffer(part)) };
    },
  };
}

async function loadIconv(label: string): Promise<Codec> {
  const { default: iconv } = await import("iconv-lite");
  return {
    decode: (bytes) => iconv.decode(asBuffer(bytes), label, { stripBOM: false }),
    encode: (text) => iconv.encode(text, label),
    createDecoder: () => {
      if (label === "gb18030") return createGb18030Decoder((bytes) => iconv.decode(bytes, label));
      const decoder = iconv.getDecoder(label, { stripBOM: false });
      return { write: (part) => decoder.write(asBuffer(part)) };
    },
  };
}

function swapPairs(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();
}

/** The same memory, with what Node offers for it. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Our name for a label from `.editorconfig` or a detector, or undefined for one we do not read. */
export function findEncodingName(label: string): EncodingName | undefined {
  const folded = label.toLowerCase().replace(/[^a-z0-9]/g, "");
  const alias = aliases.get(folded);
  if (alias !== undefined) return alias;
  const names = Object.keys(iconvLabels) as EncodingName[];
  return names.find((name) => name.toLowerCase().replace(/[^a-z0-9]/g, "") === folded);
}

const aliases: ReadonlyMap<string, EncodingName> = new Map<string, EncodingName>([
  ["ascii", "UTF-8"],
  ["utf8bom", "UTF-8"],
  ["iso88591", "Latin-1"],
  ["gbk", "GB18030"],
  ["gb2312", "GB18030"],
  ["cp932", "Shift_JIS"],
  ["windows31j", "Shift_JIS"],
  ["sjis", "Shift_JIS"],
  ["cp949", "EUC-KR"],
  ["uhc", "EUC-KR"],
  ["big5hkscs", "Big5"],
  ["cp874", "windows-874"],
  ["tis620", "windows-874"],
  ...["1250", "1251", "1252", "1253", "1254", "1255", "1256", "1257", "1258"].map(
    (page): [string, EncodingName] => [`cp${page}`, `windows-${page}` as EncodingName],
  ),
]);
