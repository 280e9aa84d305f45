/** Our cases that did not end as they should, as JSON lines. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { EditTask } from "../cases/case.js";
import { OURS } from "./contestants.js";
import type { EditVerdict } from "./verdict.js";
import type { CaseResult } from "./worker.js";

export class FailureLog {
  readonly #file: number | undefined;

  /** Without a path, nothing is written. */
  constructor(path: string | undefined) {
    this.#file = path === undefined ? undefined : openSync(path, "w");
  }

  add(task: EditTask, { contestant, verdict, refusal, actual }: CaseResult, right: EditVerdict): void {
    if (this.#file === undefined || contestant !== OURS || verdict === right) return;
    writeSync(this.#file, `${JSON.stringify({ ...task, verdict, refusal, actual })}\n`);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}
