/** What no client should send, made at random, as lines of bytes. None of them is a call that ought to be answered well. */
import * as fc from "fast-check";

type Line = Uint8Array;

function lineOf(value: unknown): Line {
  return Buffer.from(JSON.stringify(value) ?? "undefined");
}

/** Values of every kind, with the names among them that mean something to objects. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    "",
    "__proto__",
    "constructor",
    "\u0000",
    "\ud800",
    -0,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    [],
    {},
    [[[[]]]],
  ),
  fc.dictionary(fc.constantFrom("__proto__", "constructor", "prototype", "toString", "then"), fc.jsonValue()),
);

const methods = fc.constantFrom(
  "initialize",
  "tools/list",
  "tools/call",
  "ping",
  "notifications/cancelled",
  "notifications/initialized",
  "notifications/progress",
  "notifications/roots/list_changed",
  "server/discover",
  "subscriptions/listen",
  "logging/setLevel",
  "completion/complete",
  "resources/list",
  "prompts/get",
  "elicitation/create",
  "sampling/createMessage",
  "tasks/get",
  "rpc.discover",
  "__proto__",
  "toString",
  "",
);

/** Ids that no good call of the test has. */
const ids = fc.oneof(
  fc.integer({ min: -1000, max: 999 }),
  fc.string({ maxLength: 8 }).map((text) => `bad-${text}`),
  fc.constantFrom<unknown>(null, true, 1.5, [], {}, ["a"], { a: 1 }, "bad-__proto__", "bad-\u0000"),
);

const names = fc.constantFrom("Read", "Edit", "Grep", "Fly", "__proto__", "constructor", "");

/** A request or notification with something wrong in one of its fields, or in all. */
const wrongFields: fc.Arbitrary<Line> = fc
  .record(
    {
      jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant("2.0") }, { weight: 1, arbitrary: anything }),
      id: ids,
      method: fc.oneof({ weight: 5, arbitrary: methods }, { weight: 1, arbitrary: anything }),
      params: fc.oneof(
        anything,
        fc.record(
          {
            name: fc.oneof(names, anything),
            arguments: anything,
            _meta: anything,
            requestId: ids,
            progressToken: anything,
            requestState: anything,
            inputResponses: anything,
            task: anything,
          },
          { requiredKeys: [] },
        ),
      ),
    },
    { requiredKeys: ["jsonrpc"] },
  )
  .map(lineOf);

/** Answers that nobody has asked for. */
const unaskedAnswers: fc.Arbitrary<Line> = fc
  .record(
    { jsonrpc: fc.constant("2.0"), id: ids, result: anything, error: anything },
    { requiredKeys: ["jsonrpc", "id"] },
  )
  .map(lineOf);

const batches: fc.Arbitrary<Line> = fc
  .array(fc.record({ jsonrpc: fc.constant("2.0"), id: ids, method: methods }), { maxLength: 5 })
  .map(lineOf);

/** The beginning of a message that goes no further. */
const truncated: fc.Arbitrary<Line> = fc
  .tuple(wrongFields, fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([line, part]) => line.subarray(0, Math.floor(line.length * part)));

const bytes: fc.Arbitrary<Line> = fc
  .uint8Array({ maxLength: 200 })
  .map((noise) => noise.map((byte) => (byte === 0x0a ? 0x20 : byte)));

/** A message with bytes in it that are no UTF-8. */
const brokenText: fc.Arbitrary<Line> = fc
  .tuple(
    wrongFields,
    fc.constantFrom([0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x00]),
    fc.nat(),
  )
  .map(([line, broken, at]) => {
    const place = at % (line.length + 1);
    return Buffer.concat([line.subarray(0, place), Buffer.from(broken), line.subarray(place)]);
  });

const deep: fc.Arbitrary<Line> = fc
  .tuple(fc.integer({ min: 100, max: 20_000 }), fc.constantFrom("[", '{"a":'), fc.boolean())
  .map(([depth, open, isClosed]) => {
    const close = isClosed ? (open === "[" ? "]" : "}").repeat(depth) : "";
    return Buffer.from(
      `{"jsonrpc":"2.0","id":"bad-deep","method":"tools/call","params":{"name":"Read","arguments":{"file_path":${open.repeat(depth)}${isClosed ? "1" : ""}${close}}}}`,
    );
  });

const long: fc.Arbitrary<Line> = fc
  .tuple(fc.integer({ min: 10_000, max: 300_000 }), fc.constantFrom("method", "name", "id", "file_path"))
  .map(([length, place]) => {
    const text = "x".repeat(length);
    const call = {
      name: place === "name" ? text : "Read",
      arguments: { file_path: place === "file_path" ? text : 1 },
    };
    const id = place === "id" ? `bad-${text}` : "bad-long";
    return lineOf({ jsonrpc: "2.0", id, method: place === "method" ? text : "tools/call", params: call });
  });

export const badLines: fc.Arbitrary<Line> = fc.oneof(
  { weight: 8, arbitrary: wrongFields },
  { weight: 3, arbitrary: unaskedAnswers },
  { weight: 2, arbitrary: batches },
  { weight: 3, arbitrary: truncated },
  { weight: 3, arbitrary: bytes },
  { weight: 3, arbitrary: brokenText },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: long },
);
