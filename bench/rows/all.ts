import { decisions } from "./decide.js";
import { editEverywhere } from "./edit-everywhere.js";
import { editLarge } from "./edit-large.js";
import { editMany } from "./edit-many.js";
import { editMiss } from "./edit-miss.js";
import { editMegabyte, editSmall } from "./edit-whole.js";
import { overwrite } from "./overwrite.js";
import { inOwnProcess } from "./own-process.js";
import { readAgain } from "./read-again.js";
import { readCounted } from "./read-counted.js";
import { readLarge } from "./read-large.js";
import { readMany } from "./read-many.js";
import { readNotebook, readPdf, readPicture } from "./read-media.js";
import { readNextPage } from "./read-next-page.js";
import { readSmall } from "./read-small.js";
import { readWhole } from "./read-whole.js";
import type { Row } from "./row.js";
import { searchRows } from "./search.js";
import { serverRows } from "./servers.js";
import { tellOthers } from "./telling.js";
import { writeNew } from "./write-new.js";

/** In the order they run and are shown. */
export const rows: readonly Row[] = [
  readSmall,
  readWhole,
  readLarge,
  readNextPage,
  readMany,
  editSmall,
  editMegabyte,
  editLarge,
  editMany,
  editMiss,
  editEverywhere,
  tellOthers,
  writeNew,
  overwrite,
  ...searchRows.map(inOwnProcess),
  decisions,
  readPicture,
  readPdf,
  readNotebook,
  readAgain,
  readCounted,
  ...serverRows.map(inOwnProcess),
];
