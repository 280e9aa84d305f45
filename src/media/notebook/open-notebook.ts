/**
 * A notebook to be shown, wherever it is held. Small ones are parsed here; a large one is moved to a thread of its own, so
 * that neither going through its outputs nor the memory they take is the host's. Of it only what is shown comes back.
 */
import { JsonBounds } from "../../json/message-bounds.js";
import type { Cell, Notebook, NotebookProblem } from "../../notebook/notebook.js";
import { outlineNotebook } from "../../notebook/outline-notebook.js";
import { type NotebookPiece, type RenderOptions, renderPieces } from "../../notebook/render-notebook.js";
import { WorkerThread } from "../../process/worker-thread.js";
import { runInTurns } from "./in-turns.js";
import { type NotebookReply, type NotebookRequest, toRenderOptions } from "./notebook-messages.js";

/** A cell but for its outputs. */
export type CellSummary = Pick<Cell, "index" | "shownId" | "type" | "source" | "executionCount">;

export interface CellRange {
  /** Counted from 0. */
  readonly firstCell: number;
  readonly maxCells: number;
}

/** How much of its outputs each cell may show. */
export type OutputShare = Pick<RenderOptions, "maxOutputCharacters" | "maxOutputs">;

export interface OpenNotebook {
  readonly language: string;
  readonly cells: readonly CellSummary[];
  render(range: CellRange, share: OutputShare): Promise<readonly NotebookPiece[]>;
  outline(maxCharacters: number): Promise<string>;
}

const SMALL_BYTES = 2 * 1024 * 1024;
const SMALL_VALUES = { maxDepth: Infinity, maxValues: 50_000 };

/** Whether going through it takes some milliseconds, less than starting a thread. */
export function isSmallNotebook(bytes: Uint8Array): boolean {
  return bytes.length <= SMALL_BYTES && new JsonBounds(SMALL_VALUES).take(bytes) === undefined;
}

export function openHere(notebook: Notebook, signal: AbortSignal | undefined): OpenNotebook {
  const { language, cells } = notebook;
  return {
    language,
    cells,
    render: (range, share) => runInTurns(renderPieces(notebook, toRenderOptions(range, share)), signal),
    outline: (maxCharacters) => Promise.resolve(outlineNotebook(notebook, maxCharacters)),
  };
}

export interface ApartOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const MAX_HEAP_MEGABYTES = 1024;

/** Moves the bytes of a UTF-8 text away: they can't be used here afterwards. Rejects with ThreadFailure. */
export async function useApart<T>(
  bytes: Uint8Array<ArrayBuffer>,
  options: ApartOptions,
  use: (opened: OpenNotebook | NotebookProblem) => Promise<T>,
): Promise<T> {
  const thread = new WorkerThread({ script: "#notebook-worker", maxHeapMegabytes: MAX_HEAP_MEGABYTES });
  const ask = async (request: NotebookRequest, moved: readonly ArrayBuffer[] = []): Promise<NotebookReply> =>
    (await thread.request(request, { ...options, moved })) as NotebookReply;
  try {
    const opened = await ask({ task: "open", bytes }, [bytes.buffer]);
    if (opened.kind !== "opened") return await use(opened.kind === "problem" ? opened.problem : unexpected());
    const { language, cells } = opened;
    return await use({
      language,
      cells,
      async render(range, share) {
        const reply = await ask({ task: "render", range, share });
        return reply.kind === "rendered" ? reply.pieces : unexpected();
      },
      async outline(maxCharacters) {
        const reply = await ask({ task: "outline", maxCharacters });
        return reply.kind === "outlined" ? reply.text : unexpected();
      },
    });
  } finally {
    await thread.end(new Error("the notebook has been closed"));
  }
}

function unexpected(): never {
  throw new Error("the notebook's thread has answered another question");
}
