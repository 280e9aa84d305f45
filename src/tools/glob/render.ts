/** Words for the model when a Glob succeeds. */
import { formatCount } from "../../text/quantities.js";
import { visible } from "../../text/visible.js";
import { findCommonFolder, relativeTo } from "../common-folder.js";
import { describeReach, isWhole, type SearchReach } from "../search-notes.js";
import type { GlobOutput } from "./schema.js";

export function renderGlob(output: GlobOutput, reach: SearchReach): string {
  const notes = describeReach(reach);
  const folder = findCommonFolder(output.filenames);
  const lines = output.filenames.map((path) => visible(relativeTo(folder, path)));
  if (folder !== undefined) lines.unshift(`In ${visible(folder)}:`);
  // Nothing was found where we looked; that is no more than can be said.
  if (lines.length === 0) lines.push(isWhole(reach) ? "No files found" : "No files found so far");
  if (output.ignoredFiles === true)
    lines.push("[Only files that the project's ignore rules leave out match; these are shown.]");
  if (output.truncated) {
    const total = `${output.timedOut === true ? "at least " : ""}${formatCount(output.totalMatches)}`;
    lines.push(
      `[The ${formatCount(output.numFiles)} newest of ${total} files. Give a narrower pattern or path to see others.]`,
    );
  }
  return [...lines, ...notes].join("\n");
}
