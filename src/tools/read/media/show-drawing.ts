/**
 * An SVG is two things: a drawing to look at and a text to edit. Read shows both, so that what was seen can be changed;
 * a part that is asked for by offset and limit is a part of the text.
 */
import { ToolError } from "../../../errors/tool-error.js";
import type { MaybePromise } from "../../../fs/file-system.js";
import { visible } from "../../../text/visible.js";
import { boundTokens } from "../../../tokens/token-gate.js";
import type { CallContext } from "../../context.js";
import type { Block } from "../../define-tool.js";
import type { ReadOutcome } from "../answer-text.js";
import type { ReadPlan } from "../check.js";
import { renderRead } from "../render.js";
import { renderImageNote } from "./render-media.js";
import { imageReadEvent, prepareImage, toImageFile } from "./show-image.js";

/** What the line about the picture may come to. */
const NOTE_TOKENS = 100;

export async function showDrawing(
  plan: ReadPlan,
  context: CallContext,
  readText: () => MaybePromise<ReadOutcome>,
): Promise<ReadOutcome> {
  const text = await attempt(async () => readText());
  const wordTokens = "refusal" in text ? 0 : await countWords(text.value, context);
  const drawing = await attempt(async () => prepareImage(plan, context, wordTokens));
  if ("refusal" in drawing) {
    if ("refusal" in text) throw text.refusal;
    const note = textBlock(`[Not drawn: ${whyNot(drawing.refusal)}]`);
    return { ...text.value, shown: [...renderRead(text.value), note] };
  }
  const file = toImageFile(plan, drawing.value);
  const shown: Block[] = [
    textBlock(renderImageNote(drawing.value, plan)),
    { type: "image", data: file.base64, mimeType: file.type },
  ];
  if ("refusal" in text) {
    shown.push(textBlock(`[Its text is not shown. ${text.refusal.message}]`));
    return { output: { type: "image", file }, shown, events: [imageReadEvent(plan)] };
  }
  const { output, ledger, events } = text.value;
  return {
    output: { type: "image", file, ...(output.type === "text" ? { source: output.file } : {}) },
    shown: [...shown, ...renderRead(text.value)],
    ...(ledger === undefined ? {} : { ledger }),
    ...(events === undefined ? {} : { events }),
  };
}

/** Of a flaw in the drawing the reason alone: its text is there, so nobody need ask the user for another copy. */
function whyNot({ code, data, message }: ToolError): string {
  const { detail } = data;
  return code === "IMAGE_UNREADABLE" && typeof detail === "string" ? `${visible(detail)}.` : message;
}

/** With what stands before the picture; both together stay within the cap of one answer. */
async function countWords(text: ReadOutcome, { session, tokens }: CallContext): Promise<number> {
  const { limits } = session;
  const words = renderRead(text).map((block) => (block.type === "text" ? block.text : ""));
  return NOTE_TOKENS + (await boundTokens(words.join("\n"), limits.maxTokens, tokens));
}

function textBlock(text: string): Block {
  return { type: "text", text };
}

/** One half may be refused and the other still be worth showing. */
async function attempt<T>(
  act: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly refusal: ToolError }> {
  try {
    return { value: await act() };
  } catch (cause) {
    if (cause instanceof ToolError) return { refusal: cause };
    throw cause;
  }
}
