/**
 * Browsers that were let in. A login is a cookie and a key, and needs both: a browser sends the cookie to every port of this
 * machine, whoever listens there, and the key to none; the key lies in the page's storage, where no other origin reads it, and
 * the cookie where no script does.
 */
import { type KeptLogin, keepLogins, readLogins } from "./login-file.js";
import { digestSecret, isSameDigest, makeSecret } from "./secrets.js";

export const LOGIN_LIFETIME_MS: number = 7 * 24 * 60 * 60 * 1000;
const MAX_LOGINS = 20;

export interface Login {
  isKey(given: string): boolean;
  /** Aborted when it ends, whatever by. */
  readonly signal: AbortSignal;
}

export interface LoginsOptions {
  readonly file: string;
  /** What the digests are made with. */
  readonly secret: string;
  readonly place: string;
  readonly now?: (() => number) | undefined;
}

interface Held {
  readonly kept: KeptLogin;
  readonly cookie: Uint8Array;
  readonly login: Login;
  end(): void;
}

export class Logins {
  readonly #options: LoginsOptions;
  readonly #now: () => number;
  /** Oldest first. */
  #held: readonly Held[] = [];

  constructor(options: LoginsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    const own = readLogins(options.file).filter(({ place }) => place === options.place);
    this.#held = own
      .toSorted((a, b) => a.madeAt - b.madeAt)
      .slice(-MAX_LOGINS)
      .map((kept) => this.#hold(kept));
  }

  /** A new one; beyond so many the oldest ends. What is answered is known to the browser alone from then on. */
  create(): { readonly cookie: string; readonly key: string } {
    const { place } = this.#options;
    const [cookie, key] = [makeSecret(), makeSecret()];
    const digests = { cookie: this.#digest("cookie", cookie), key: this.#digest("key", key) };
    const kept: KeptLogin = {
      place,
      cookie: digests.cookie.toString("base64url"),
      key: digests.key.toString("base64url"),
      madeAt: this.#now(),
    };
    const all = [...this.#held.filter((held) => this.#isCurrent(held)), this.#hold(kept)];
    this.#keepOnly(all.slice(-MAX_LOGINS));
    return { cookie, key };
  }

  /** The login of a cookie. Several are tried: any server of this machine can add one of the same name. */
  find(cookies: readonly string[]): Login | undefined {
    const digests = cookies.map((cookie) => this.#digest("cookie", cookie));
    // All are compared with all, so that the time it takes says nothing of which.
    const found = this.#held.filter(
      (held) => digests.filter((digest) => isSameDigest(digest, held.cookie)).length > 0,
    );
    return found.find((held) => this.#isCurrent(held))?.login;
  }

  end(login: Login): void {
    this.#keepOnly(this.#held.filter((held) => held.login !== login));
  }

  /** The server ends: what is open under a login ends, the logins stay. */
  close(): void {
    for (const held of this.#held) held.end();
  }

  #keepOnly(left: readonly Held[]): void {
    const { file, place } = this.#options;
    const gone = this.#held.filter((held) => !left.includes(held));
    this.#held = left;
    keepLogins(
      file,
      place,
      left.map(({ kept }) => kept),
    );
    for (const held of gone) held.end();
  }

  /** A clock that was set back must not make one last for ever. */
  #isCurrent({ kept }: Held): boolean {
    return Math.abs(this.#now() - kept.madeAt) < LOGIN_LIFETIME_MS;
  }

  #hold(kept: KeptLogin): Held {
    const ending = new AbortController();
    const left = Math.max(kept.madeAt + LOGIN_LIFETIME_MS - this.#now(), 0);
    const timer = setTimeout(() => ending.abort(), Math.min(left, LOGIN_LIFETIME_MS)).unref();
    const key = Buffer.from(kept.key, "base64url");
    return {
      kept,
      cookie: Buffer.from(kept.cookie, "base64url"),
      login: {
        isKey: (given) => isSameDigest(this.#digest("key", given), key),
        signal: ending.signal,
      },
      end: () => {
        clearTimeout(timer);
        ending.abort();
      },
    };
  }

  #digest(purpose: "cookie" | "key", secret: string): Buffer {
    return digestSecret(purpose, this.#options.secret, secret);
  }
}
