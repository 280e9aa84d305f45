/** Results of the toolkit as the content of a `tool_result` block. */
import type { Block, ImageBlock } from "../../tools/define-tool.js";

const imageTypes = ["image/gif", "image/jpeg", "image/png", "image/webp"] as const;
type ImageType = (typeof imageTypes)[number];

export type ResultContent =
  | { type: "text"; text: string }
  | { type: "image"; source: { type: "base64"; media_type: ImageType; data: string } }
  | {
      type: "document";
      source: { type: "base64"; media_type: "application/pdf"; data: string };
      title: string;
    };

export function toResultContent(blocks: readonly Block[]): ResultContent[] {
  return blocks.flatMap((block) => toContent(block) ?? []);
}

function toContent(block: Block): ResultContent | undefined {
  if (block.type === "image") return toImage(block);
  if (block.type === "document") {
    const source = { type: "base64", media_type: block.mimeType, data: block.data } as const;
    return { type: "document", source, title: block.name.toWellFormed() };
  }
  // The API refuses an empty text.
  return block.text === "" ? undefined : { type: "text", text: block.text };
}

/** A tool of the host's own may show what the API does not take; one of ours never does. */
function toImage({ data, mimeType }: ImageBlock): ResultContent {
  const media_type = imageTypes.find((type) => type === mimeType);
  return media_type === undefined
    ? { type: "text", text: `[A picture of type ${mimeType}, which can't be shown.]` }
    : { type: "image", source: { type: "base64", media_type, data } };
}
