import { isRelativePath } from "../../fs/guard-path.js";
import type { ToolFace } from "../define-tool.js";
import { describeGlob } from "./description.js";
import { type GlobInput, globInput } from "./schema.js";

export const globFace: ToolFace<GlobInput> = {
  name: "Glob",
  title: "Find files",
  searchHint: "find files by name pattern",
  traits: {
    readOnly: true,
    concurrencySafe: true,
    maxResultChars: 100_000,
    strict: false,
    deferred: false,
  },
  input: globInput,
  describe: describeGlob,
  // A relative one is resolved by the check, against the folders that searches begin in.
  pathOf: ({ path }) => (path === undefined || isRelativePath(path) ? undefined : path),
};
