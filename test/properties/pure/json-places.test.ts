/** The reader of positions against the engine's own JSON. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonScanner, JsonSyntaxError } from "../../../src/json/json-scanner.js";
import {
  decodeValue,
  type JsonNode,
  readNode,
  readNodeNow,
  runSteps,
  type Shape,
} from "../../../src/json/json-tree.js";

const everything: Shape = { members: () => everything };
const everyItem: Shape = { items: everything };

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isAccepted(text: string, shape: Shape): boolean {
  const scanner = new JsonScanner(text);
  try {
    runSteps(readNode(scanner, shape));
    return Number.isNaN(scanner.peek());
  } catch (error) {
    expect(error).toBeInstanceOf(JsonSyntaxError);
    return false;
  }
}

const strings = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "\ud800",
    "\\",
    '"',
    "/",
    "é".repeat(40),
    `${"x".repeat(70)}"\\${"y".repeat(70)}`,
    "\u007f\u0085",
  ),
);
const jsonTexts = fc
  .tuple(
    fc.jsonValue({ stringUnit: "binary", depthSize: "medium" }),
    strings,
    fc.constantFrom(0, 1, "\t", " \r\n"),
  )
  .map(([value, text, indent]) => JSON.stringify({ value, text, list: [text, value] }, undefined, indent));

/** What a careless hand does to JSON. */
const bits = fc.constantFrom(
  "",
  ",",
  ":",
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  "0",
  "1",
  "-",
  ".",
  "e",
  "+",
  "null",
  "tru",
  "N",
  "'",
  "\n",
  "\u0000",
  "\u00a0",
  "\ufeff",
  "\\u12",
  "\\u12aF",
  "\\x",
  "01",
  "1.",
  ".5",
  "1e5",
  "-0",
  "/**/",
  "é",
);
const mutated = fc
  .tuple(jsonTexts, fc.array(fc.tuple(fc.nat(), fc.nat(3), bits), { minLength: 1, maxLength: 3 }))
  .map(([text, changes]) =>
    changes.reduce((json, [place, removed, bit]) => {
      const at = place % (json.length + 1);
      return json.slice(0, at) + bit + json.slice(at + removed);
    }, text),
  );

/** Every place is that of the value that is found there. */
function checkPlaces(text: string, node: JsonNode, value: unknown): void {
  expect(decodeValue(text, node)).toEqual(value);
  for (const member of node.members ?? []) {
    expect(JSON.parse(text.slice(member.start, member.keyEnd))).toBe(member.key);
    checkPlaces(text, member.value, (value as Record<string, unknown>)[member.key]);
  }
  for (const [index, item] of (node.items ?? []).entries()) {
    checkPlaces(text, item, (value as unknown[])[index]);
  }
}

describe("the reader of places in JSON", () => {
  it("takes what the engine takes, and knows where it is [NB-8]", () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        expect(isAccepted(text, "value")).toBe(true);
        checkPlaces(text, readNodeNow(text, 0, everything), JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it("refuses what the engine refuses, whichever way it looks [NB-8]", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          mutated,
          fc.array(bits, { maxLength: 6 }).map((parts) => parts.join("")),
        ),
        (text) => {
          const wanted = isJson(text);
          expect([
            isAccepted(text, "value"),
            isAccepted(text, everything),
            isAccepted(text, everyItem),
          ]).toEqual([wanted, wanted, wanted]);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it("finds long strings' ends wherever they and their escapes lie [NB-8]", () => {
    const pieces = fc.constantFrom("a".repeat(600_000), "é".repeat(40), "\\n", '\\"', "\\u00e9", "x", "\\\\");
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = `["${parts.join("")}", 1]`;
        expect(isAccepted(text, "value")).toBe(true);
        expect(decodeValue(text, readNodeNow(text, 0, everyItem))).toEqual(JSON.parse(text));
      }),
      { numRuns: 60 },
    );
  });
});
