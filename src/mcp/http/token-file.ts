/** The token that lets clients in, and the key that signs what goes through their hands: two files for this user alone. */
import { randomBytes } from "node:crypto";
import { FileSystemError } from "../../fs/file-system.js";
import { createPrivateFile, type PrivateFile, readPrivateFile } from "../../fs/node/private-file.js";
import { visiblePath } from "../../text/visible.js";

const TOKEN = /^[\x21-\x7e]{32,1024}$/;
const BYTES = 32;

/** The file's content; made of random bytes if there is none. Throws with a sentence for the person. */
export function readOrMakeToken(path: string): string {
  return requireToken(path, readOrMake(path));
}

/** The same for who only uses it: none is made. */
export function readToken(path: string): string {
  const text = read(path, () => {
    throw new Error(`there is no token file ${visiblePath(path)}`);
  });
  return requireToken(path, text);
}

function requireToken(path: string, text: string): string {
  const token = text.trim();
  if (!TOKEN.test(token))
    throw new Error(
      `the token in ${visiblePath(path)} is not one: it has at least 32 characters and no blanks. Remove the file to have one made`,
    );
  return token;
}

export function keyFileOf(tokenFile: string): string {
  return `${tokenFile}.key`;
}

/** Digests of what lets browsers into the console. */
export function loginsFileOf(tokenFile: string): string {
  return `${tokenFile}.logins`;
}

/** Beside the token, so that what was signed counts after a restart too. */
export function readOrMakeKey(tokenFile: string): Buffer {
  const path = keyFileOf(tokenFile);
  const key = Buffer.from(readOrMake(path).trim(), "base64url");
  if (key.length < BYTES)
    throw new Error(`${visiblePath(path)} is not a key. Remove the file to have one made`);
  return key;
}

function readOrMake(path: string): string {
  return read(path, () => makeAndRead(path));
}

function read(path: string, otherwise: () => PrivateFile): string {
  try {
    const found = readPrivateFile(path) ?? otherwise();
    if (!found.isOwn)
      throw new Error(
        `${visiblePath(path)} belongs to another user. Name a file of your own with --token-file`,
      );
    if (found.isOpenToOthers)
      throw new Error(`${visiblePath(path)} can be read by others. Run: chmod 600 ${JSON.stringify(path)}`);
    return found.text;
  } catch (cause) {
    if (!(cause instanceof FileSystemError)) throw cause;
    throw new Error(`${visiblePath(path)} can't be used (${cause.code})`, { cause });
  }
}

/** Another process may have been quicker; then its file counts. */
function makeAndRead(path: string): PrivateFile {
  createPrivateFile(path, `${randomBytes(BYTES).toString("base64url")}\n`);
  const made = readPrivateFile(path);
  if (made === undefined) throw new FileSystemError("ENOENT", path);
  return made;
}
