/** Hands cases to worker processes as fast as they take them. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { EditTask } from "../cases/case.js";
import type { CaseResult, WorkerReply, WorkerRequest, WorkerSetup } from "./worker.js";

const PROGRAM = fileURLToPath(new URL("./worker.js", import.meta.url));
/** Also the most files that a worker has on disk at once. */
const CHUNK = 100;

export interface RunOptions<Task extends EditTask> extends Omit<WorkerSetup, "directory"> {
  readonly workers: number;
  readonly onResult: (task: Task, result: CaseResult) => void;
}

/** Lets every contestant do every task. */
export async function runTasks<Task extends EditTask>(
  tasks: AsyncIterator<Task>,
  options: RunOptions<Task>,
): Promise<void> {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), "filewright-edits-"));
  const queue = new Chunks(tasks);
  try {
    const workers = Array.from({ length: options.workers }, (_, index) =>
      serve(queue, join(directory, String(index)), options),
    );
    await Promise.all(workers);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function serve<Task extends EditTask>(
  queue: Chunks<Task>,
  directory: string,
  { choice, count, onResult }: RunOptions<Task>,
): Promise<void> {
  const worker = fork(PROGRAM, { serialization: "advanced", stdio: ["ignore", "inherit", "inherit", "ipc"] });
  try {
    await ask(worker, { kind: "open", setup: { directory, choice, count } });
    for (let chunk = await queue.next(); chunk.length > 0; chunk = await queue.next()) {
      const byId = new Map(chunk.map((task) => [task.id, task]));
      const reply = await ask(worker, { kind: "run", tasks: chunk });
      for (const result of reply.kind === "results" ? reply.results : []) {
        const task = byId.get(result.id);
        if (task !== undefined) onResult(task, result);
      }
    }
  } finally {
    await end(worker);
  }
}

/** Resolves when the worker and its peers have ended. */
async function end(worker: ChildProcess): Promise<void> {
  if (!worker.connected) return;
  const ended = once(worker, "exit");
  worker.disconnect();
  await ended;
}

/** Takes tasks from one generator for several workers. */
class Chunks<Task> {
  readonly #tasks: AsyncIterator<Task>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(tasks: AsyncIterator<Task>) {
    this.#tasks = tasks;
  }

  /** Empty when there are no more. */
  next(): Promise<readonly Task[]> {
    const chunk = this.#last.then(() => this.#take());
    this.#last = chunk;
    return chunk;
  }

  async #take(): Promise<readonly Task[]> {
    const chunk: Task[] = [];
    while (chunk.length < CHUNK) {
      const { value, done } = await this.#tasks.next();
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
