/** Where the parts of a JSON text are, down to where a caller wants to know; everything deeper is only skipped. */
import { formatCount } from "../text/quantities.js";
import { JsonScanner } from "./json-scanner.js";

/** A value's place, in UTF-16 units of the text, and the places in it that were asked for. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  /** How many values it consists of, itself included: what decoding it costs. */
  readonly values: number;
  /** Of an object, in order, all of them also where a key repeats. */
  readonly members?: readonly JsonMember[];
  /** Of an array. */
  readonly items?: readonly JsonNode[];
}

export interface JsonMember {
  readonly key: string;
  /** Where the key begins, with its quote, and ends. */
  readonly start: number;
  readonly keyEnd: number;
  readonly value: JsonNode;
}

/** How deep to look. A value of another kind than its shape is skipped as a whole. */
export type Shape =
  | "value"
  | { readonly members: (key: string) => Shape }
  | {
      readonly items: Shape;
      /** More of them are refused: places take many times the room of the text. */
      readonly most?: { readonly count: number; readonly name: string };
    };

/** Far more than notebooks or settings have; the places of so many would take many times the room of the text. */
const MAX_MEMBERS = 50_000;
/** Members and items of all objects and lists of one text that are looked into. */
const MAX_PARTS = 500_000;

/** At a value, or blanks before one. */
export function* readNode(scanner: JsonScanner, shape: Shape, depth: number = 0): Generator<void, JsonNode> {
  const unit = scanner.peek();
  const start = scanner.position;
  const before = scanner.values;
  if (shape !== "value" && "members" in shape && unit === 0x7b) {
    scanner.values += 1;
    const members = yield* readMembers(scanner, shape.members, depth + 1);
    return { start, end: scanner.position, values: scanner.values - before, members };
  }
  if (shape !== "value" && "items" in shape && unit === 0x5b) {
    scanner.values += 1;
    const items = yield* readItems(scanner, shape, depth + 1);
    return { start, end: scanner.position, values: scanner.values - before, items };
  }
  yield* scanner.skipValue(depth);
  return { start, end: scanner.position, values: scanner.values - before };
}

function* readMembers(
  scanner: JsonScanner,
  shapeOf: (key: string) => Shape,
  depth: number,
): Generator<void, JsonMember[]> {
  const members: JsonMember[] = [];
  scanner.position += 1;
  if (scanner.peek() === 0x7d) {
    scanner.position += 1;
    return members;
  }
  do {
    scanner.peek();
    if (members.length === MAX_MEMBERS) {
      scanner.failBound(`an object with more than ${formatCount(MAX_MEMBERS)} members`);
    }
    countPart(scanner);
    const start = scanner.position;
    yield* scanner.skipString();
    const keyEnd = scanner.position;
    const key = decodeString(scanner.text.slice(start, keyEnd));
    scanner.skipColon();
    members.push({ key, start, keyEnd, value: yield* readNode(scanner, shapeOf(key), depth) });
  } while (scanner.skipSeparator(0x7d));
  return members;
}

function* readItems(
  scanner: JsonScanner,
  { items: shape, most }: Extract<Shape, { items: Shape }>,
  depth: number,
): Generator<void, JsonNode[]> {
  const items: JsonNode[] = [];
  scanner.position += 1;
  if (scanner.peek() === 0x5d) {
    scanner.position += 1;
    return items;
  }
  do {
    scanner.peek();
    if (items.length === most?.count) scanner.failBound(`more than ${formatCount(most.count)} ${most.name}`);
    countPart(scanner);
    items.push(yield* readNode(scanner, shape, depth));
  } while (scanner.skipSeparator(0x5d));
  return items;
}

function countPart(scanner: JsonScanner): void {
  scanner.parts += 1;
  if (scanner.parts > MAX_PARTS) {
    scanner.failBound(`lists and objects with more than ${formatCount(MAX_PARTS)} members in all`);
  }
}

/** Looks again into a value that is known to be well-formed. */
export function readNodeNow(text: string, start: number, shape: Shape): JsonNode {
  return runSteps(readNode(new JsonScanner(text, start), shape));
}

export function runSteps<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The last one of a key counts, as it does for Python and for `JSON.parse`. */
export function findMember(node: JsonNode, key: string): JsonMember | undefined {
  return node.members?.findLast((member) => member.key === key);
}

/** The value at a place. What JSON proper has no number for becomes an infinite one: a number, but never a count. */
export function decodeValue(text: string, { start, end }: Pick<JsonNode, "start" | "end">): unknown {
  const json = text.slice(start, end);
  try {
    return JSON.parse(json);
  } catch {
    return JSON.parse(writeInfinites(json));
  }
}

/** Goes from string to string: a pattern for them would run out of stack in one of some megabytes. */
function writeInfinites(json: string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    const start = quote === -1 ? json.length : quote;
    const end = quote === -1 ? json.length : findStringEnd(json, quote);
    parts.push(json.slice(at, start).replace(/-?Infinity|NaN/g, writeInfinite), json.slice(start, end));
    at = end;
  }
  return parts.join("");
}

function writeInfinite(token: string): string {
  return token.startsWith("-") ? "-1e999" : "1e999";
}

/** Behind the quote that closes the string. */
function findStringEnd(json: string, start: number): number {
  let quote = json.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote === -1 ? json.length : quote + 1;
}

function isEscaped(json: string, quote: number): boolean {
  let at = quote;
  while (json.charCodeAt(at - 1) === 0x5c) at -= 1;
  return (quote - at) % 2 === 1;
}

function decodeString(json: string): string {
  return json.includes("\\") ? String(JSON.parse(json)) : json.slice(1, -1);
}
