/**
 * What of a tool's output a model is to be shown, for SDKs that ask for it apart from the call. The output may have been stored
 * in between, or put there by something else than the call, such as a hook of the host: then it is shown as it is.
 */
import type { Block } from "../../tools/define-tool.js";
import type { CallResult } from "../../tools/run.js";

export type ShownResult =
  | { readonly kind: "text" | "failure"; readonly text: string }
  | { readonly kind: "blocks"; readonly blocks: readonly Block[] };

export function showResult(output: unknown): ShownResult {
  if (!isCallResult(output))
    return { kind: "text", text: typeof output === "string" ? output : (JSON.stringify(output) ?? "") };
  const { content, isError } = output;
  const texts = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  // Failures have no pictures, and are marked as such only in the form of text.
  if (isError) return { kind: "failure", text: texts.join("\n") };
  const [text] = texts;
  // Plain text where that is all there is: not every provider takes parts.
  return content.length === 1 && text !== undefined
    ? { kind: "text", text }
    : { kind: "blocks", blocks: content };
}

function isCallResult(output: unknown): output is Pick<CallResult, "content" | "isError"> {
  return (
    typeof output === "object" &&
    output !== null &&
    "content" in output &&
    Array.isArray(output.content) &&
    "isError" in output
  );
}
