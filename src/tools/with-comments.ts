/** What people said while they allowed a call goes with its result, whatever came of it, and is kept nowhere. */
import { clip } from "../text/clip.js";
import { visible } from "../text/visible.js";
import type { CallResult } from "./run.js";

const MAX_CHARACTERS = 2000;

export function withComments(result: CallResult, comments: ReadonlySet<string>): CallResult {
  const said = [...comments].map(quote).filter((text) => text !== "");
  if (said.length === 0) return result;
  const text = said.map((each) => `[The user says: ${each}]`).join("\n");
  return { ...result, content: [...result.content, { type: "text", text }] };
}

/** In quotation marks, with none inside that end it, so that it is clear where their words end and ours go on. */
function quote(comment: string): string {
  const words = clip(comment.trim(), MAX_CHARACTERS);
  return words === "" ? "" : visible(JSON.stringify(words));
}
