/**
 * ripgrep walks by names, and a folder swapped for a link while it walks leads it elsewhere. So what is shown is proved
 * first: a regular file lies at exactly that path, below the searched folder, with no link on the way.
 */
import { FileSystemError } from "../fs/file-system.js";
import { createRest } from "../fs/rest.js";
import type { FoundPath } from "./found-path.js";
import type { Site } from "./site.js";

export interface Proof {
  /** Whether the file is there. */
  readonly isProved: (path: FoundPath) => boolean;
  /** Those that could not be looked at, so that nothing is known of them. */
  readonly unreadable: readonly string[];
}

export async function proveFiles(site: Site, paths: readonly FoundPath[]): Promise<Proof> {
  const proved = new Set<FoundPath>();
  const unreadable: string[] = [];
  const rest = createRest();
  for (const path of paths) {
    try {
      if (await isExactly(site, path)) proved.add(path);
    } catch (cause) {
      if (!(cause instanceof FileSystemError)) throw cause;
      if (isUnreachable(cause)) unreadable.push(path.text);
    }
    await rest();
  }
  return { isProved: (path) => proved.has(path), unreadable };
}

/** Whether a failure says that something is there that can't be looked at, and not that it has gone or moved. */
export function isUnreachable({ code }: FileSystemError): boolean {
  return !gone.has(code);
}

const gone: ReadonlySet<string> = new Set([
  "ENOENT",
  "ENOTDIR",
  "MOVED",
  "NOT_REGULAR",
  "EISDIR",
  "ELOOP",
  "EBUSY",
]);

async function isExactly(site: Site, path: FoundPath): Promise<boolean> {
  const place = site.locate(path);
  if (typeof place === "string") {
    const { realPath, stat } = await site.fileSystem.resolve(place);
    return realPath === place && stat?.kind === "file";
  }
  // A name that is no text can't be resolved to one, but opened.
  const file = await site.fileSystem.open(place);
  await file.close();
  return true;
}
