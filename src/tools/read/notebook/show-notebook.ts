/** A notebook, cell by cell. Offset and limit count cells; what was seen is known by cells too. */
import { isUtf8 } from "node:buffer";
import type { ContentVersion } from "../../../content/content-version.js";
import { decodeText } from "../../../content/decode-text.js";
import { readWhole } from "../../../content/read-whole.js";
import { ToolError } from "../../../errors/tool-error.js";
import { runInTurns } from "../../../media/notebook/in-turns.js";
import {
  type CellRange,
  isSmallNotebook,
  type OpenNotebook,
  openHere,
  useApart,
} from "../../../media/notebook/open-notebook.js";
import type { NotebookProblem } from "../../../notebook/notebook.js";
import { parseNotebook } from "../../../notebook/parse-notebook.js";
import type { EventData, EventDraft } from "../../../notify/events.js";
import { ThreadFailure } from "../../../process/worker-thread.js";
import { lineRange, noLines } from "../../../text/line-ranges.js";
import { UNCHANGED_STUB } from "../../../text/own-words.js";
import { formatBytes } from "../../../text/quantities.js";
import { visible, visiblePath } from "../../../text/visible.js";
import type { CallContext } from "../../context.js";
import { describeProblem } from "../../notebook/describe-problem.js";
import { viewCells } from "../../notebook/view-cells.js";
import type { ReadOutcome } from "../answer-text.js";
import type { ReadPlan } from "../check.js";
import { unchangedEvent } from "../unchanged-event.js";
import { presentCells } from "./present-cells.js";
import { refuseLongNotebook } from "./refuse-long.js";

const MAX_FILE_BYTES = 128 * 1024 * 1024;

export async function showNotebook(
  plan: ReadPlan,
  context: CallContext,
): Promise<ReadOutcome | { readonly problem: string }> {
  const { workspace, signal } = context;
  const { fileSystem, content } = workspace;
  const bytes = await readWhole(fileSystem, plan.realPath, {
    maxBytes: MAX_FILE_BYTES,
    expected: plan.stat,
    signal,
  });
  if (bytes === undefined) throw refuseSize(plan);
  const version = content.versionOf(bytes);
  if (spendView(plan, version, context)) return answerUnchanged(plan);
  if (!isUtf8(bytes)) return { problem: "it is not encoded in UTF-8" };
  return withNotebook(plan, bytes, version, context, async (opened) =>
    "kind" in opened ? { problem: describeProblem(opened) } : showCells(plan, opened, version, context),
  );
}

/** What is too large to be gone through between two calls is held elsewhere; its bytes are given away. */
async function withNotebook<T>(
  plan: ReadPlan,
  bytes: Uint8Array<ArrayBuffer>,
  version: ContentVersion,
  { workspace, session, signal }: CallContext,
  use: (opened: OpenNotebook | NotebookProblem) => Promise<T>,
): Promise<T> {
  if (isSmallNotebook(bytes)) {
    const { text, encoding } = await decodeText(bytes, plan.realPath, workspace.fileSystem);
    // UTF-16 without a mark is valid UTF-8 as well, of every other character NUL.
    if (encoding.name !== "UTF-8") {
      return use({ kind: "not-a-notebook", detail: `it is encoded in ${encoding.name}` });
    }
    const parsed = await runInTurns(parseNotebook(text), signal);
    return use(parsed.kind === "notebook" ? openHere(parsed, signal) : parsed);
  }
  version.releaseBytes();
  try {
    return await useApart(bytes, { signal, timeoutMs: session.limits.mediaTimeoutMs }, use);
  } catch (cause) {
    throw cause instanceof ThreadFailure ? refuseThread(plan, cause) : cause;
  }
}

async function showCells(
  plan: ReadPlan,
  notebook: OpenNotebook,
  version: ContentVersion,
  context: CallContext,
): Promise<ReadOutcome> {
  const range = rangeOf(plan, notebook);
  const view = await viewCells(notebook, range, context);
  if (view.kind === "too-long") throw await refuseLongNotebook(plan, notebook, view.tokens, context);
  // That it fits is all there is to learn; pictures are not made for nobody.
  if (plan.isTrial === true) return answerUnchanged(plan);
  const { output, shown } = await presentCells(plan, notebook, range, view, context);
  const total = notebook.cells.length;
  const { firstCell, maxCells } = range;
  return {
    output,
    shown,
    ledger: [
      {
        path: plan.realPath,
        version,
        totalLines: total,
        shown: lineRange(firstCell + 1, firstCell + maxCells),
        cut: noLines,
        origin: "read",
        unit: "cells",
      },
    ],
    events: [readEvent(plan, { startLine: firstCell + 1, lines: maxCells, totalLines: total })],
  };
}

function rangeOf({ startLine, maxLines }: ReadPlan, { cells }: OpenNotebook): CellRange {
  const firstCell = Math.min(startLine - 1, cells.length);
  return { firstCell, maxCells: Math.min(maxLines, cells.length - firstCell) };
}

/** Whether to send the stub, decided by content as for text. */
function spendView(plan: ReadPlan, version: ContentVersion, { session }: CallContext): boolean {
  const entry = session.ledger.find(plan.realPath);
  const total = entry?.unit === "cells" ? entry.totalLines : undefined;
  if (plan.isTrial === true || !session.isDedupOn || total === undefined || plan.startLine > total)
    return false;
  const range = { from: plan.startLine, to: Math.min(plan.startLine + plan.maxLines - 1, total) };
  return session.ledger.spendView(plan.realPath, version, range);
}

function answerUnchanged(plan: ReadPlan): ReadOutcome {
  return {
    output: { type: "file_unchanged", file: { filePath: plan.path } },
    shown: UNCHANGED_STUB,
    events: [unchangedEvent(plan, "notebook")],
  };
}

function readEvent(
  { realPath: path }: ReadPlan,
  cells: Pick<EventData["file-read"], "startLine" | "lines" | "totalLines">,
): EventDraft {
  return { type: "file-read", kind: "notebook", path, ...cells, deduplicated: false, savedTokens: 0 };
}

function refuseSize(plan: ReadPlan): ToolError {
  const size = plan.stat?.size ?? 0;
  return new ToolError(
    "FILE_TOO_LARGE",
    `${visiblePath(plan.path)} is a notebook of ${formatBytes(size)}; notebooks up to ${formatBytes(MAX_FILE_BYTES)} can be read. Have the user clear its outputs.`,
    { data: { filePath: plan.path, size, maxBytes: MAX_FILE_BYTES } },
  );
}

function refuseThread(plan: ReadPlan, { kind, message }: ThreadFailure): ToolError {
  const path = visiblePath(plan.path);
  const data = { filePath: plan.path, size: plan.stat?.size ?? 0, reason: kind };
  return kind === "timed-out"
    ? new ToolError(
        "MEDIA_TIMED_OUT",
        `${path} took too long and was given up. Ask for fewer cells, or have the user clear its outputs.`,
        { data },
      )
    : new ToolError(
        "MEDIA_UNAVAILABLE",
        `${path} could not be read now: ${visible(message)}. Try once more.`,
        {
          data,
        },
      );
}
