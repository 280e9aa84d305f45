/**
 * A server's entry in a JSON file as splices of its text: comments, blanks, order and line endings of everything else stay
 * as they are, and the entry is written as the file writes the rest.
 */
import { JsonScanner, JsonSyntaxError } from "../../../json/json-scanner.js";
import {
  decodeValue,
  type JsonMember,
  type JsonNode,
  readNode,
  runSteps,
  type Shape,
} from "../../../json/json-tree.js";
import { blankComments } from "../../../json/jsonc.js";
import { findPlace } from "../../../json/place.js";
import { applySplices } from "../../../text/splice.js";
import {
  type ConfigEdit,
  ConfigFault,
  type Entry,
  isOwnMember,
  keptOf,
  lineBreakOf,
  SERVER_NAME,
  splitMark,
} from "./config-edit.js";
import { planMember, planMemberRemoval, styleOf, writeJson } from "./json-member.js";

export interface JsonTarget {
  /** The member of the file's object that holds the servers. */
  readonly key: string;
  /** Whether the client reads comments and trailing commas in this file. */
  readonly hasComments: boolean;
}

interface Tree {
  readonly mark: string;
  readonly text: string;
  /** The same, comments blanked. */
  readonly plain: string;
  readonly root: JsonNode;
  readonly servers: JsonMember | undefined;
  readonly entry: JsonMember | undefined;
}

export function planJsonEntry(given: string | undefined, target: JsonTarget, entry: Entry): ConfigEdit {
  const { mark, body } = splitMark(given ?? "");
  if (body.trim() === "") {
    const file = { [target.key]: { [SERVER_NAME]: entry } };
    const lineBreak = lineBreakOf(body);
    const text = `${mark}${writeJson(file, { unit: "  ", lineBreak, colon: ": " }, "")}${lineBreak}`;
    return { kind: "changed", text };
  }
  return orProblem(given ?? "", target, (tree) => {
    const present = tree.entry === undefined ? undefined : decodeValue(tree.plain, tree.entry.value);
    const merged = mergeEntry(present, entry);
    const kept = keptOf(Object.keys(merged));
    if (tree.entry !== undefined && JSON.stringify(merged) === JSON.stringify(present)) {
      return { kind: "unchanged", ...kept };
    }
    const style = styleOf(tree.text, tree.root);
    const splices =
      tree.servers === undefined
        ? planMember(tree.text, tree.root, style, target.key, { [SERVER_NAME]: merged })
        : planMember(tree.text, tree.servers.value, style, SERVER_NAME, merged);
    return { kind: "changed", text: tree.mark + applySplices(tree.text, splices), ...kept };
  });
}

export function planJsonRemoval(given: string, target: JsonTarget): ConfigEdit {
  if (splitMark(given).body.trim() === "") return { kind: "unchanged" };
  return orProblem(given, target, (tree) => {
    if (tree.servers === undefined || tree.entry === undefined) return { kind: "unchanged" };
    const splices = planMemberRemoval(tree.text, tree.servers.value, tree.entry);
    return { kind: "changed", text: tree.mark + applySplices(tree.text, splices) };
  });
}

/** In the present order, so that an entry which says the same is known to be the same. */
function mergeEntry(present: unknown, entry: Entry): object {
  if (typeof present !== "object" || present === null || Array.isArray(present)) return entry;
  const kept = Object.entries(present).filter(([key]) => !isOwnMember(key) || key in entry);
  return { ...Object.fromEntries(kept), ...entry };
}

function readTree(given: string, { key, hasComments }: JsonTarget): Tree {
  const { mark, body: text } = splitMark(given);
  const plain = hasComments ? blankComments(text) : text;
  const scanner = new JsonScanner(plain);
  const servers: Shape = { members: () => "value" };
  const root = runSteps(readNode(scanner, { members: (each) => (each === key ? servers : "value") }));
  if (!Number.isNaN(scanner.peek())) scanner.fail("expected the end of the file");
  if (root.members === undefined) throw new ConfigFault("the file must be an object in braces", root.start);
  const found = findOnly(root.members, key);
  if (found !== undefined && found.value.members === undefined) {
    throw new ConfigFault(`"${key}" must be an object in braces`, found.value.start);
  }
  const entry = findOnly(found?.value.members ?? [], SERVER_NAME);
  return { mark, text, plain, root, servers: found, entry };
}

/** Of two members with one key most programs see the last; which one a person means can't be told. */
function findOnly(members: readonly JsonMember[], key: string): JsonMember | undefined {
  const [first, second] = members.filter((member) => member.key === key);
  if (second !== undefined) throw new ConfigFault(`"${key}" stands here for the second time`, second.start);
  return first;
}

function orProblem(given: string, target: JsonTarget, action: (tree: Tree) => ConfigEdit): ConfigEdit {
  try {
    return action(readTree(given, target));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError) && !(error instanceof ConfigFault)) throw error;
    const { body } = splitMark(given);
    const isComment = !target.hasComments && /^\/[/*]/.test(body.slice(error.offset));
    const problem = isComment ? "the client reads no comments in this file" : error.message;
    return { kind: "invalid", problem, ...findPlace(body, error.offset) };
  }
}
