import { lineEnds, specialCharacters } from "./bytes.js";
import { duplicateBlocks, nearDuplicates, repeatedLines } from "./duplicates.js";
import { blankLines, fileEnd, fileStart, noFinalNewline } from "./edges.js";
import { noiseNearDuplicates } from "./noise.js";
import type { ScenarioFamily } from "./scenario.js";
import { movedBlocks, staleViews } from "./stale.js";

/** Small cases of every family in which engines go wrong. */
export const scenarioFamilies: readonly ScenarioFamily[] = [
  duplicateBlocks,
  nearDuplicates,
  repeatedLines,
  movedBlocks,
  staleViews,
  fileStart,
  fileEnd,
  noFinalNewline,
  blankLines,
  lineEnds,
  specialCharacters,
  noiseNearDuplicates,
];
