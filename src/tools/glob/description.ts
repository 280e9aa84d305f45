/** Every sentence here is a promise that a test keeps. */
export function describeGlob(): string {
  return `Finds files by name: the newest first, at most 100.

- pattern knows *, **, ?, [a-z], {a,b} and a leading ! to negate. Without a slash it looks only at the top: write "**/name" for any depth.
- Hidden files are found. Version-control folders are not searched, and what git ignores is shown only if nothing else matches.
- Links are followed only where the pattern names them.`;
}
