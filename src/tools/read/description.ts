import type { SessionSettings } from "../../session/setting-fields.js";
import { formatBytes } from "../../text/quantities.js";
import { DEFAULT_LINES } from "./check.js";

/** Every sentence here is a promise that a test keeps. */
export function describeRead(settings: SessionSettings): string {
  const scope = settings.targetedRangeNudge
    ? "Read only the part you need: give offset and limit when you know where to look."
    : "Read the whole file unless it is very large: leave offset and limit out.";
  const size = settings.includeMaxSizeInPrompt
    ? ` A file over ${formatBytes(settings.maxSizeBytes)} needs a limit; the error says which fits.`
    : "";
  return `Reads a file: text, an image, a PDF or a notebook.

- ${scope}${size}
- Without a limit, shows up to ${DEFAULT_LINES} lines, each as number, separator and content. Lines over 2000 characters are cut.
- Reading the same lines of an unchanged file again returns a short note; the same call once more returns the lines.
- Text in any common encoding is decoded.
- Large images are scaled down; the result says how to map coordinates back.
- A PDF is shown as text, and as pictures where text is not enough. Over 10 pages it needs pages.
- A notebook is shown cell by cell with its outputs.`;
}
