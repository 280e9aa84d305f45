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
import type { ReadPlan } from "../check.js";
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
  throw refuseMisnamed(plan, promised, found);
}

/** `content` is the name of a binary kind, or the beginning of a text. */
function refuseMisnamed(plan: ReadPlan, promised: PromisedKind, content: Found): ToolError {
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
        ? "To see the text, Read it with a limit."
        : "Ask the user for the right file.";
  return new ToolError(
    code,
    `${path} is named like ${article} but holds ${found} (${formatBytes(size)}). ${advice}`,
    { data: { ...data, reason: "misnamed", found } },
  );
}
