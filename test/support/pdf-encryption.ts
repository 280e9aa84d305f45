/** The standard encryption of PDFs, for tests: RC4 with 40 and 128 bits, AES with 256 (revisions 2, 3 and 6). */
import { Buffer } from "node:buffer";
import { createCipheriv, createHash, randomBytes } from "node:crypto";
import type { PdfEncryption } from "./pdfs.js";

export interface Passwords {
  /** Needed to open the document; empty when anyone may. */
  readonly user: string;
  /** Needed to change it. */
  readonly owner: string;
}

const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
/** Nothing but reading is allowed without the owner's password. */
const PERMISSIONS = -3904;

export function encryptWithRc4(bits: 40 | 128, { user, owner }: Passwords): PdfEncryption {
  const isStrong = bits === 128;
  const size = bits / 8;
  const fileId = randomBytes(16);
  const hashAgain = (hash: Buffer): Buffer => {
    for (let round = isStrong ? 0 : 50; round < 50; round += 1) hash = md5(hash.subarray(0, size));
    return hash.subarray(0, size);
  };
  const encryptAgain = (key: Buffer, data: Buffer): Buffer => {
    for (let round = 0; round <= (isStrong ? 19 : 0); round += 1)
      data = rc4(
        key.map((byte) => byte ^ round),
        data,
      );
    return data;
  };
  const ownerEntry = encryptAgain(hashAgain(md5(pad(owner))), pad(user));
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = hashAgain(md5(pad(user), ownerEntry, permissions, fileId));
  const userEntry = isStrong
    ? Buffer.concat([encryptAgain(key, md5(PADDING, fileId)), Buffer.alloc(16)])
    : rc4(key, PADDING);
  return {
    fileId,
    dictionary: `<< /Filter /Standard /V ${isStrong ? 2 : 1} /R ${isStrong ? 3 : 2} /Length ${bits} /P ${PERMISSIONS} /O <${ownerEntry.toString("hex")}> /U <${userEntry.toString("hex")}> >>`,
    encrypt(objectNumber, data) {
      const number = Buffer.alloc(5);
      number.writeUIntLE(objectNumber, 0, 3);
      return rc4(md5(key, number).subarray(0, Math.min(size + 5, 16)), data);
    },
  };
}

export function encryptWithAes256({ user, owner }: Passwords): PdfEncryption {
  const key = randomBytes(32);
  const entry = (password: string, userEntry: Buffer): { check: Buffer; sealed: Buffer } => {
    const [checkSalt, keySalt] = [randomBytes(8), randomBytes(8)];
    const check = Buffer.concat([hardenedHash(password, checkSalt, userEntry), checkSalt, keySalt]);
    const sealed = aes("aes-256-cbc", hardenedHash(password, keySalt, userEntry), Buffer.alloc(16), key);
    return { check, sealed };
  };
  const userPart = entry(user, Buffer.alloc(0));
  const ownerPart = entry(owner, userPart.check);
  const permissions = Buffer.alloc(16);
  permissions.writeInt32LE(PERMISSIONS, 0);
  permissions.writeInt32LE(-1, 4);
  permissions.write("Tadb", 8, "latin1");
  const perms = aes("aes-256-ecb", key, null, permissions);
  const hex = (bytes: Buffer): string => `<${bytes.toString("hex")}>`;
  return {
    fileId: randomBytes(16),
    dictionary: `<< /Filter /Standard /V 5 /R 6 /Length 256 /P ${PERMISSIONS} /CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> /StmF /StdCF /StrF /StdCF /U ${hex(userPart.check)} /UE ${hex(userPart.sealed)} /O ${hex(ownerPart.check)} /OE ${hex(ownerPart.sealed)} /Perms ${hex(perms)} >>`,
    encrypt(_objectNumber, data) {
      const start = randomBytes(16);
      const cipher = createCipheriv("aes-256-cbc", key, start);
      return Buffer.concat([start, cipher.update(data), cipher.final()]);
    },
  };
}

/** Rounds of hashing whose kind and number depend on what comes out of them. */
function hardenedHash(password: string, salt: Buffer, userEntry: Buffer): Buffer {
  const name = Buffer.from(password, "utf8");
  let hash: Buffer = createHash("sha256").update(name).update(salt).update(userEntry).digest();
  for (let round = 1; ; round += 1) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => Buffer.concat([name, hash, userEntry])));
    const encrypted = aes("aes-128-cbc", hash.subarray(0, 16), hash.subarray(16, 32), repeated);
    const kind = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    hash = createHash(["sha256", "sha384", "sha512"][kind] ?? "sha256")
      .update(encrypted)
      .digest();
    if (round >= 64 && (encrypted.at(-1) ?? 0) <= round - 32) return hash.subarray(0, 32);
  }
}

function aes(kind: string, key: Buffer, start: Buffer | null, data: Buffer): Buffer {
  return createCipheriv(kind, key, start).setAutoPadding(false).update(data);
}

function md5(...parts: readonly Uint8Array[]): Buffer {
  return createHash("md5").update(Buffer.concat(parts)).digest();
}

function pad(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, "latin1"), PADDING]).subarray(0, 32);
}

/** By hand, because today's libraries no longer offer it. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number): number => state[index & 255] ?? 0;
  const swap = (a: number, b: number): void => {
    [state[a & 255], state[b & 255]] = [at(b), at(a)];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j += at(i) + (key[i % key.length] ?? 0);
    swap(i, j);
  }
  let j = 0;
  return Buffer.from(data).map((byte, index) => {
    j += at(index + 1);
    swap(index + 1, j);
    return byte ^ at(at(index + 1) + at(j));
  }) as Buffer;
}
