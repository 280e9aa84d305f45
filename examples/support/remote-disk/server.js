// The half of the remote disk that runs where the files are, and does there what it is told over standard input. Who can write
// to that can change all that this process can: what keeps an agent within bounds is the container around it.
import { createNodeFileSystem, FileSystemError } from "filewright";
import { receive, send } from "./wire.js";

/** @type {any} */
const disk = createNodeFileSystem();
/** Files that are open, by number: a number can be sent. @type {Map<number, any>} */
const handles = new Map();
let opened = 0;
const enders = new Set(["close", "discard", "remove", "leave"]);
const openers = new Set(["open", "openOwnFile", "openCounter", "stage"]);

receive(process.stdin, async ({ id, method, given, handle }) => {
  try {
    send(process.stdout, { id, value: await carryOut(method, given, handle) });
  } catch (cause) {
    const { code, path, kind, leadsTo } =
      cause instanceof FileSystemError ? cause : new FileSystemError("EIO", String(cause));
    send(process.stdout, { id, error: { code, path, details: { kind, leadsTo } } });
  }
});

/**
 * @param {string} method
 * @param {any[]} given
 * @param {number | undefined} handle
 */
async function carryOut(method, given, handle) {
  if (handle === undefined) {
    const value = await disk[method](...given);
    return openers.has(method) ? keep(value) : withHandle(value);
  }
  const file = handles.get(handle);
  if (enders.has(method)) handles.delete(handle);
  if (method !== "read") return withHandle(await file?.[method](...given));
  const [length, position] = given;
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, await file.read(bytes, position));
}

/** @param {any} file */
function keep(file) {
  handles.set(++opened, file);
  return opened;
}

/** A replaced file may come with another program's version of it. @param {any} value */
function withHandle(value) {
  const displaced = value?.displaced;
  return displaced ? { ...value, displaced: { handle: keep(displaced), size: displaced.size } } : value;
}
