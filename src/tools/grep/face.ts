import type { ToolFace } from "../define-tool.js";
import { describeGrep } from "./description.js";
import { type GrepInput, grepInput } from "./schema.js";

export const grepFace: ToolFace<GrepInput> = {
  name: "Grep",
  title: "Search contents",
  searchHint: "search file contents with regex",
  traits: {
    readOnly: true,
    concurrencySafe: true,
    maxResultChars: 20_000,
    strict: false,
    deferred: false,
  },
  input: grepInput,
  describe: describeGrep,
  pathOf: (input) => input.path,
};
