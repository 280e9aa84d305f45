/** The thread that a large notebook is held in. It holds one, and ends with it. */
import { parentPort } from "node:worker_threads";
import { runSteps } from "../../json/json-tree.js";
import type { Notebook } from "../../notebook/notebook.js";
import { outlineNotebook } from "../../notebook/outline-notebook.js";
import { parseNotebookNow } from "../../notebook/parse-notebook.js";
import { renderPieces } from "../../notebook/render-notebook.js";
import { type NotebookReply, type NotebookRequest, toRenderOptions } from "./notebook-messages.js";

function serve(port: NonNullable<typeof parentPort>): void {
  let held: Notebook | undefined;

  const open = (bytes: Uint8Array): NotebookReply => {
    const parsed = parseNotebookNow(new TextDecoder().decode(bytes));
    if (parsed.kind !== "notebook") return { kind: "problem", problem: parsed };
    held = parsed;
    const cells = parsed.cells.map(({ index, shownId, type, source, executionCount }) => ({
      index,
      shownId,
      type,
      source,
      executionCount,
    }));
    return { kind: "opened", language: parsed.language, cells };
  };
  const answer = (request: NotebookRequest): NotebookReply => {
    if (request.task === "open") return open(request.bytes);
    if (held === undefined) throw new Error("no notebook is open");
    if (request.task === "outline") {
      return { kind: "outlined", text: outlineNotebook(held, request.maxCharacters) };
    }
    const options = toRenderOptions(request.range, request.share);
    return { kind: "rendered", pieces: runSteps(renderPieces(held, options)) };
  };
  // What is thrown ends the thread, and the host is told.
  port.on("message", (request: NotebookRequest) => port.postMessage(answer(request)));
}

if (parentPort !== null) serve(parentPort);
