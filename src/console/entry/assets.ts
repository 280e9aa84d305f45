/**
 * The files of the page, from the package wherever it is installed. Which there are is found out once; a request's path is
 * looked up among their names and never made into a path of a file.
 */
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { readOwnFolder } from "../../fs/node/read-own-folder.js";

interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Whether its name changes with its content. */
  readonly isHashed: boolean;
}

/** By the path of the request. */
export type Assets = ReadonlyMap<string, Asset>;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
/** As the build names them. */
const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/;

/** Files of other kinds are not served. */
export function readAssets(folder: string = findPageFolder()): Assets {
  const found = [...readOwnFolder(folder)].flatMap(([name, bytes]): [string, Asset][] => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const path = name === "index.html" ? "/" : `/${name}`;
    return [[path, { type, bytes, isHashed: HASHED.test(name) }]];
  });
  return new Map(found);
}

function findPageFolder(): string {
  const manifest = createRequire(import.meta.url).resolve("filewright/package.json");
  return join(dirname(manifest), "dist", "console");
}
