/**
 * Makes of a file's bytes an image that a vision model takes: decoded whole, the right way up, within the budget, and of
 * the media type that it is given out as. What can't be made so is refused in words; nothing is passed on unproved. The
 * work is done in a process of its own (decision 20); here the bytes are only looked at to tell what they are.
 */
import { createRequire } from "node:module";
import { type HelperAnswer, type HelperFailure, HelperProcess } from "../../process/helper-process.js";
import type { ConfineHelper } from "../../process/sandbox/confine-helper.js";
import type { Confine } from "../../process/sandbox/policy.js";
import { findImageFormat, type ImageFormat, imageFormatNames } from "../../text/image-format.js";
import { describeOtherFile } from "./describe-other-file.js";
import { clampBudget, type ImageBudget, type Size } from "./image-limits.js";
import { type ImageReply, type ImageTask, type Refused, refuse, type ShownMime } from "./image-messages.js";

export type { ImageBudget } from "./image-limits.js";

export interface ShownImage {
  readonly data: Uint8Array;
  readonly mimeType: ShownMime;
  /** As a person sees it: after the turn that a camera has noted. */
  readonly original: Size;
  readonly display: Size;
  /** What the file really is: "PNG", "JPEG", "AVIF" … */
  readonly format: string;
  /** More than one: animated, or of several pages; the first is shown. */
  readonly frames: number;
  /** The data is the file's own bytes. */
  readonly isVerbatim: boolean;
}

export type ImageAnswer = { readonly outcome: "shown"; readonly image: ShownImage } | Refused;

export interface ImageServiceOptions {
  /** How long the helper process stays without work. */
  readonly idleMs?: number;
  readonly timeoutMs?: number;
  readonly helperPath?: string;
  /** How the helper is confined; not at all by default. */
  readonly confineHelper?: ConfineHelper | undefined;
}

export interface PrepareOptions {
  readonly signal?: AbortSignal | undefined;
  /** In the place of the service's own. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_FILE_BYTES = 2 ** 31 - 1;
/** Formats that nothing here decodes, so that not even the helper is started for them. */
const undecodable: readonly ImageFormat[] = ["heic", "ico", "jxl", "jp2", "psd"];

export class ImageService {
  readonly #options: ImageServiceOptions;
  #helper: HelperProcess | undefined;

  constructor(options: ImageServiceOptions = {}) {
    this.#options = options;
  }

  /** Rejects with the signal's reason when cancelled. The bytes must not change meanwhile. */
  async prepare(
    bytes: Uint8Array,
    budget: ImageBudget,
    { signal, timeoutMs = this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS }: PrepareOptions = {},
  ): Promise<ImageAnswer> {
    signal?.throwIfAborted();
    if (bytes.length === 0) return refuse("empty", "the file is empty");
    if (bytes.length > MAX_FILE_BYTES) return refuse("unsupported", "it is larger than 2 GB");
    const format = findImageFormat(bytes);
    if (format === undefined) return refuse("unsupported", describeOtherFile(bytes));
    const name = imageFormatNames[format];
    if (undecodable.includes(format)) return refuse("unsupported", `${name} images can't be decoded`);
    const task: ImageTask = { format, budget: clampBudget(budget) };
    const maxAnswerBytes = task.budget.maxBytes;
    const found = this.#findHelper();
    const helper = found instanceof Promise ? await found : found;
    if (typeof helper === "string") {
      return {
        ...refuse("helper-failed", "the process that decodes images could not be started"),
        diagnosis: helper,
      };
    }
    const answer = await helper.request({
      header: task,
      payload: bytes,
      timeoutMs,
      maxAnswerBytes,
      signal,
    });
    return answer.outcome === "failed" ? explainFailure(answer) : readAnswer(answer, bytes, name);
  }

  /** Ends the process now if nothing is under way; the next image starts a new one. */
  async endIfIdle(): Promise<void> {
    await this.#helper?.endIfIdle();
  }

  async close(): Promise<void> {
    const helper = await this.#findHelper();
    if (typeof helper !== "string") await helper.close();
  }

  /** Or why there is none: a host that was bundled into one file may lack the script, or a required sandbox be missing. */
  #findHelper(): HelperProcess | string | Promise<HelperProcess | string> {
    if (this.#helper !== undefined) return this.#helper;
    const { helperPath, idleMs, confineHelper } = this.#options;
    try {
      const script = helperPath ?? createRequire(import.meta.url).resolve("#image-helper");
      const create = (confine: Confine | undefined): HelperProcess =>
        (this.#helper ??= new HelperProcess({ script, idleMs, confine }));
      const confine = confineHelper?.(script);
      return confine instanceof Promise ? confine.then(create, describe) : create(confine);
    } catch (cause) {
      return describe(cause);
    }
  }
}

function describe(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function readAnswer(
  { header, payload }: Extract<HelperAnswer, { outcome: "answered" }>,
  bytes: Uint8Array,
  format: string,
): ImageAnswer {
  // The helper is a part of this very package: what it answers is of the type that it was compiled with.
  const reply = header as ImageReply;
  if (reply.outcome === "refused") return reply;
  const { mimeType, original, display, frames, ownBytes } = reply;
  const data = ownBytes === undefined ? payload : bytes.subarray(0, ownBytes);
  const isVerbatim = ownBytes === bytes.length;
  return { outcome: "shown", image: { data, mimeType, original, display, format, frames, isVerbatim } };
}

function explainFailure({ reason, detail }: HelperFailure): Refused {
  if (reason === "timed-out")
    return { ...refuse("too-slow", "decoding it takes too long"), diagnosis: detail };
  const words: Readonly<Record<Exclude<typeof reason, "timed-out">, string>> = {
    "not-started": "the process that decodes images could not be started",
    crashed: "the process that decodes images ended unexpectedly",
    garbled: "the process that decodes images gave no usable answer",
    closed: "the process that decodes images was closed",
  };
  return { ...refuse("helper-failed", words[reason]), diagnosis: detail };
}
