/** Decodes the parts of a notebook whose form is checked. Parts with too many values would take long, and are left out. */
import { decodeValue, type JsonNode } from "../json/json-tree.js";
import { formatCount } from "../text/quantities.js";
import { visible } from "../text/visible.js";

/** Of a cell, or of everything around the cells. Only outputs with the numbers of a large plot have more. */
const MAX_VALUES = 50_000;

export const TOO_MANY_VALUES: string = `has more than ${formatCount(MAX_VALUES)} values`;

export interface DecodedObject {
  /** Lists and objects that were left out are empty in it. */
  readonly value: unknown;
  /** The members that were left out. */
  readonly left: readonly string[];
}

/** `chooses` tells which members to decode; by default all. */
export function decodeObject(
  text: string,
  node: JsonNode,
  chooses: (key: string) => boolean = () => true,
): DecodedObject {
  if (node.members === undefined) return { value: decodeOrEmpty(text, node, MAX_VALUES), left: [] };
  const left: string[] = [];
  let room = MAX_VALUES;
  const decoded = node.members
    .filter(({ key }) => chooses(key))
    .map(({ key, value }) => {
      const member = [key, decodeOrEmpty(text, value, room)];
      if (value.values > room) left.push(visible(key));
      else room -= value.values;
      return member;
    });
  return { value: Object.fromEntries(decoded), left };
}

export function hasTooManyValues(nodes: readonly JsonNode[]): boolean {
  return nodes.reduce((sum, { values }) => sum + values, 0) > MAX_VALUES;
}

function decodeOrEmpty(text: string, node: JsonNode, room: number): unknown {
  if (node.values <= room) return decodeValue(text, node);
  return text.startsWith("{", node.start) ? {} : [];
}
