/**
 * Counts by a local byte-pair vocabulary. Loading it stalls for a tenth of a second and takes 40 MB that a thread, too, would
 * leave behind, so it happens in a process of its own, which ends when nothing is counted any more. Most hosts never start
 * it. Where no process can be started, the vocabulary is loaded here.
 */
import { createRequire } from "node:module";
import type { HelperProcess } from "../process/helper-process.js";
import type { ConfineHelper } from "../process/sandbox/confine-helper.js";
import { estimateTokens } from "../text/token-estimate.js";
import { FALLBACK_FACTOR } from "./token-counter.js";
import type { CountReply } from "./token-helper.js";

/** Longer than any text takes that is not refused for its size before. */
const TIMEOUT_MS = 60_000;
const IDLE_MS = 60_000;

export interface VocabularyOptions {
  /** For one text. */
  readonly timeoutMs?: number;
  /** How the process is confined; not at all by default. */
  readonly confineHelper?: ConfineHelper | undefined;
}

export class Vocabulary {
  readonly #timeoutMs: number;
  readonly #confineHelper: ConfineHelper | undefined;
  #helper: HelperProcess | undefined;
  /** What counts instead of the helper, once that has turned out to be needed. */
  #substitute: ((text: string) => number) | undefined;

  constructor({ timeoutMs = TIMEOUT_MS, confineHelper }: VocabularyOptions = {}) {
    this.#timeoutMs = timeoutMs;
    this.#confineHelper = confineHelper;
  }

  /**
   * Exactly, or, where no vocabulary is installed or the process fails, by an estimate that errs on the safe side: what took
   * a process too long, or more memory than there is, must not be done here instead.
   */
  async count(text: string): Promise<number> {
    if (this.#substitute !== undefined) return this.#substitute(text);
    const reply = await this.#ask(text);
    if (reply === "failed") return estimateSafely(text);
    if (reply?.tokens !== undefined) return reply.tokens;
    if (reply !== undefined) this.#substitute = estimateSafely;
    else this.#substitute ??= await loadHere();
    return this.#substitute(text);
  }

  /** Lets the vocabulary go, unless something is being counted; the next text loads it anew. */
  async endIfIdle(): Promise<void> {
    await this.#helper?.endIfIdle();
  }

  /** Undefined when no process can be started. */
  async #ask(text: string): Promise<CountReply | "failed" | undefined> {
    const helper = await this.#findHelper();
    if (helper === undefined) return undefined;
    const answer = await helper.request({
      header: {},
      payload: Buffer.from(text, "utf16le"),
      timeoutMs: this.#timeoutMs,
      maxAnswerBytes: 0,
    });
    if (answer.outcome === "answered") return answer.header as CountReply;
    return answer.reason === "not-started" ? undefined : "failed";
  }

  async #findHelper(): Promise<HelperProcess | undefined> {
    if (this.#helper !== undefined) return this.#helper;
    // An Electron application may be made so that it runs no scripts, and would open a second time instead.
    if (process.versions["electron"] !== undefined) return undefined;
    const { HelperProcess } = await import("../process/helper-process.js");
    try {
      const script = createRequire(import.meta.url).resolve("#token-helper");
      const confine = await this.#confineHelper?.(script);
      return (this.#helper ??= new HelperProcess({ script, idleMs: IDLE_MS, confine }));
    } catch {
      // A host that was bundled into one file lacks the script; or a sandbox is required and there is none.
      return undefined;
    }
  }
}

async function loadHere(): Promise<(text: string) => number> {
  const { loadVocabulary } = await import("./load-vocabulary.js");
  return (await loadVocabulary()) ?? estimateSafely;
}

function estimateSafely(text: string): number {
  return Math.ceil(estimateTokens(text) * FALLBACK_FACTOR);
}
