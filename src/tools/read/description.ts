import type { Limits } from "../../session/limits.js";
import { formatBytes } from "../../text/quantities.js";
import { DEFAULT_LINES } from "./check.js";

/** Every sentence here is a promise that a test keeps. */
export function describeRead(limits: Limits): string {
  const scope = limits.targetedRangeNudge
    ? "- Read only the part you need: give offset and limit when you know where to look."
    : "- Read the whole file unless it is very large: leave offset and limit out.";
  const size = limits.includeMaxSizeInPrompt
    ? `\n- A file over ${formatBytes(limits.maxSizeBytes)} needs a limit; the error says which offset and limit fit.`
    : "";
  return `Reads a file from the local disk. Use it instead of cat, head or tail.

- file_path must be an absolute path; ~ stands for the home directory.
${scope}${size}
- Without a limit, up to ${DEFAULT_LINES} lines are shown; the last line says how to go on.
- Each line is shown as its number, a separator, then exactly what is in the file. Lines over 2000 characters are cut and say so. The number and the separator are not part of the file: leave them out when you edit.
- A result too long to send is refused with an offset and limit that fit.
- A file must be read before it can be changed. Reading the same lines of an unchanged file again returns a short note first; the same call once more returns the lines.
- Text in any common encoding is decoded; other binary files and directories are refused with what they are.
- Images are shown as pictures, made smaller where need be; the result says how to find coordinates in the original.
- Of a PDF the text is read; pages without text or with drawings are shown as pictures too, and what is not shown is named. One of more than 10 pages needs pages, at most 20 a call.
- A notebook (.ipynb) is shown cell by cell with its outputs; offset and limit count cells. NotebookEdit changes it.
- Several files can be read in one turn, side by side.`;
}
