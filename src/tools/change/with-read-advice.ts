/**
 * Makes sure that a refusal which sends the model to Read names a call that Read answers. That very call is tried, without
 * showing or recording anything; if it is too long, the refusal names one that was found to fit.
 */
import { type ErrorCode } from "../../errors/codes.js";
import { ToolError } from "../../errors/tool-error.js";
import { ShownChangeError } from "../../session/freshness.js";
import type { CallContext } from "../context.js";
import type { ReadRange } from "../read/try-read.js";
import type { ChangeTarget } from "./target.js";

/** Refusals that send to Read, and what they send it to: the whole file, unless their data name a part. */
const SENDING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "FILE_NOT_READ",
  "FILE_PARTIALLY_READ",
  "FILE_CHANGED_SINCE_READ",
  "FILE_EXISTS",
  "MATCH_NOT_FOUND",
]);

const NEXT_CALL = /(?:^|\s)Next call: Read \{.*\}$/;

export async function withReadAdvice(
  refusal: ToolError,
  target: ChangeTarget,
  context: CallContext,
): Promise<ToolError> {
  const { code, data, message, forPerson, cause } = refusal;
  const isEnough = refusal instanceof ShownChangeError || code === "MATCH_NOT_FOUND";
  const needsNoRead = data["nextTool"] !== undefined || (isEnough && data["nextCall"] === undefined);
  if (!SENDING.has(code) || needsNoRead || target.stat === undefined) return refusal;
  const { tryRead } = await import("../read/try-read.js");
  const range = advisedRange(refusal);
  const tried = await tryRead(range, target, context);
  if (tried.fits) return refusal;
  const { fitting } = tried;
  const nextCall = fitting === undefined ? undefined : { file_path: target.path, ...fitting };
  const advice =
    nextCall === undefined
      ? "Not even one line of that fits into one Read: use Grep to find the part you need."
      : `Next call: Read ${JSON.stringify(nextCall)}`;
  const what = code === "FILE_NOT_READ" || range === undefined ? "The file does" : "These lines do";
  const [sentence = "", ...hint] = message.split("\n");
  const told = hint.join("\n").replace(NEXT_CALL, () => "");
  const details = {
    data: { ...data, nextCall },
    hint: `${told}\n${what} not fit in one Read. ${advice}`.trimStart(),
    forPerson,
    cause,
  };
  return refusal instanceof ShownChangeError
    ? new ShownChangeError(refusal.known, code, sentence, details)
    : new ToolError(code, sentence, details);
}

/** The part of the file that a refusal names; `undefined` for all of it. */
function advisedRange({ data }: ToolError): ReadRange | undefined {
  const { nextCall } = data as { nextCall?: ReadRange };
  return nextCall && { offset: nextCall.offset, limit: nextCall.limit };
}
