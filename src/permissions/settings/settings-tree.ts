/**
 * Where the parts of a settings file are: the one reading on which both using and editing it stand, so that they find
 * the same faults. Faults are told by their place; nothing of the file is quoted, because it may be a link to anything.
 */
import { JsonScanner, JsonSyntaxError, type StringHabits } from "../../json/json-scanner.js";
import {
  decodeValue,
  type JsonMember,
  type JsonNode,
  readNode,
  runSteps,
  type Shape,
} from "../../json/json-tree.js";
import { findPlace, type TextPlace } from "../../json/place.js";
import { ruleLists } from "../access.js";

/** What may stand in `permissions` and means something here. */
export const knownKeys: readonly string[] = [
  ...ruleLists,
  "defaultMode",
  "additionalDirectories",
  "disableBypassPermissionsMode",
];

/** Why a file can't be used as settings: a phrase without a full stop, and where. */
export interface SettingsProblem extends TextPlace {
  readonly kind: "invalid";
  readonly problem: string;
}

export interface SettingsTree {
  readonly kind: "tree";
  /** A byte order mark, or nothing; places are counted behind it. */
  readonly mark: string;
  readonly text: string;
  readonly root: JsonNode & { readonly members: readonly JsonMember[] };
  readonly permissions: JsonNode | undefined;
  readonly habits: StringHabits;
}

const listShape: Shape = { items: "value" };
const permissionsShape: Shape = {
  members: (key) =>
    key === "additionalDirectories" || ruleLists.some((list) => list === key) ? listShape : "value",
};
const limitsShape: Shape = { members: () => "value" };
const settingsShape: Shape = {
  members: (key) => (key === "permissions" ? permissionsShape : key === "limits" ? limitsShape : "value"),
};

class Fault extends Error {
  readonly offset: number;

  constructor(problem: string, offset: number) {
    super(problem);
    this.offset = offset;
  }
}

export function readSettingsTree(given: string): SettingsTree | SettingsProblem {
  const mark = given.startsWith("\ufeff") ? "\ufeff" : "";
  const text = given.slice(mark.length);
  return orProblem(text, () => {
    if (text.trim() === "") throw new Fault("the file is empty; settings without any rule are written {}", 0);
    const scanner = new JsonScanner(text);
    const root = readRoot(scanner);
    if (root.members === undefined) throw new Fault("settings must be an object in braces", root.start);
    const permissions = findOnly(root.members, "permissions")?.value;
    if (permissions !== undefined && permissions.members === undefined) {
      throw new Fault('"permissions" must be an object in braces', permissions.start);
    }
    return {
      kind: "tree",
      mark,
      text,
      root: { ...root, members: root.members },
      permissions,
      habits: scanner.habits,
    };
  });
}

/** Runs what may find a fault, and answers where it is. */
export function orProblem<T>(text: string, action: () => T): T | SettingsProblem {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof Fault) && !(error instanceof JsonSyntaxError)) throw error;
    return { kind: "invalid", problem: error.message, ...findPlace(text, error.offset) };
  }
}

function readRoot(scanner: JsonScanner): JsonNode {
  try {
    const root = runSteps(readNode(scanner, settingsShape));
    if (!Number.isNaN(scanner.peek())) scanner.fail("expected the end of the file");
    return root;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError) || scanner.text[error.offset] !== "/") throw error;
    throw new Fault("comments are not allowed in settings", error.offset);
  }
}

/** Of two members with one key, most readers see the last; what the first one forbids must not get lost that way. */
export function findOnly(members: readonly JsonMember[], key: string): JsonMember | undefined {
  const [first, second] = members.filter((member) => member.key === key);
  if (second !== undefined) throw new Fault(`"${key}" stands here for the second time`, second.start);
  return first;
}

export interface WrittenEntry {
  readonly value: string;
  readonly node: JsonNode;
}

/** The strings of a list in `permissions`, with their places; undefined where there is no such list. */
export function findEntries({ text, permissions }: SettingsTree, key: string): WrittenEntry[] | undefined {
  const list = findOnly(permissions?.members ?? [], key)?.value;
  if (list === undefined) return undefined;
  if (list.items === undefined) throw new Fault(`"${key}" must be a list in square brackets`, list.start);
  return list.items.map((node) => {
    const value = decodeValue(text, node);
    if (typeof value !== "string") throw new Fault(`each entry of "${key}" must be in quotes`, node.start);
    return { value, node };
  });
}

/** A word in `permissions`; undefined where there is none. */
export function findWord(
  { text, permissions }: SettingsTree,
  key: string,
): { readonly value: string; readonly node: JsonNode } | undefined {
  const node = findOnly(permissions?.members ?? [], key)?.value;
  if (node === undefined) return undefined;
  const value = decodeValue(text, node);
  if (typeof value !== "string") throw new Fault(`"${key}" must be a word in quotes`, node.start);
  return { value, node };
}

export function refuseValue(node: JsonNode, problem: string): never {
  throw new Fault(problem, node.start);
}
