/** Every sentence here is a promise that a test keeps. */
export function describeEdit(): string {
  return `Replaces text in a file.

- The lines it replaces must have been shown in the file's present version: by Read, by Grep with output_mode content, or by the result of your own change.
- old_string is the text as it stands in the file, indentation included, without Read's line numbers. It must occur exactly once: add lines around it, or set replace_all to change every occurrence.
- new_string is inserted as sent, with two exceptions: it takes the file's line endings, and blanks at the ends of its lines are dropped except where they carry meaning, as in Markdown.
- An empty new_string deletes; a line left empty by that goes too. An empty old_string creates a file, or fills an empty one.
- Nothing else in the file changes.`;
}
