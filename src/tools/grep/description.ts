/** Every sentence here is a promise that a test keeps. */
export function describeGrep(): string {
  return `Searches file contents with ripgrep.

- pattern is a regular expression without look-around. Escape what is meant literally: "interface\\{\\}".
- output_mode: files_with_matches lists files, newest first; content shows lines, grouped by file; count shows matches per file, most first.
- Lines over 500 characters are shown around their first match, and do not count as shown for Edit.
- Hidden files are searched; binary files, version-control folders and what git ignores are not.`;
}
