/** What a call has answered, in the parts that Mastra hands on to models of any version. */
import type { Block } from "../../tools/define-tool.js";
import { showResult } from "../common/shown-result.js";

type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image-data"; readonly data: string; readonly mediaType: string }
  | {
      readonly type: "file-data";
      readonly data: string;
      readonly mediaType: string;
      readonly filename: string;
    };

type ModelOutput =
  | { readonly type: "text" | "error-text"; readonly value: string }
  | { readonly type: "content"; readonly value: readonly ContentPart[] };

export function toModelOutput(output: unknown): ModelOutput {
  const shown = showResult(output);
  if (shown.kind === "blocks") return { type: "content", value: shown.blocks.map(toPart) };
  return { type: shown.kind === "failure" ? "error-text" : "text", value: shown.text };
}

function toPart(block: Block): ContentPart {
  if (block.type === "text") return { type: "text", text: block.text };
  const { data, mimeType: mediaType } = block;
  return block.type === "image"
    ? { type: "image-data", data, mediaType }
    : { type: "file-data", data, mediaType, filename: block.name };
}
