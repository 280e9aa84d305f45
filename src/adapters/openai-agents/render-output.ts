/** What a tool shows, in the SDK's own kinds of output. */
import type { ToolOutputFileContent, ToolOutputImage, ToolOutputText } from "@openai/agents";
import type { Block } from "../../tools/define-tool.js";

type Part = ToolOutputText | ToolOutputImage | ToolOutputFileContent;

/** Text alone is told as text, which every model takes; pictures and documents come in parts. */
export type FileToolOutput = string | Part[];

export function renderOutput(content: readonly Block[]): FileToolOutput {
  const isText = content.every((block) => block.type === "text");
  return isText ? renderText(content) : content.map(toPart);
}

export function renderText(content: readonly Block[]): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

function toPart(block: Block): Part {
  if (block.type === "text") return { type: "text", text: block.text };
  const { data, mimeType: mediaType } = block;
  return block.type === "image"
    ? { type: "image", image: { data, mediaType } }
    : { type: "file", file: { data, mediaType, filename: block.name } };
}
