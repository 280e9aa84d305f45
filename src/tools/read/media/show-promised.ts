/**
 * Files whose name promises a picture or a PDF and whose content is something else: an error page that was saved under
 * the picture's name, a pointer that stands for the file. Shown as text it would only mislead.
 */
import { ToolError } from "../../../errors/tool-error.js";
import type { PromisedKind } from "../../../text/binary-extensions.js";
import { LFS_POINTER, nameText } from "../../../text/name-text.js";
import { formatBytes } from "../../../text/quantities.js";
import { visiblePath } from "../../../text/visible.js";
import type { CallContext } from "../../context.js";
import type { ReadOutcome } from "../answer-text.js";
import { DEFAULT_LINES, type ReadPlan } from "../check.js";
import { findFittingLimit } from "../over-limit.js";
import { loadPage } from "../page.js";
import { findPdf } from "./show-pdf.js";

type Found = { readonly binaryName: string } | { readonly text: string };

/** A PDF may have lines of other programs before its beginning; nothing of the kind is true of pictures. */
export async function showPromised(
  plan: ReadPlan,
  promised: PromisedKind,
  found: Found,
  context: CallContext,
): Promise<ReadOutcome> {
  if (promised === "PDF") {
    const pdf = await findPdf(plan, context);
    if (pdf !== undefined) return pdf;
  }
  throw refuseMisnamed(plan, promised, found, "text" in found ? await adviseText(plan, context) : "");
}

/** A limit of Read's default number of lines, if that fits; else one that does. */
async function adviseText(plan: ReadPlan, context: CallContext): Promise<string> {
  const trial = { ...plan, startLine: 1, maxLines: DEFAULT_LINES, isWhole: false, isTrial: true };
  const loaded = await loadPage(trial, context);
  if (loaded.kind !== "page") return "Ask the user for the right file.";
  const limit = await findFittingLimit(trial, loaded.page, context);
  if (limit === undefined) return "Not even one line of the text fits: use Grep to find the part you need.";
  return limit < loaded.page.view(DEFAULT_LINES).shownLines
    ? `To see the text, Read it with offset 1 and limit ${limit}.`
    : "To see the text, Read it with a limit.";
}

/** `content` is the name of a binary kind, or the beginning of a text. */
function refuseMisnamed(
  plan: ReadPlan,
  promised: PromisedKind,
  content: Found,
  textAdvice: string,
): ToolError {
  const size = plan.stat?.size ?? 0;
  const code = promised === "PDF" ? "PDF_UNREADABLE" : "IMAGE_UNREADABLE";
  const path = visiblePath(plan.path);
  const article = promised === "PDF" ? "a PDF" : "an image";
  const data = { filePath: plan.path, size };
  if (size === 0) {
    const sentence = `${path} is empty: there is no ${promised} in it.`;
    return new ToolError(code, sentence, { data: { ...data, reason: "empty" } });
  }
  const found = "text" in content ? nameText(content.text) : content.binaryName;
  const advice =
    found === LFS_POINTER
      ? "Have the user fetch the file itself: git lfs pull."
      : "text" in content
        ? textAdvice
        : "Ask the user for the right file.";
  return new ToolError(
    code,
    `${path} is named like ${article} but holds ${found} (${formatBytes(size)}). ${advice}`,
    { data: { ...data, reason: "misnamed", found } },
  );
}
