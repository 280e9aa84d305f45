/** The calls an agent would make to bring one file to its next version. */
import { createToolkit, type Toolkit } from "filewright";
import type { EditsPlan } from "./plan-edits.js";
import type { Tally } from "./tally.js";

export interface SeenText {
  readonly encoding: string;
  /** The whole text; undefined when lines too long to show were cut, or cells shown instead. */
  readonly text: string | undefined;
}

/** A call was refused; `code` is the product's. */
export class Refused extends Error {
  readonly code: string;

  constructor(tool: string, code: string, message: string) {
    super(`${tool} was refused: ${code}: ${message}`);
    this.code = code;
  }
}

/** In the place of a code: it was shown, but as a picture. */
export const NO_TEXT = "no text";

/** Bounds past which even a page would be more than a replay needs to hold. */
const LIMITS = { maxTokens: 10_000_000, maxSizeBytes: 1024 * 1024 };
const PAGE_LINES = 5000;

export class ReplaySession {
  readonly toolkit: Toolkit;
  readonly #tally: Tally;

  constructor(root: string, stateDirectory: string, tally: Tally) {
    this.#tally = tally;
    this.toolkit = createToolkit({
      roots: [root],
      workingDirectory: root,
      stateDirectory,
      environment: { HOME: stateDirectory },
      onAsk: () => ({ answer: "allow" }),
      // What the repository would deny, or allow itself, is part of what is made again.
      permissions: { settings: false },
      // The commit's bytes decide, and nothing is to be found that is not exactly there.
      matching: "exact",
      trailingBlanks: "keep",
      // What is made here lives for seconds.
      durability: "none",
      limits: LIMITS,
    });
  }

  /** Reads a file whole, page by page where one page is not enough. */
  async read(path: string): Promise<SeenText> {
    const parts: string[] = [];
    let isCut = false;
    let encoding = "UTF-8";
    for (let offset = 1; ; ) {
      const result = await this.toolkit.call("Read", { file_path: path, offset, limit: PAGE_LINES });
      const { output } = result;
      // Its cells were shown; the text that they stand in was not, and is not compared.
      if (output?.type === "notebook") return { encoding, text: undefined };
      if (result.isError || output?.type !== "text") throw refusalOf("Read", result.error);
      const { file } = output;
      encoding = file.encoding ?? encoding;
      isCut ||= (file.cutLines ?? []).length > 0;
      parts.push(file.content);
      offset += file.numLines;
      if (file.numLines === 0 || (file.totalLines !== null && offset > file.totalLines)) break;
    }
    return { encoding, text: isCut ? undefined : parts.join("") };
  }

  async apply(path: string, plan: EditsPlan, content: string): Promise<void> {
    if (plan.kind === "whole") {
      this.#tally.count("written", plan.reason);
      await this.write(path, content);
      return;
    }
    for (const edit of plan.edits) {
      this.#tally.count("done", "edits");
      await this.#call("Edit", { file_path: path, ...edit });
    }
  }

  async write(path: string, content: string): Promise<void> {
    this.#tally.count("done", "writes");
    await this.#call("Write", { file_path: path, content });
  }

  /** Real files may well contain what looks like a slip; then the call is repeated with someone to vouch for it. */
  async #call(tool: "Edit" | "Write", input: object): Promise<void> {
    const first = await this.toolkit.call(tool, input);
    if (!first.isError) return;
    if (first.error?.code !== "CONTENT_SUSPICIOUS") throw refusalOf(tool, first.error);
    const reason = first.error.data["reason"];
    this.#tally.count("vouched", typeof reason === "string" ? reason : "content");
    const second = await this.toolkit.call(tool, input, { force: true });
    if (second.isError) throw refusalOf(tool, second.error);
  }
}

function refusalOf(
  tool: string,
  error: { readonly code: string; readonly message: string } | undefined,
): Refused {
  return new Refused(tool, error?.code ?? NO_TEXT, (error?.message ?? "").slice(0, 200));
}
