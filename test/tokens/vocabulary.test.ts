/** The process that counts: right, shared, and gone when nobody counts. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Tokenizer } from "ai-tokenizer";
import * as claude from "ai-tokenizer/encoding/claude";
import { describe, expect, it, onTestFinished } from "vitest";
import { estimateTokens } from "../../src/text/token-estimate.js";
import { countInPieces } from "../../src/tokens/count-in-pieces.js";
import { FALLBACK_FACTOR } from "../../src/tokens/token-counter.js";
import { Vocabulary } from "../../src/tokens/vocabulary.js";

/** Processes that this one has started and that still run. */
function childIds(): number[] {
  const words = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ");
  return words.filter((word) => word !== "").map(Number);
}

const children = (): number => childIds().length;

describe("The vocabulary", () => {
  it("counts texts that come side by side each as it is [LIMIT-4]", async () => {
    const vocabulary = new Vocabulary();
    onTestFinished(() => vocabulary.endIfIdle());
    const tokenizer = new Tokenizer(claude);
    const texts = Array.from({ length: 30 }, (_, index) => `line ${index} `.repeat(index));
    const counted = await Promise.all(texts.map((text) => vocabulary.count(text)));
    expect(counted).toEqual(texts.map((text) => tokenizer.count(text)));
  });

  it("is in a process, which can be let go and comes again [LIMIT-4, MEDIA-2]", async () => {
    const before = children();
    const vocabulary = new Vocabulary();
    const first = await vocabulary.count("const x = 1;");
    expect(children()).toBe(before + 1);
    await vocabulary.endIfIdle();
    expect(children()).toBe(before);
    const again = vocabulary.count("const x = 1;");
    // Not while something is being counted.
    await vocabulary.endIfIdle();
    expect(await again).toBe(first);
    await vocabulary.endIfIdle();
    expect(children()).toBe(before);
  });

  it.each<[string, object, string, string]>([
    ["the program is not there", process, "execPath", "/nowhere/node"],
    ["the program is Electron, which might open once more", process.versions, "electron", "30.0.0"],
  ])("comes to the same where %s [LIMIT-4]", async (_, object, name, value) => {
    const before = Object.getOwnPropertyDescriptor(object, name);
    Object.defineProperty(object, name, { value, configurable: true, writable: true });
    onTestFinished(() => {
      if (before === undefined) Reflect.deleteProperty(object, name);
      else Object.defineProperty(object, name, before);
    });
    const running = children();
    const text = "const answer = compute(question);\n\ud83d".repeat(50);
    const tokenizer = new Tokenizer(claude);
    expect(await new Vocabulary().count(text)).toBe(countInPieces(text, (piece) => tokenizer.count(piece)));
    expect(children()).toBe(running);
  });

  it("does not do here what took its process too long, but estimates it [LIMIT-4, LIMIT-5]", async () => {
    const vocabulary = new Vocabulary({ timeoutMs: 1 });
    onTestFinished(() => vocabulary.endIfIdle());
    const text = "const answer = compute(question);\n".repeat(50);
    const estimate = Math.ceil(estimateTokens(text) * FALLBACK_FACTOR);
    expect(estimate).not.toBe(new Tokenizer(claude).count(text));
    expect(await vocabulary.count(text)).toBe(estimate);
    expect(await vocabulary.count(text)).toBe(estimate);
  });

  it("estimates what a process was counting that is killed; the next text gets a new one [LIMIT-4]", async () => {
    const vocabulary = new Vocabulary();
    onTestFinished(() => vocabulary.endIfIdle());
    const before = new Set(childIds());
    const text = "word ".repeat(1_000_000);
    const counted = vocabulary.count(text);
    const started = (): number | undefined => childIds().find((id) => !before.has(id));
    for (let tries = 0; started() === undefined && tries < 500; tries += 1) await wait(10);
    process.kill(started() ?? expect.fail(), "SIGKILL");
    expect(await counted).toBe(Math.ceil(estimateTokens(text) * FALLBACK_FACTOR));
    expect(await vocabulary.count("hello world")).toBe(new Tokenizer(claude).count("hello world"));
  });

  it("keeps no process running that has forgotten it [MEDIA-2]", () => {
    const script = `
      import { createToolkit } from ${JSON.stringify(fileURLToPath(new URL("../../dist/index.js", import.meta.url)))};
      const toolkit = createToolkit({ roots: ["/"], limits: { maxTokens: 40 } });
      const { error } = await toolkit.call("Read", { file_path: process.argv[1] });
      console.log(error.code, error.data.tokens > 40);
    `;
    const words = ["--input-type=module", "-e", script, fileURLToPath(import.meta.url)];
    expect(execFileSync(process.execPath, words, { encoding: "utf8", timeout: 20_000 })).toBe(
      "TOO_MANY_TOKENS true\n",
    );
  });
});
