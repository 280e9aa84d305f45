// A FileSystem whose files are elsewhere: every method is a message to the half that runs there.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { FileSystemError } from "filewright";
import { receive, send } from "./wire.js";

/** @typedef {import("filewright").FileSystem} FileSystem */
/** @typedef {{ resolve: (value: any) => void, reject: (reason: unknown) => void }} Waiting */

/** @param {readonly [command: string, ...words: string[]]} command What starts the other half, and passes its standard input and output on. */
export function connectDisk([command, ...words]) {
  const child = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
  const gone = once(child, "close").then(() => fail("EPIPE"));
  child.stdin.on("error", () => fail("EPIPE"));
  /** @type {Map<number, Waiting>} */
  const waiting = new Map();
  let asked = 0;

  receive(child.stdout, ({ id, value, error }) => {
    const request = waiting.get(id);
    waiting.delete(id);
    // Tools go by the code and its details, so they have to arrive as they were.
    if (error === undefined) request?.resolve(value);
    else request?.reject(new FileSystemError(error.code, error.path, error.details));
  });

  /** @param {string} code */
  function fail(code) {
    for (const { reject } of waiting.values()) reject(new FileSystemError(code, "the remote disk"));
    waiting.clear();
  }

  /**
   * @param {string} method
   * @param {readonly unknown[]} given
   * @param {number} [handle]
   * @returns {Promise<any>}
   */
  function ask(method, given, handle) {
    return new Promise((resolve, reject) => {
      if (!child.stdin.writable) return reject(new FileSystemError("EPIPE", "the remote disk"));
      waiting.set(++asked, { resolve, reject });
      send(child.stdin, { id: asked, method, given, handle });
    });
  }

  /**
   * @template {keyof FileSystem} Name
   * @param {Name} method
   * @param {Parameters<FileSystem[Name]>} given
   * @returns {Promise<Awaited<ReturnType<FileSystem[Name]>>>}
   */
  const pass = (method, given) => ask(method, given);

  /** @param {number} handle @returns {import("filewright").OpenFile["read"]} */
  const readFrom = (handle) => async (target, position) => {
    const bytes = await ask("read", [target.length, position], handle);
    target.set(bytes);
    return bytes.length;
  };

  /**
   * What another program wrote at the last moment arrives as the number of an open file.
   * @param {any} replaced
   * @returns {import("filewright").Replaced}
   */
  const withDisplaced = (replaced) => {
    if (replaced.displaced === undefined) return replaced;
    const { handle, size } = replaced.displaced;
    return {
      ...replaced,
      displaced: {
        size,
        read: readFrom(handle),
        remove: () => ask("remove", [], handle),
        leave: () => ask("leave", [], handle),
      },
    };
  };

  /** @type {FileSystem} */
  const fileSystem = {
    resolve: (...given) => pass("resolve", given),
    readSmallFile: (...given) => pass("readSmallFile", given),
    list: (...given) => pass("list", given),
    findModifiedTime: (...given) => pass("findModifiedTime", given),
    findKind: (...given) => pass("findKind", given),
    makeDirectory: (...given) => pass("makeDirectory", given),
    createFile: (...given) => pass("createFile", given),
    // A watch on the former file is asked at once and can't wait for a message, so it is not requested.
    replaceIfUnchanged: async (path, replacement) =>
      withDisplaced(await ask("replaceIfUnchanged", [path, { ...replacement, watchFormer: false }])),
    removeIfUnchanged: async (path, expected, options) =>
      withDisplaced(await ask("removeIfUnchanged", [path, expected, { ...options, watchFormer: false }])),
    findMissingFolder: (...given) => pass("findMissingFolder", given),
    createParents: (...given) => pass("createParents", given),
    removeEmptyParents: (...given) => pass("removeEmptyParents", given),
    rename: (...given) => pass("rename", given),
    removeFile: (...given) => pass("removeFile", given),
    createLink: (...given) => pass("createLink", given),
    readLink: (...given) => pass("readLink", given),
    renameLink: (...given) => pass("renameLink", given),
    removeLink: (...given) => pass("removeLink", given),
    // No program of this machine finds the files, so Glob and Grep say that they can't search there.
    holdFolder: () => undefined,
    async open(...given) {
      const handle = await ask("open", given);
      return {
        read: readFrom(handle),
        stat: () => ask("stat", [], handle),
        close: () => ask("close", [], handle),
      };
    },
    async openOwnFile(...given) {
      const handle = await ask("openOwnFile", given);
      return {
        read: readFrom(handle),
        stat: () => ask("stat", [], handle),
        close: () => ask("close", [], handle),
        append: (...options) => ask("append", options, handle),
        truncate: (size) => ask("truncate", [size], handle),
        isNamed: () => ask("isNamed", [], handle),
        tryLock: (kind) => ask("tryLock", [kind], handle),
      };
    },
    openCounter(...given) {
      const opened = ask("openCounter", given);
      return {
        next: async (atLeast) => ask("next", [atLeast], await opened),
        close: async () => ask("close", [], await opened),
      };
    },
    async stage(path, temporaryName, options) {
      const handle = await ask("stage", [path, temporaryName, { ...options, watchFormer: false }]);
      return {
        append: (bytes) => ask("append", [bytes], handle),
        read: readFrom(handle),
        publish: async (expected) => withDisplaced(await ask("publish", [expected], handle)),
        discard: () => ask("discard", [], handle),
      };
    },
  };

  return {
    fileSystem,
    get requests() {
      return asked;
    },
    async close() {
      child.stdin.end();
      await gone;
    },
  };
}
