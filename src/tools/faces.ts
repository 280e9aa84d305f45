/** The faces of the built-in tools, for doors that list tools long before one is called. */
import type { ToolFace } from "./define-tool.js";
import { editFace } from "./edit/face.js";
import { globFace } from "./glob/face.js";
import { grepFace } from "./grep/face.js";
import { notebookEditFace } from "./notebook-edit/face.js";
import { readFace } from "./read/face.js";
import { writeFace } from "./write/face.js";

// oxlint-disable-next-line typescript/no-explicit-any -- a list of faces holds each input's type only in the face itself
export const builtInFaces: readonly ToolFace<any>[] = [
  readFace,
  writeFace,
  editFace,
  globFace,
  grepFace,
  notebookEditFace,
];
