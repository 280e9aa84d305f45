/** Hands cases to worker processes as fast as they take them. */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { EditCase } from "../cases/case.js";
import type { CaseResult, WorkerReply, WorkerRequest, WorkerSetup } from "./worker.js";

const PROGRAM = fileURLToPath(new URL("./worker.js", import.meta.url));
/** Also the most files that a worker has on disk at once. */
const CHUNK = 100;

export interface RunOptions extends Omit<WorkerSetup, "directory"> {
  readonly workers: number;
  readonly onResult: (editCase: EditCase, result: CaseResult) => void;
}

export async function runCases(cases: AsyncIterator<EditCase>, options: RunOptions): Promise<void> {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), "filewright-edits-"));
  const queue = new Chunks(cases);
  try {
    const workers = Array.from({ length: options.workers }, (_, index) =>
      serve(queue, join(directory, String(index)), options),
    );
    await Promise.all(workers);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function serve(queue: Chunks, directory: string, { engine, onResult }: RunOptions): Promise<void> {
  const worker = fork(PROGRAM, { serialization: "advanced", stdio: ["ignore", "inherit", "inherit", "ipc"] });
  try {
    await ask(worker, { kind: "open", setup: { directory, engine } });
    for (let chunk = await queue.next(); chunk.length > 0; chunk = await queue.next()) {
      const byId = new Map(chunk.map((editCase) => [editCase.id, editCase]));
      const reply = await ask(worker, { kind: "run", cases: chunk });
      for (const result of reply.kind === "results" ? reply.results : []) {
        const editCase = byId.get(result.id);
        if (editCase !== undefined) onResult(editCase, result);
      }
    }
  } finally {
    worker.kill();
  }
}

/** Takes cases from one generator for several workers. */
class Chunks {
  readonly #cases: AsyncIterator<EditCase>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(cases: AsyncIterator<EditCase>) {
    this.#cases = cases;
  }

  /** Empty when there are no more. */
  next(): Promise<readonly EditCase[]> {
    const chunk = this.#last.then(() => this.#take());
    this.#last = chunk;
    return chunk;
  }

  async #take(): Promise<readonly EditCase[]> {
    const chunk: EditCase[] = [];
    while (chunk.length < CHUNK) {
      const { value, done } = await this.#cases.next();
      if (done === true) break;
      chunk.push(value);
    }
    return chunk;
  }
}

function ask(worker: ChildProcess, request: WorkerRequest): Promise<WorkerReply> {
  return new Promise((resolve, reject) => {
    const finish = (): void => void worker.off("message", take).off("exit", fail);
    const take = (reply: WorkerReply): void => {
      finish();
      resolve(reply);
    };
    const fail = (code: number | null, signal: string | null): void => {
      finish();
      reject(new Error(`a worker ended with ${code ?? signal}`));
    };
    worker.on("message", take).on("exit", fail);
    worker.send(request);
  });
}
