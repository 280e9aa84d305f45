/**
 * The logins of browsers, kept beside the token so that a restart of the server logs nobody out. It holds digests only, made
 * with a secret that comes from the token: who reads the file gets in nowhere, and who writes it without the token neither.
 * Several servers may use one file; each changes what is its own.
 */
import { readPrivateFile, replacePrivateFile } from "../../fs/node/private-file.js";

export interface KeptLogin {
  /** The server it is for, as host and port. */
  readonly place: string;
  /** Digests, base64url. */
  readonly cookie: string;
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

const MAX_BYTES = 256 * 1024;
/** Of other servers; those of long gone ports are dropped. */
const MAX_OTHERS = 100;
const DIGEST = /^[\w-]{43}$/;

/** None from a file that is damaged, another user's or open to others. */
export function readLogins(file: string): readonly KeptLogin[] {
  try {
    const found = readPrivateFile(file, MAX_BYTES);
    if (found === undefined || !found.isOwn || found.isOpenToOthers) return [];
    const { logins } = JSON.parse(found.text) as { readonly logins: unknown };
    return Array.isArray(logins) ? logins.filter(isKeptLogin) : [];
  } catch {
    return [];
  }
}

/** Puts a server's logins in the place of those it had. What can't be kept counts until the server ends. */
export function keepLogins(file: string, place: string, own: readonly KeptLogin[]): void {
  const others = readLogins(file).filter((login) => login.place !== place);
  const logins = [...others.toSorted((a, b) => a.madeAt - b.madeAt).slice(-MAX_OTHERS), ...own];
  try {
    replacePrivateFile(file, `${JSON.stringify({ logins })}\n`);
  } catch {
    // A full disk keeps nobody from logging in.
  }
}

function isKeptLogin(value: unknown): value is KeptLogin {
  const { place, cookie, key, madeAt } = (value ?? {}) as Partial<Record<keyof KeptLogin, unknown>>;
  const isDigest = (given: unknown): boolean => typeof given === "string" && DIGEST.test(given);
  return typeof place === "string" && isDigest(cookie) && isDigest(key) && Number.isFinite(madeAt);
}
