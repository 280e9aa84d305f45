import { DEFAULT_HEAD_LIMIT } from "./schema.js";

/** Every sentence here is a promise that a test keeps. */
export function describeGrep(): string {
  return `Searches file contents with ripgrep. Use it instead of grep or rg.

- pattern is a regular expression: "log.*Error", "function\\s+\\w+". To find braces and other special characters themselves, escape them: "interface\\{\\}". No look-around.
- A match stays within a line unless multiline is true.
- glob and type narrow the files. path may be a directory or one file; it must exist.
- output_mode: files_with_matches lists files, newest first; content shows the lines, grouped by file, with -A, -B and -C lines of context; count tells how many matches each file has, and all together.
- At most ${DEFAULT_HEAD_LIMIT} lines or files are shown; the last line says how to go on with offset. head_limit changes that.
- Lines over 500 characters are shown around their first match.
- Hidden files are searched. What git ignores, binary files and the folders of version control (.git and the like) are not.
- Showing a line here does not count as reading the file: Read it before you change it.`;
}
