/** Every sentence here is a promise that a test keeps. */
export function describeWrite(): string {
  return `Creates a file, or replaces the whole content of one. Use it instead of echo or heredocs.

- file_path must be an absolute path; ~ stands for the home directory. Missing folders are created.
- A file that exists must have been read whole first, and not have changed since; otherwise the call is refused.
- To change part of a file use Edit: it sends less and touches nothing else.
- content is written exactly as sent: line endings and the end of the last line are yours to choose. The encoding, mode and links of an existing file stay.
- Send the whole file: a placeholder for parts that are left out is refused, and so are line numbers copied from Read.
- The write is atomic: the file has the old content or the new, never a mixture. The old content stays in the history.`;
}
