import type { ToolFace } from "../define-tool.js";
import { describeRead } from "./description.js";
import { type ReadInput, readInput } from "./schema.js";

export const readFace: ToolFace<ReadInput> = {
  name: "Read",
  title: "Read file",
  searchHint: "read files, images, PDFs, notebooks",
  traits: {
    readOnly: true,
    concurrencySafe: true,
    // It bounds itself by tokens; saving its result would send a model round in circles.
    maxResultChars: Number.POSITIVE_INFINITY,
    strict: false,
    deferred: false,
  },
  input: readInput,
  describe: describeRead,
  pathOf: (input) => input.file_path,
};
