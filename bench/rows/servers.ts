import { consolePage } from "./console-page.js";
import { httpRead } from "./http-read.js";
import type { Row } from "./row.js";
import { sandboxedStart } from "./sandboxed-start.js";
import { serverMemory } from "./server-memory.js";
import { serverStart } from "./server-start.js";
import { start } from "./start.js";
import { stdioReads } from "./stdio-read.js";

/** They start processes, each row from one of its own: see `own-process.ts`. */
export const serverRows: readonly Row[] = [
  serverStart,
  serverMemory,
  start,
  sandboxedStart,
  ...stdioReads,
  httpRead,
  consolePage,
];
