import type { ChangeRules } from "../../session/change-rules.js";

/** Every sentence here is a promise that a test keeps. */
export function describeEdit({ editRequires, trailingBlanks, matching }: ChangeRules): string {
  const needs =
    editRequires === "whole-file"
      ? "The whole file must have been shown, in its present version."
      : "The lines it replaces must have been shown in the file's present version: by Read, by Grep with output_mode content, or by the result of your own change.";
  const blanks =
    trailingBlanks === "strip"
      ? " and loses blanks at the ends of lines, except where they carry meaning, as in Markdown"
      : "";
  const adapted =
    matching === "relaxed"
      ? " Where old_string fits only with other quotes, indentation or escapes, new_string is adapted too; the result says so."
      : "";
  return `Replaces text in a file.

- ${needs}
- old_string is the text as it stands in the file, indentation included, without Read's line numbers. It must occur exactly once: add lines around it, or set replace_all to change every occurrence.
- new_string takes the file's line endings${blanks}.${adapted}
- An empty new_string deletes; a line left empty by that goes too. An empty old_string creates a file, or fills an empty one.
- Nothing else in the file changes.`;
}
