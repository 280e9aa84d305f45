/** The host's end of the thread that PDFs are worked on in: requests and answers with their types, failures as PdfProblem. */
import { ThreadFailure, type ThreadRequest, WorkerThread } from "../../process/worker-thread.js";
import type {
  PdfAnswers,
  PdfRefusal,
  PdfReply,
  PdfRequests,
  PdfTask,
  PdfWorkerData,
} from "./pdf-messages.js";
import { PdfProblem } from "./pdf-problem.js";

/** For the thread's own objects; the files and PDFium's memory are not among them. */
const MAX_HEAP_MEGABYTES = 256;

const reasons: Readonly<Record<ThreadFailure["kind"], PdfRefusal>> = {
  "timed-out": "too-slow",
  "out-of-memory": "too-much-memory",
  missing: "unavailable",
  failed: "failed",
};

export class PdfThread {
  readonly #thread: WorkerThread;

  constructor(data: PdfWorkerData) {
    try {
      this.#thread = new WorkerThread({ script: "#pdf-worker", data, maxHeapMegabytes: MAX_HEAP_MEGABYTES });
    } catch (cause) {
      throw toProblem(cause);
    }
  }

  get hasEnded(): boolean {
    return this.#thread.hasEnded;
  }

  /** Rejects with PdfProblem, or with the signal's reason. */
  async request<Task extends PdfTask>(
    task: Task,
    parameters: PdfRequests[Task],
    options: ThreadRequest,
  ): Promise<PdfAnswers[Task]> {
    const reply = (await this.#thread.request({ task, ...parameters }, options).catch((cause: unknown) => {
      throw toProblem(cause);
    })) as PdfReply;
    if (reply.kind === "done") return reply.answer as PdfAnswers[Task];
    const problem = new PdfProblem(reply.reason, reply.detail);
    if (reply.isFatal) await this.end(problem);
    throw problem;
  }

  /** A request that is under way fails with the cause. */
  async end(cause: unknown): Promise<void> {
    await this.#thread.end(cause);
  }
}

function toProblem(cause: unknown): unknown {
  return cause instanceof ThreadFailure ? new PdfProblem(reasons[cause.kind], cause.message) : cause;
}
