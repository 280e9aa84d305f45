/** Every sentence here is a promise that a test keeps. */
export function describeWrite(): string {
  return `Creates a file, with missing folders, or replaces the whole content of one. To change part of a file use Edit.

- An existing file must have been shown whole, in its present version.
- content is written exactly as sent, line endings included. Placeholders for omitted parts and line numbers copied from Read are refused. An existing file keeps its encoding, mode and links.`;
}
