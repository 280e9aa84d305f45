import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { findBom, SNIFF_BYTES } from "../../src/text/bom.js";
import { findBinaryKind, isMostlyControls } from "../../src/text/sniff.js";

/** One character per byte. */
const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");
const wide = (text: string): Buffer => Buffer.from(text, "utf16le");
const sentence = "Der schnelle braune Fuchs\r\n";

function tarOf(name: string): Uint8Array {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write("ustar", 257);
  return header;
}

describe("the kind of a file by its first bytes", () => {
  it.each<[string, Uint8Array]>([
    ["PNG image", bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR")],
    ["JPEG image", bytes("\xff\xd8\xff\xe0\0\x10JFIF\0")],
    ["JPEG image", bytes("\xff\xd8\xff\xdb")],
    ["GIF image", bytes("GIF89a\x01\0\x01\0\x80\0\0")],
    ["GIF image", bytes("GIF87a\x10\x10")],
    ["WebP image", bytes("RIFF\x24\x10\x01\x01WEBPVP8 ")],
    ["WAV audio", bytes("RIFF\x24\x10\x01\x01WAVEfmt ")],
    ["TIFF image", bytes("II*\0\x08\0\0\0")],
    ["PDF document", bytes("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")],
    ["ZIP archive", bytes("PK\x03\x04\x14\0\0\0")],
    ["ZIP archive", bytes(`PK\x05\x06${"\0".repeat(18)}`)],
    ["gzip data", gzipSync("text")],
    ["bzip2 data", bytes("BZh91AY&SY\x4e\xec")],
    ["XZ data", bytes("\xfd7zXZ\0\0\x04")],
    ["Zstandard data", bytes("\x28\xb5\x2f\xfd\x24\x05")],
    ["7-Zip archive", bytes("7z\xbc\xaf\x27\x1c\0\x04")],
    ["RAR archive", bytes("Rar!\x1a\x07\x01\0")],
    ["ELF executable", bytes("\x7fELF\x02\x01\x01\0")],
    ["Mach-O executable", bytes("\xcf\xfa\xed\xfe\x07\0\0\x01")],
    ["Java class or universal binary", bytes("\xca\xfe\xba\xbe\0\0\0\x34")],
    ["WebAssembly module", bytes("\0asm\x01\0\0\0")],
    ["SQLite database", bytes("SQLite format 3\0\x10\0\x01\x01")],
    ["MP4 media", bytes("\0\0\0\x20ftypisom\0\0\x02\0")],
    ["Matroska media", bytes("\x1aE\xdf\xa3\x9fB\x86")],
    ["WOFF font", bytes("wOFF\0\x01\0\0\0\0\x10\x10")],
    ["WOFF2 font", bytes("wOF2\0\x01\0\0\0\0\x10\x10")],
    ["TrueType font", bytes("\0\x01\0\0\0\x0f\0\x80")],
    ["Windows executable", bytes("MZ\x90\0\x03\0\0\0")],
    ["BMP image", bytes("BM\x36\0\x0c\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01")],
    ["tar archive", tarOf("file.txt")],
    ["binary data", bytes("no signature but \0 inside")],
    ["binary data", Buffer.concat([wide("odd number of bytes"), bytes("!")])],
    ["binary data", bytes(`${"x".repeat(SNIFF_BYTES - 1)}\0`)],
    ["binary data", wide("control\u0001codes")],
    ["binary data", wide("half of a \ud83d pair")],
    ["binary data", wide("the wrong half \ude00 first").swap16()],
    ["binary data", wide("a high half at the end of the pair \ud83d\ud83d")],
    ["binary data", wide("no character \uffff at all")],
    ["binary data", wide("NULs on both sides\0")],
    ["binary data", bytes("\x01\0")],
  ])("is %s [READ-12]", (kind, head) => {
    expect(findBinaryKind(head)?.name).toBe(kind);
  });

  it.each<[string, Uint8Array]>([
    ["nothing at all", bytes("")],
    ["a sentence that begins with MZ", bytes("MZ is the mark of DOS programs")],
    ["a sentence that begins with BM", bytes("BMW and others")],
    ["a sentence that begins with GIF", bytes("GIF is an image format")],
    ["a sentence that begins with RIFF", bytes("RIFF is a container")],
    ["a sentence that begins with ID3", bytes("ID3 tags hold titles")],
    ["a sentence that begins with PK", bytes("PK zipped it")],
    ["a sentence with ftyp as its second word", bytes("The ftyp box comes first")],
    ["a sentence that begins with wOFF", bytes("wOFF is a font format")],
    ["UTF-16LE with a mark", Buffer.concat([bytes("\xff\xfe"), wide(sentence)])],
    ["UTF-16BE with a mark", Buffer.concat([bytes("\xfe\xff"), wide(sentence).swap16()])],
    ["UTF-16LE without a mark", wide(sentence.repeat(3))],
    ["UTF-16BE without a mark", wide(sentence.repeat(3)).swap16()],
    ["UTF-16 with emoji without a mark", wide("two halves 😀 in order 🎉")],
    ["UTF-16LE with characters that end in a zero byte", wide("一 one, \u3000 wide, Ā long")],
    ["UTF-16BE with characters that end in a zero byte", wide("一 one, \u3000 wide, Ā long").swap16()],
    ["long UTF-16 without a mark", wide(sentence.repeat(1000))],
    ["UTF-32LE with a mark", bytes("\xff\xfe\0\0a\0\0\0b\0\0\0")],
    ["UTF-32BE with a mark", bytes("\0\0\xfe\xff\0\0\0a\0\0\0b")],
    ["UTF-8 with a mark", bytes("\xef\xbb\xbfa")],
    ["a coloured log", bytes("\x1b[32mPASS\x1b[0m test\n\x1b[31mFAIL\x1b[0m other\n")],
    ["Latin-1", bytes("caf\xe9 cr\xe8me")],
    ["a NUL after the first 8 KB", bytes(`${"x".repeat(SNIFF_BYTES)}\0`)],
  ])("is text for %s [READ-12]", (_, head) => {
    expect(findBinaryKind(head)).toBeUndefined();
  });
});

describe("bytes without a signature and without a NUL", () => {
  const noise = deflateRawSync(Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * i * 31) % 251)));

  it.each<[string, boolean, Uint8Array]>([
    ["compressed data", true, noise.filter((byte) => byte !== 0)],
    ["a coloured log in Latin-1", false, bytes("\x1b[1m\x1b[31mpr\xe9sent\x1b[0m\t\x07ok\r\n".repeat(50))],
    ["GBK", false, bytes("\xd6\xd0\xce\xc4\r\n".repeat(200))],
    ["one control in twenty places", false, bytes("\x01\xe9345678901234567890".slice(0, 20))],
    ["two controls in twenty places", true, bytes("\x01\x7f\xe945678901234567890")],
    ["nothing", false, bytes("")],
  ])("of %s are mostly controls: %s [READ-12]", (_, expected, head) => {
    expect(isMostlyControls(head)).toBe(expected);
  });
});

describe("a byte order mark", () => {
  it.each([
    ["utf-8", "\xef\xbb\xbfa", 3],
    ["utf-16le", "\xff\xfea\0", 2],
    ["utf-16be", "\xfe\xff\0a", 2],
    ["utf-32le", "\xff\xfe\0\0a\0\0\0", 4],
    ["utf-32be", "\0\0\xfe\xff\0\0\0a", 4],
  ])("of %s is found with its length [READ-11]", (encoding, head, length) => {
    expect(findBom(bytes(head))).toEqual({ encoding, length });
  });

  it("is not seen in its half, nor later in the file [READ-11]", () => {
    expect(["\xef\xbb", "\xff", "a\xff\xfe", ""].map((head) => findBom(bytes(head)))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
