import { basename, extname } from "node:path";
import type { MaybePromise } from "../../fs/file-system.js";
import { NULL_DEVICE } from "../../fs/guard-path.js";
import { findBinaryKindByName, findPromisedKind } from "../../text/binary-extensions.js";
import type { CallContext } from "../context.js";
import { refuseBinary, refuseDirectory, refuseMissing } from "../path-refusals.js";
import { refuseSpecial } from "../translate-failure.js";
import { answerPage, answerUnchanged, fail, type ReadOutcome } from "./answer-text.js";
import type { ReadPlan } from "./check.js";
import { refuseTooLong } from "./over-limit.js";
import { type LoadedPage, loadPage } from "./page.js";
import { refusePages } from "./refuse-pages.js";

/** Answers in one turn for a small text: every step is synchronous unless it has to wait. */
export function executeRead(plan: ReadPlan, context: CallContext): MaybePromise<ReadOutcome> {
  const { stat, failure } = plan;
  if (failure !== undefined) throw failure;
  if (stat === undefined) return fail(refuseMissing(plan, context));
  if (stat.kind === "directory") return fail(refuseDirectory(plan, context));
  if (stat.kind !== "file" && plan.realPath !== NULL_DEVICE) throw refuseSpecial(plan.path, stat.kind);
  const kindByName = findBinaryKindByName(basename(plan.realPath));
  if (kindByName !== undefined) throw refuseBinary(plan, kindByName);
  if (extname(plan.realPath).toLowerCase() === ".ipynb") return readNotebook(plan, context);
  return readContent(plan, context);
}

function readContent(plan: ReadPlan, context: CallContext): MaybePromise<ReadOutcome> {
  const answer = (loaded: LoadedPage): MaybePromise<ReadOutcome> => answerLoaded(plan, loaded, context);
  const loaded = loadPage(plan, context);
  return loaded instanceof Promise ? loaded.then(answer) : answer(loaded);
}

/** What the bytes are decides; the name only counts where it promises what can be shown and the bytes are not that. */
function answerLoaded(plan: ReadPlan, loaded: LoadedPage, context: CallContext): MaybePromise<ReadOutcome> {
  if (loaded.kind === "binary" && loaded.binary.shownAs === undefined) {
    const promised = findPromisedKind(plan.realPath);
    if (promised === undefined) throw refuseBinary(plan, loaded.binary.name);
    return showPromised(plan, promised, { binaryName: loaded.binary.name }, context);
  }
  if (loaded.kind === "binary") {
    return loaded.binary.shownAs === "pdf" ? showPdf(plan, context) : showImage(plan, context);
  }
  const promised = plan.isWhole ? findPromisedKind(plan.realPath) : undefined;
  const isDrawing = loaded.kind === "page" && loaded.page.isDrawing;
  // A drawing under the name of another picture keeps the promise.
  if (promised === "PDF" || (promised === "image" && !isDrawing)) {
    return showPromised(plan, promised, { text: firstLineOf(loaded) }, context);
  }
  if (plan.pages !== undefined) throw refusePages(plan);
  if (loaded.kind === "unchanged") return answerUnchanged(plan);
  const { page } = loaded;
  const isOverSize = !plan.hasLimit && (plan.stat?.size ?? 0) > context.session.limits.maxSizeBytes;
  const readText = (): MaybePromise<ReadOutcome> =>
    isOverSize ? fail(refuseTooLong({ cap: "size" }, plan, page, context)) : answerPage(plan, page, context);
  return page.isDrawing ? showDrawing(plan, context, readText) : readText();
}

function firstLineOf(loaded: LoadedPage): string {
  const content = loaded.kind === "page" ? loaded.page.view(1).content : "";
  return typeof content === "string" ? content : content();
}

// Pictures, PDFs and notebooks are loaded with the first of them: most processes read text alone.

async function showImage(plan: ReadPlan, context: CallContext): Promise<ReadOutcome> {
  if (plan.pages !== undefined) throw refusePages(plan);
  return (await import("./media/show-image.js")).showImage(plan, context);
}

async function showPdf(plan: ReadPlan, context: CallContext): Promise<ReadOutcome> {
  return (await import("./media/show-pdf.js")).showPdf(plan, context);
}

async function showPromised(
  plan: ReadPlan,
  promised: "image" | "PDF",
  found: { readonly binaryName: string } | { readonly text: string },
  context: CallContext,
): Promise<ReadOutcome> {
  return (await import("./media/show-promised.js")).showPromised(plan, promised, found, context);
}

async function showDrawing(
  plan: ReadPlan,
  context: CallContext,
  readText: () => MaybePromise<ReadOutcome>,
): Promise<ReadOutcome> {
  return (await import("./media/show-drawing.js")).showDrawing(plan, context, readText);
}

/** What calls itself a notebook and is none is shown as the text that it is, with the reason. */
async function readNotebook(plan: ReadPlan, context: CallContext): Promise<ReadOutcome> {
  if (plan.pages !== undefined) throw refusePages(plan);
  const { showNotebook } = await import("./notebook/show-notebook.js");
  const answer = await showNotebook(plan, context);
  return "problem" in answer ? readContent({ ...plan, notebookProblem: answer.problem }, context) : answer;
}
