/** JSON that costs far more to parse than to send: deep nesting and millions of values, at every entry point. */
import { PassThrough } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonBounds, MAX_JSON_DEPTH, MAX_JSON_VALUES } from "../../src/json/message-bounds.js";
import { MessageFrames } from "../../src/lsp/message-frames.js";
import { LineTransport } from "../../src/mcp/stdio/line-transport.js";
import { JsonLineReader } from "../../src/notify/links/json-lines.js";
import { initialize, send, serveHttp } from "../support/http-server.js";
import { tempWorkspace } from "../support/workspace.js";

const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const wide = (values: number): string => `[${"0,".repeat(values - 2)}0]`;

/** Counted the slow way: on the parsed value. */
function measure(value: unknown): { readonly depth: number; readonly values: number } {
  if (typeof value !== "object" || value === null) return { depth: 0, values: 1 };
  const inner = Object.values(value).map(measure);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
  };
}

describe("The bounds of JSON from outside", () => {
  it.each([
    ["the deepest that is taken", deep(MAX_JSON_DEPTH), undefined],
    ["one level more", deep(MAX_JSON_DEPTH + 1), /deep/],
    ["as many values as are taken", wide(MAX_JSON_VALUES - 1), undefined],
    ["many more", wide(MAX_JSON_VALUES + 2), /values/],
    ["brackets in a string", JSON.stringify({ text: '[{,"\\'.repeat(100_000) }), undefined],
    ["members of an object", `{${'"a":1,'.repeat(MAX_JSON_VALUES)}"a":1}`, /values/],
  ])("hold for %s, however the bytes are cut [HOST-150]", (_, text, problem) => {
    for (const size of [1, 7, 65_536, text.length]) {
      const bounds = new JsonBounds();
      const bytes = Buffer.from(text);
      let found: string | undefined;
      for (let from = 0; from < bytes.length; from += size)
        found = bounds.take(bytes.subarray(from, from + size));
      if (problem === undefined) expect(found).toBeUndefined();
      else expect(found).toMatch(problem);
    }
  });

  it("never refuse what is well below them [HOST-150]", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (text) => {
        const { depth, values } = measure(JSON.parse(text));
        fc.pre(depth <= MAX_JSON_DEPTH && values <= MAX_JSON_VALUES / 2);
        expect(new JsonBounds().take(Buffer.from(text))).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});

describe("A flood of brackets", () => {
  it.each([
    ["with its id first", '{"jsonrpc":"2.0","id":7,"method":"m","params":', "}", 7],
    ["with its id last", '{"method":"m","params":', ',"jsonrpc":"2.0","id":"x"}', "x"],
    ["without an id", "", "", null],
  ])(
    "on standard input, %s, is refused and the next message served [HOST-151]",
    async (_, before, after, id) => {
      const input = new PassThrough();
      const output = new PassThrough();
      const messages: JSONRPCMessage[] = [];
      const line = new LineTransport({ input, output, maxMessageBytes: 2 ** 26, onNote: () => undefined });
      line.onMessage = (message) => messages.push(message);
      await line.start();
      input.write(`${before}${deep(300_000)}${after}\n`);
      input.write('{"jsonrpc":"2.0","id":8,"method":"ping"}\n');
      const answer = await new Promise<Buffer>((resolve) => output.once("data", resolve));
      expect(JSON.parse(String(answer))).toMatchObject({
        id,
        error: {
          code: -32600,
          message: expect.stringMatching(/nested more than 100 deep\. Send less/) as string,
        },
      });
      expect(messages).toEqual([{ jsonrpc: "2.0", id: 8, method: "ping" }]);
    },
  );

  it.each([
    ["deep", deep(2_000_000), /nested more than 100 deep/],
    ["wide", wide(2_000_000), /more than 200,000 values/],
  ])("over HTTP, %s, gets 400, and another client is served [HOST-151]", async (_, body, problem) => {
    const server = await serveHttp(tempWorkspace());
    const [refused, served] = await Promise.all([send(server, { body }), send(server, { body: initialize })]);
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text)).toMatchObject({
      error: { code: -32600, message: expect.stringMatching(problem) as string },
    });
    expect(served.status).toBe(200);
  });

  it("from a language server, or at a watcher's socket, ends the connection unparsed [HOST-150]", () => {
    const body = `{"kind":"x","a":${wide(300_000)}}`;
    const frames = new MessageFrames();
    expect(frames.take(Buffer.from(`Content-Length: ${body.length}\r\n\r\n${body}`))).toMatch(/too complex/);
    const received: unknown[] = [];
    const reader = new JsonLineReader((message) => received.push(message));
    expect(reader.take(Buffer.from(`${body}\n`))).toBe(false);
    expect(received).toEqual([]);
  });
});

/** The longest time for which nothing else could run. */
async function longestStall(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const note = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(note, 2);
  await run();
  note();
  clearInterval(timer);
  return longest;
}

const notebookWith = (metadata: string, cells = ""): string =>
  `{"cells":[${cells}],"metadata":{"x":${metadata}},"nbformat":4,"nbformat_minor":5}`;
const cellWith = (members: string): string =>
  `{"cell_type":"code","id":"a","execution_count":null,"metadata":{},${members}}`;
const lists = `[${"[],".repeat(2_500_000)}[]]`;

describe("A flood of brackets in a file's text", () => {
  it.each([
    [
      "package.json",
      "[".repeat(8_000_000),
      "changes what runs later: package.json is too large to look through",
    ],
    [
      "package.json",
      `{"scripts":[${"[],".repeat(500_000)}[]]}`,
      "changes what runs later: package.json is too complex to look through",
    ],
    [
      ".vscode/tasks.json",
      `{"tasks":${lists}}`,
      "is too large to look through for programs that it names (tasks.json)",
    ],
    [
      ".vscode/tasks.json",
      deep(100_000),
      "is too large to look through for programs that it names (tasks.json)",
    ],
  ])("is asked about and flagged in %s, and not parsed [HOST-163]", async (name, content, flag) => {
    const files = tempWorkspace();
    const flags: string[] = [];
    const toolkit = files.toolkit({
      permissions: { mode: "acceptEdits", allow: ["Edit(**)"] },
      onAsk: (request) => {
        flags.push(...request.flags.map(({ text }) => text));
        return { answer: "deny" };
      },
    });
    const write = () => toolkit.call("Write", { file_path: files.path(name), content });
    expect(await longestStall(async () => expect((await write()).isError).toBe(true))).toBeLessThan(1000);
    expect(flags).toContain(flag);
  });

  it.each([
    ["around the cells", notebookWith(lists), /metadata has more than 50,000 values/, "no cells"],
    [
      "in an id",
      notebookWith("1", cellWith(`"id":${lists},"source":"s","outputs":[]`)),
      /id has more than/,
      "s",
    ],
    [
      "in outputs",
      notebookWith("1", cellWith(`"source":"s","outputs":${lists}`)),
      /more than 50,000 outputs of a cell/,
      "over the cap",
    ],
    [
      "as a source",
      notebookWith("1", cellWith(`"source":${lists},"outputs":[]`)),
      /100,000 lines/,
      "over the cap",
    ],
  ])(
    "%s of a notebook is refused by Write, and shown or refused by Read [HOST-164]",
    async (_, content, problem, shown) => {
      const files = tempWorkspace({ "there.ipynb": content });
      const toolkit = files.editor();
      const file_path = files.path("new.ipynb");
      let text = "";
      const stall = await longestStall(async () => {
        const written = await toolkit.call("Write", { file_path, content });
        expect([written.error?.code, written.error?.message]).toEqual([
          "NOTEBOOK_INVALID",
          expect.stringMatching(problem) as string,
        ]);
        text = JSON.stringify((await toolkit.call("Read", { file_path: files.path("there.ipynb") })).content);
      });
      expect(text).toContain(shown);
      expect(stall).toBeLessThan(500);
    },
  );

  it("in the outputs of a cell does not keep its source from being changed [HOST-164]", async () => {
    const data = `{"application/vnd.plotly.v1+json":[${"0.5,".repeat(200_000)}1]}`;
    const cell = cellWith(
      `"source":"old","outputs":[{"output_type":"display_data","metadata":{},"data":${data}}]`,
    );
    const files = tempWorkspace({ "plot.ipynb": notebookWith("1", cell) });
    const toolkit = files.editor();
    const file_path = files.path("plot.ipynb");
    expect((await toolkit.call("Read", { file_path })).isError).toBe(false);
    // Written whole, with a cell that has as many values as it had before.
    const content = files.read("plot.ipynb").replace('"old"', '"new"');
    expect((await toolkit.call("Write", { file_path, content })).isError).toBe(false);
    const edited = await toolkit.call("NotebookEdit", {
      notebook_path: file_path,
      cell_id: "a",
      new_source: "newer",
    });
    expect(edited.isError).toBe(false);
    expect(files.read("plot.ipynb")).toContain('"newer"');
  });
});
