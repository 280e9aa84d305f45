import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { MAX_MESSAGE_BYTES, MessageFrames } from "../../src/lsp/message-frames.js";
import { readDiagnostics } from "../../src/lsp/read-diagnostics.js";
import { isGone } from "../process/helper-support.js";
import { serve, until } from "./server-support.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const words = (bodies: Uint8Array[] | string): string[] =>
  typeof bodies === "string" ? [bodies] : bodies.map((body) => new TextDecoder().decode(body));

describe("A language server that misbehaves", () => {
  it("and floods us neither fills our memory nor keeps us from other work [LSP-16]", async () => {
    const { look } = serve({ flood: 20_000 }, { spec: { settleMs: 0 } });
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 1);
    expect(await look("a.txt", "ERROR(one)")).toEqual(["one"]);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(50);
  });

  it.each([
    [{ announcesBytes: 40 * 1024 * 1024 }, "fake prints a message of 41943040 bytes"],
    [{ endlessHeader: true }, "fake prints something that is no message"],
    [{ garbage: "Content-Length: 3\r\n\r\n{]}" }, "fake prints a message that is no JSON"],
  ])("and prints what is no conversation is ended (%o) [LSP-16]", async (behaviour, detail) => {
    const { fake, check } = serve(behaviour);
    expect(await check("a.txt", "one")).toEqual({ state: "unknown", reason: "not-started", detail });
    for (const pid of fake.pids()) expect(await isGone(pid)).toBe(true);
  });

  it("and no longer takes in what it is told is ended before that fills our memory [LSP-16]", async () => {
    const { check } = serve({ deaf: true });
    expect(await check("a.txt", "one")).toMatchObject({ state: "fresh" });
    const text = "x".repeat(1024 * 1024);
    const answers = Array.from({ length: 40 }, (_, round) => check(`${round}.txt`, text));
    const detail = "fake no longer takes what it is told";
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject({ reason: "ended", detail });
  });

  it("and no longer answers is ended after a few attempts [LSP-16]", async () => {
    const { server, check } = serve({ pull: "static", silent: true }, { limits: { answerMs: 50 } });
    for (let round = 0; round < 3; round += 1) {
      expect(await check("a.txt", `text ${round}`)).toMatchObject({ reason: "no-answer" });
    }
    await until(() => server.state === "waiting");
    expect(await check("a.txt", "more")).toMatchObject({ detail: "fake no longer answers" });
  });

  it("and prints a few other lines is listened to all the same [LSP-16]", async () => {
    const { look } = serve({ garbage: "Welcome!\nloading...\r\n\r\nready\n" });
    expect(await look("a.txt", "ERROR(one)")).toEqual(["one"]);
  });

  it("and asks for things gets an answer to everything [LSP-17]", async () => {
    const asks = [
      {
        method: "workspace/configuration",
        params: { items: [{ section: "fake" }, { section: "fake.deep.value" }, { section: "none" }, {}] },
      },
      { method: "workspace/workspaceFolders", params: null },
      { method: "workspace/applyEdit", params: { edit: { changes: {} } } },
      {
        method: "window/showMessageRequest",
        params: { type: 1, message: "Really?", actions: [{ title: "Yes" }] },
      },
      { method: "window/workDoneProgress/create", params: { token: 1 } },
      { method: "client/unregisterCapability", params: { unregisterations: [{ id: "x", method: "y" }] } },
      { method: "no/such/method", params: {} },
    ];
    const settings = { fake: { deep: { value: 7 } } };
    const { fake, files, look } = serve({ asks }, { spec: { settings } });
    expect(await look("a.txt", "ERROR(one)")).toEqual(["one"]);
    const answers = asks.map(({ method }) => fake.received(`answer to ${method}`)[0]);
    expect(answers).toMatchObject([
      { result: [settings.fake, 7, null, settings] },
      { result: [{ name: "root", uri: expect.stringContaining(files.root) }] },
      { result: { applied: false } },
      { result: null },
      { result: null },
      { result: null },
      { error: { code: -32601 } },
    ]);
    expect(fake.received("workspace/didChangeConfiguration")).toEqual([{ settings }]);
  });

  it("is greeted with what it needs to know, and gets only the environment it is given [LSP-17]", async () => {
    const spec = { initializationOptions: { hello: 1 }, environment: { SEEN: "yes" } };
    const { fake, files, look } = serve({}, { spec });
    await look("a.txt", "one");
    expect(fake.received("initialize")).toMatchObject([
      {
        processId: process.pid,
        rootUri: expect.stringContaining(files.root),
        initializationOptions: { hello: 1 },
        capabilities: { general: { positionEncodings: ["utf-16"] } },
      },
    ]);
    expect(fake.log()[0]).toMatchObject({ cwd: files.root, environment: { SEEN: "yes" } });
    expect(fake.log()[0]?.environment).not.toHaveProperty("PATH");
  });

  it("and finds far too much is not kept in full [LSP-18]", () => {
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    const many = Array.from({ length: 3000 }, () => ({
      range,
      message: `\u001b[31m${"x".repeat(5000)}`,
      severity: 9,
    }));
    const kept = readDiagnostics(many);
    expect(kept).toHaveLength(1000);
    expect(kept[0]).toEqual({
      line: 1,
      column: 1,
      endLine: 1,
      endColumn: 2,
      severity: "error",
      message: `\u001b[31m${"x".repeat(1994)}…`,
    });
    expect(kept[0]?.message).toHaveLength(2000);
    const odd = [
      null,
      7,
      {},
      { range },
      { range: { start: { line: -1, character: 0 } }, message: "a" },
      { message: "b" },
    ];
    expect(
      readDiagnostics([
        ...odd,
        { range: { start: range.start }, message: { kind: "markdown", value: "c" }, code: 6 },
      ]),
    ).toEqual([{ line: 1, column: 1, endLine: 1, endColumn: 1, severity: "error", message: "c", code: "6" }]);
    expect(readDiagnostics("nothing")).toEqual([]);
  });

  it("has its messages put together from pieces of any size [LSP-16]", () => {
    const stream = bytes(
      'noise\nContent-Length: 4\r\n\r\n{"a"Content-Type: x\r\ncontent-length:2\r\n\r\n[]Content-Length: 0\r\n\r\nContent-Length: 3\r\n\r\n"é"',
    );
    for (const size of [1, 2, 3, 7, 1000]) {
      const frames = new MessageFrames();
      const found: string[] = [];
      for (let from = 0; from < stream.length; from += size) {
        found.push(...words(frames.take(stream.subarray(from, from + size))));
      }
      expect(found).toEqual(['{"a"', "[]", "", '"é']);
    }
    expect(
      words(new MessageFrames().take(bytes(`Content-Length: ${MAX_MESSAGE_BYTES + 1}\r\n\r\n`))),
    ).toEqual([`prints a message of ${MAX_MESSAGE_BYTES + 1} bytes`]);
    const noisy = new MessageFrames();
    expect(words(noisy.take(bytes(`${"x".repeat(40_000)}\r\n\r\n`)))).toEqual([]);
    expect(words(noisy.take(bytes(`${"x".repeat(40_000)}\r\n\r\n`)))).toEqual([
      "prints something that is no message",
    ]);
  });

  it("a thousand checks need one process, few open documents and no more memory [LSP-18]", async () => {
    const { fake, server, look } = serve({}, { spec: { settleMs: 0 } });
    const text = (round: number): string => `${"line\n".repeat(2000)}ERROR(${round})`;
    const lookAt = async (from: number): Promise<void> => {
      for (let round = from; round < from + 500; round += 1) {
        expect(await look(`${round % 100}.txt`, text(round))).toEqual([String(round)]);
      }
    };
    await lookAt(0);
    const before = heapUsed();
    await lookAt(500);
    expect(fake.pids()).toHaveLength(1);
    expect(server.openDocuments).toBe(64);
    // A thousand texts are ten megabytes.
    expect(heapUsed() - before).toBeLessThan(4_000_000);
  });
});

/** What is still in use once everything else was let go. */
function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}
