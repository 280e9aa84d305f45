/** Keeps every result within its tool's bound: the whole goes to a file, the model gets its beginning and the way on. */
import { FileSystemError, type MaybePromise } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import { digestRestrictions } from "../permissions/rule-set.js";
import { takeStart } from "../text/clip.js";
import { renderPreviewNote } from "../text/own-words.js";
import { formatCount, roundDown } from "../text/quantities.js";
import { visible } from "../text/visible.js";
import type { CallContext } from "./context.js";
import { countCharacters } from "./count-characters.js";
import type { AnyTool, Block, Traits } from "./define-tool.js";

const PREVIEW_CHARACTERS = 2000;

export function boundResult(
  tool: AnyTool,
  blocks: readonly Block[],
  context: CallContext,
): MaybePromise<readonly Block[]> {
  const isShort = countCharacters(blocks) <= tool.traits.maxResultChars;
  return isShort ? blocks : saveAndPreview(tool, blocks, context);
}

/** How many characters of a result of one text the model is shown. */
export function shownLength(text: string, { maxResultChars }: Pick<Traits, "maxResultChars">): number {
  return text.length <= maxResultChars ? text.length : cutAtLine(text).length;
}

async function saveAndPreview(
  tool: AnyTool,
  blocks: readonly Block[],
  context: CallContext,
): Promise<readonly Block[]> {
  const texts: string[] = [];
  const others: Block[] = [];
  for (const block of blocks) {
    if (block.type === "text") texts.push(block.text);
    else others.push(block);
  }
  const whole = texts.join("\n");
  const preview = cutAtLine(whole);
  const saved = await context.session.savedResults.save(
    `${tool.name}-${context.callId}`,
    `${whole}\n`,
    digestRestrictions(context.policy.sets),
  );
  const size = `${formatCount(whole.length)} characters, of which the first ${formatCount(preview.length)} are shown`;
  if (saved === undefined) {
    const note = renderPreviewNote(size, "The rest could not be saved; narrow the request to see it.");
    return [{ type: "text", text: `${preview}\n${note}` }, ...others];
  }
  context.workspace.events.emit(
    { type: "result-saved", tool: tool.name, path: saved, characters: whole.length },
    context.session.originOf(context.callId),
  );
  // A preview that ends inside a line leads back to that line, whose rest has not been shown.
  const isWholeLines = whole[preview.length] === "\n";
  const nextLine = preview.split("\n").length + (isWholeLines ? 1 : 0);
  const linesLeft = whole.split("\n").length - nextLine + 1;
  const note = renderPreviewNote(size, await adviseReading(saved, nextLine, linesLeft, context));
  return [{ type: "text", text: `${preview}\n${note}` }, ...others];
}

async function adviseReading(
  saved: RealPath,
  nextLine: number,
  linesLeft: number,
  context: CallContext,
): Promise<string> {
  const { findRangeToRead } = await import("./read/advise-range.js");
  const fitting = await findRangeToRead(saved, nextLine, context).catch((cause: unknown) => {
    // The result is there to be shown, whatever has become of the file meanwhile.
    if (cause instanceof FileSystemError) return undefined;
    throw cause;
  });
  const limit = fitting === undefined || fitting >= linesLeft ? fitting : roundDown(fitting);
  const where = `All of it is in ${visible(saved)}`;
  return limit === undefined
    ? `${where}, which Read can't show; narrow the request to see the part you need.`
    : `${where}; Read that file with offset ${nextLine} and limit ${limit} to go on.`;
}

function cutAtLine(text: string): string {
  const newline = text.lastIndexOf("\n", PREVIEW_CHARACTERS);
  return newline > 0 ? text.slice(0, newline) : takeStart(text, PREVIEW_CHARACTERS);
}
