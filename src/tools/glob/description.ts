/** Every sentence here is a promise that a test keeps. */
export function describeGlob(): string {
  return `Finds files by name. Use it instead of find or ls.

- pattern knows *, **, ?, [a-z], {a,b} and a leading ! for everything else: "**/*.ts", "src/**/*.{js,jsx}". Without a slash it looks only at the top: write "**/name" for any depth.
- Answers with absolute paths, the newest first, at most 100 of them, and with the total when there are more.
- path is a directory and must exist; an absolute pattern, or one that starts with ~, needs none. Without path, the working directory is searched if it lies inside the roots, else all roots.
- Hidden files are found. What git ignores is not, unless nothing else matches; the answer then says so. The folders of version control (.git and the like) are not looked into.
- Links are followed only where the pattern names them. "No files found" means that everything was looked at.`;
}
