import { globHundredThousand, globThousands } from "./glob-newest.js";
import { grepMemory } from "./grep-memory.js";
import { grepPage } from "./grep-page.js";
import { grepSmall } from "./grep-small.js";
import { grepMultiline, grepWhole } from "./grep-whole.js";
import type { Row } from "./row.js";

/** The rows that start a program for every operation, each to be run in a process of its own. */
export const searchRows: readonly Row[] = [
  globThousands,
  globHundredThousand,
  grepWhole,
  grepPage,
  grepSmall,
  grepMultiline,
  grepMemory,
];
