/** Replaces files with system calls of the test's own, to act between two of them. */

import { copyAttributes } from "../../src/fs/node/native-attributes.js";
import { replaceFile } from "../../src/fs/node/replace-file.js";
import { loadSystemCalls, type SystemCalls } from "../../src/fs/node/system-calls.js";
import type { MaybePromise, RealPath, Replaced, Replacement } from "../../src/index.js";

export const systemCalls: SystemCalls | undefined = loadSystemCalls();

export const temporaryName = ".filewright-test.tmp";

/** The real calls with some of them replaced. Fails where there are none. */
export function callsWith(changes: (real: SystemCalls) => Partial<SystemCalls>): SystemCalls {
  if (systemCalls === undefined) throw new Error("koffi's binary is not installed");
  return { ...systemCalls, ...changes(systemCalls) };
}

/** Runs `intrude` at the last moment, between the last comparison and the exchange. */
export const atTheExchange = (intrude: () => void): SystemCalls =>
  callsWith((real) => ({
    exchange: (...given) => {
      intrude();
      real.exchange(...given);
    },
  }));

export function errnoError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** As a file system without such calls would refuse them. */
export const withoutExchange = (): SystemCalls =>
  callsWith(() => ({
    exchange: () => {
      throw errnoError("EINVAL");
    },
  }));

export function replaceWith(
  path: string,
  replacement: Pick<Replacement, "expected" | "content"> & Partial<Replacement>,
  calls: SystemCalls | undefined,
): MaybePromise<Replaced> {
  return replaceFile(
    path as RealPath,
    { way: "rename", temporaryName, isDurable: true, ...replacement },
    {
      tellsPaths: process.platform === "linux",
      scratch: Buffer.alloc(64 * 1024),
      calls,
      keepAttributes: (old, fresh) => (calls === undefined ? [] : copyAttributes(calls, old, fresh)),
      keepsSetIdBits: false,
    },
  );
}
