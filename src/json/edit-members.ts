/** Changes of an object's members as splices: commas, blanks and line breaks go and come with the members. */
import type { Splice } from "../text/splice.js";
import { findMember, type JsonNode } from "./json-tree.js";
import type { ObjectStyle } from "./layout.js";

export interface MemberChanges {
  /** New values, as JSON, for members that are there. */
  readonly values: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
  /** Members that are not there yet, as key and JSON. */
  readonly added: readonly (readonly [key: string, value: string])[];
}

/** A list of keys in alphabetical order stays so; behind any other, a new key comes last. */
export function findKeyPlace(keys: readonly string[], key: string): number {
  const isSorted = keys.every((each, index) => index === 0 || (keys[index - 1] ?? "") <= each);
  const place = keys.findIndex((each) => each > key);
  return isSorted && place !== -1 ? place : keys.length;
}

/** Sorted and disjoint, all of them inside the object. At least one member has to stay. */
export function planMemberChanges(object: JsonNode, changes: MemberChanges, style: ObjectStyle): Splice[] {
  const { members = [] } = object;
  const splices: Splice[] = [];
  const kept = members.filter((member) => !changes.removed.has(member.key));
  const [firstKept] = kept;
  const [first] = members;
  if (first !== undefined && firstKept !== undefined && first !== firstKept) {
    splices.push({ start: first.start, end: firstKept.start, text: "" });
  }
  let previousEnd = 0;
  for (const member of members.slice(firstKept === undefined ? 0 : members.indexOf(firstKept))) {
    const { start, end } = member.value;
    const value = changes.values.get(member.key);
    if (changes.removed.has(member.key)) {
      splices.push({ start: previousEnd, end, text: "" });
    } else if (value !== undefined && findMember(object, member.key) === member) {
      // Of a repeated key the last one counts; the others are left alone.
      splices.push({ start, end, text: value });
    }
    previousEnd = end;
  }
  splices.push(...planAdditions(kept, changes.added, style));
  return splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

function planAdditions(
  kept: NonNullable<JsonNode["members"]>,
  added: MemberChanges["added"],
  style: ObjectStyle,
): Splice[] {
  const keys = kept.map((member) => member.key);
  const { between } = style.members;
  return added.map(([key, value]) => {
    const written = `${JSON.stringify(key)}${style.colon}${value}`;
    const before = kept[findKeyPlace(keys, key) - 1];
    if (before !== undefined) {
      return { start: before.value.end, end: before.value.end, text: `,${between}${written}` };
    }
    const start = kept[0]?.start ?? 0;
    return { start, end: start, text: `${written},${between}` };
  });
}
