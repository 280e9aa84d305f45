import { isRelativePath } from "../../fs/guard-path.js";
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
  // A relative one is resolved by the check, against the folders that searches begin in.
  pathOf: ({ path }) => (path === undefined || isRelativePath(path) ? undefined : path),
};
