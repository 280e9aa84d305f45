/** What a call has answered, in the parts that the SDK hands on to providers. */
import type { ToolResultPart } from "ai";
import type { Block } from "../../tools/define-tool.js";
import { showResult } from "../common/shown-result.js";

type ModelOutput = ToolResultPart["output"];
type ContentPart = Extract<ModelOutput, { type: "content" }>["value"][number];

export function toModelOutput(output: unknown): ModelOutput {
  const shown = showResult(output);
  if (shown.kind === "blocks") return { type: "content", value: shown.blocks.map(toPart) };
  return { type: shown.kind === "failure" ? "error-text" : "text", value: shown.text };
}

function toPart(block: Block): ContentPart {
  if (block.type === "text") return { type: "text", text: block.text };
  const file = {
    type: "file",
    mediaType: block.mimeType,
    data: { type: "data", data: block.data },
  } as const;
  return block.type === "image" ? file : { ...file, filename: block.name };
}
