/** Every sentence here is a promise that a test keeps. */
export function describeEdit(): string {
  return `Replaces text in a file. Use it instead of sed or awk.

- file_path must be an absolute path; ~ stands for the home directory.
- Read the file first: an edit of a file that was not read, or that has changed since, is refused.
- old_string must be the text as it stands in the file, indentation included, without the line numbers that Read shows. Line endings need not match: the file's own are kept.
- old_string must occur exactly once. Give more of the lines around it, or set replace_all to change every occurrence.
- new_string is taken literally. Blanks at the end of its lines are dropped, except where they mean something, as in Markdown.
- An empty new_string deletes; where that leaves a whole line empty, the line goes too.
- An empty old_string creates a file that does not exist, or fills an empty one.
- Bytes outside the replaced text never change: encoding, line endings, mode and links stay.
- When the text is not found, the answer says why and shows the nearest lines.`;
}
