/**
 * The servers of this user that run now: each leaves a private file in the state directory that says where it is, so that
 * other commands find it without being told. What a killed one has left is known by its process, which is gone.
 */
import { join } from "node:path";
import { createPrivateFile, readPrivateFile } from "../fs/node/private-file.js";
import { isPrivateFolder, listNames, makePrivateFolder, removeQuietly } from "../fs/node/private-folder.js";
import { createProcessLife, readHost, readProcessIdentity } from "../fs/node/process-life.js";
import type { ProcessIdentity } from "../fs/process-life.js";

export interface RunningServer {
  readonly url: string;
  readonly tokenFile: string;
  readonly roots: readonly string[];
  readonly hasConsole: boolean;
}

interface ServerFile extends RunningServer, ProcessIdentity {}

const MAX_BYTES = 64 * 1024;

/** In the state directory. */
const FOLDER = ["serve", "running"] as const;

/** Until what is answered is called. A server whose file can't be made runs all the same, and has to be named. */
export function announceServer(stateDirectory: string, server: RunningServer): () => void {
  const identity = readProcessIdentity();
  const file = join(stateDirectory, ...FOLDER, `${new URL(server.url).port}-${identity.pid}.json`);
  try {
    makePrivateFolder(stateDirectory, ...FOLDER);
    // Of a process of another time that had the same number.
    removeQuietly(file);
    createPrivateFile(file, JSON.stringify({ ...server, ...identity } satisfies ServerFile));
  } catch {
    return () => undefined;
  }
  return () => removeQuietly(file);
}

/** Nothing is believed that another user could have put there. */
export function findRunningServers(stateDirectory: string): readonly RunningServer[] {
  const folder = join(stateDirectory, ...FOLDER);
  const names = listNames(folder).filter((name) => name.endsWith(".json"));
  if (names.length === 0 || !isPrivateFolder(folder)) return [];
  const host = readHost();
  const life = createProcessLife();
  return names.toSorted().flatMap((name) => {
    const file = join(folder, name);
    const found = readServerFile(file);
    // Another machine's, or another container's, that has this folder too: it may well run, and can't be reached from here.
    if (found === undefined || found.host !== host) return [];
    if (life.isAlive(found)) return [found];
    removeQuietly(file);
    return [];
  });
}

function readServerFile(file: string): ServerFile | undefined {
  try {
    const found = readPrivateFile(file, MAX_BYTES);
    if (found === undefined || !found.isOwn || found.isOpenToOthers) return undefined;
    const value: unknown = JSON.parse(found.text);
    return isServerFile(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isServerFile(value: unknown): value is ServerFile {
  const { url, tokenFile, roots, hasConsole, pid, host } = (value ?? {}) as Partial<
    Record<keyof ServerFile, unknown>
  >;
  return (
    typeof url === "string" &&
    URL.canParse(url) &&
    typeof tokenFile === "string" &&
    Array.isArray(roots) &&
    roots.every((root) => typeof root === "string") &&
    typeof hasConsole === "boolean" &&
    typeof pid === "number" &&
    typeof host === "string"
  );
}
