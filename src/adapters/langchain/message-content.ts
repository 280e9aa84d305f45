/**
 * What a model is shown, as LangChain's messages carry it. Text alone is a string, which every provider takes. Pictures and
 * documents are standard content blocks that also have the fields of the older standard: of the packages that speak to
 * providers, several know only those in a tool's message, and drop or garble a block without them.
 */
import type { ContentBlock } from "@langchain/core/messages";
import type { Block } from "../../tools/define-tool.js";

export type ToolContent = string | (ContentBlock.Text | ContentBlock.Multimodal.Standard)[];

export function toToolContent(blocks: readonly Block[]): ToolContent {
  const texts = blocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
  return texts.length === blocks.length ? texts.join("\n") : blocks.map(toContentBlock);
}

function toContentBlock(block: Block): ContentBlock.Text | ContentBlock.Multimodal.Standard {
  if (block.type === "text") return { type: "text", text: block.text };
  const { data, mimeType } = block;
  const media = { data, mimeType, source_type: "base64", mime_type: mimeType };
  if (block.type === "image") return { type: "image", ...media };
  return { type: "file", ...media, metadata: { filename: block.name } };
}
