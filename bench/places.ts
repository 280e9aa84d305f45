/** Where things are, seen from the compiled bench in `.build/bench`. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectDirectory: string = fileURLToPath(new URL("../../", import.meta.url));
export const resultsDirectory: string = join(projectDirectory, "bench", "results");
/** Peers are installed here on demand, never by the project's own install. */
export const peersDirectory: string = join(projectDirectory, "bench", "peers");

/** Modules of the bench that run in a process of their own. */
export const programs = {
  importLibrary: fileURLToPath(new URL("./probes/import-library.js", import.meta.url)),
  peakMemory: fileURLToPath(new URL("./probes/peak-memory.js", import.meta.url)),
  peakMemoryOfEdit: fileURLToPath(new URL("./probes/peak-memory-of-edit.js", import.meta.url)),
  manyEdits: fileURLToPath(new URL("./probes/many-edits.js", import.meta.url)),
  replaceAll: fileURLToPath(new URL("./probes/replace-all.js", import.meta.url)),
  searchMemory: fileURLToPath(new URL("./probes/search-memory.js", import.meta.url)),
  searchStall: fileURLToPath(new URL("./probes/search-stall.js", import.meta.url)),
  mediaWeight: fileURLToPath(new URL("./probes/media-weight.js", import.meta.url)),
  handWrittenServer: fileURLToPath(new URL("./servers/hand-written-server.js", import.meta.url)),
  handWrittenHttpServer: fileURLToPath(new URL("./servers/hand-written-http-server.js", import.meta.url)),
  firstSdkServer: fileURLToPath(new URL("./servers/first-sdk-server.js", import.meta.url)),
  secondSdkServer: fileURLToPath(new URL("./servers/second-sdk-server.js", import.meta.url)),
  rowHost: fileURLToPath(new URL("./row-host.js", import.meta.url)),
  peerHost: fileURLToPath(new URL("./peers/host.js", import.meta.url)),
  toolHost: fileURLToPath(new URL("./peers/tool-host.js", import.meta.url)),
  /** Not run but loaded first, by `--import`. */
  offline: new URL("./peers/offline.js", import.meta.url).href,
} as const;
