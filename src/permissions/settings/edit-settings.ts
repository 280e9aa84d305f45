/**
 * Adding and removing one rule as splices of the file's text: every other byte stays as it is, and what is added is
 * written as the file writes the rest. Files that could not be used as settings are not edited.
 */
import { learnStringStyle, writeString } from "../../json/json-text.js";
import type { JsonNode } from "../../json/json-tree.js";
import {
  indentUnit,
  inOneLine,
  type Layout,
  learnItems,
  learnObjectStyle,
  type ObjectStyle,
} from "../../json/layout.js";
import { applySplices, type Splice } from "../../text/splice.js";
import { type RuleList, ruleLists } from "../access.js";
import { parseSettings } from "./parse-settings.js";
import {
  findEntries,
  findOnly,
  readSettingsTree,
  type SettingsProblem,
  type SettingsTree,
} from "./settings-tree.js";

export type SettingsEdit =
  | { readonly kind: "changed"; readonly text: string }
  /** Already there, or not there. */
  | { readonly kind: "unchanged" }
  | SettingsProblem;

/** `text` is undefined where there is no file yet. */
export function planRuleAddition(text: string | undefined, list: RuleList, rule: string): SettingsEdit {
  if (text === undefined) return { kind: "changed", text: writeNewFile(list, rule) };
  const tree = readUsable(text);
  if (tree.kind === "invalid") return tree;
  const entries = findEntries(tree, list);
  if (entries?.some(({ value }) => value === rule) === true) return { kind: "unchanged" };
  const written = writeString(rule, learnStringStyle(tree.text, tree.habits));
  return spliced(tree, [planAddition(tree, list, written)]);
}

export function planRuleRemoval(text: string, list: RuleList, rule: string): SettingsEdit {
  const tree = readUsable(text);
  if (tree.kind === "invalid") return tree;
  const entries = findEntries(tree, list) ?? [];
  const kept = entries.filter(({ value }) => value !== rule);
  if (kept.length === entries.length) return { kind: "unchanged" };
  const nodes = entries.map(({ node }) => node);
  const wholeList = findOnly(tree.permissions?.members ?? [], list)?.value as JsonNode;
  return spliced(
    tree,
    planItemRemoval(
      wholeList,
      nodes,
      kept.map(({ node }) => node),
    ),
  );
}

function readUsable(text: string): SettingsTree | SettingsProblem {
  const parsed = parseSettings(text);
  return parsed.kind === "invalid" ? parsed : readSettingsTree(text);
}

function spliced({ mark, text }: SettingsTree, splices: readonly Splice[]): SettingsEdit {
  return { kind: "changed", text: mark + applySplices(text, splices) };
}

function writeNewFile(list: RuleList, rule: string): string {
  return `${JSON.stringify({ permissions: { [list]: [rule] } }, undefined, 2)}\n`;
}

/** An item goes together with the comma and the blanks that set it apart from what stays. */
function planItemRemoval(list: JsonNode, items: readonly JsonNode[], kept: readonly JsonNode[]): Splice[] {
  const [firstKept] = kept;
  const [first] = items;
  if (first === undefined) return [];
  if (firstKept === undefined) return [{ start: list.start + 1, end: list.end - 1, text: "" }];
  const splices: Splice[] = [];
  if (first !== firstKept) splices.push({ start: first.start, end: firstKept.start, text: "" });
  let previousEnd = firstKept.end;
  for (const item of items.slice(items.indexOf(firstKept) + 1)) {
    if (!kept.includes(item)) splices.push({ start: previousEnd, end: item.end, text: "" });
    previousEnd = item.end;
  }
  return splices;
}

/** How objects are written here, the block of permissions and one level of lists below it included. */
interface FileStyle {
  readonly root: ObjectStyle;
  readonly permissions: ObjectStyle;
  readonly list: Layout;
}

function planAddition(tree: SettingsTree, list: RuleList, written: string): Splice {
  const { root, permissions } = tree;
  const style = learnFileStyle(tree);
  const present = permissions === undefined ? undefined : findOnly(permissions.members ?? [], list)?.value;
  if (present !== undefined) return addItem(tree, present, style, written);
  const block = `"${list}"${style.permissions.colon}${wrap("[", written, style.list, "]")}`;
  if (permissions !== undefined) return addMember(permissions, style.permissions, block);
  const value = wrap("{", block, style.permissions.members, "}");
  return addMember(root, style.root, `"permissions"${style.root.colon}${value}`);
}

function addItem(tree: SettingsTree, list: JsonNode, style: FileStyle, written: string): Splice {
  const last = list.items?.at(-1);
  if (last === undefined) {
    return { start: list.start, end: list.end, text: wrap("[", written, style.list, "]") };
  }
  const layout = learnItems(tree.text, list, style.permissions.members.between) ?? style.list;
  return { start: last.end, end: last.end, text: `,${layout.between}${written}` };
}

function addMember(object: JsonNode, style: ObjectStyle, written: string): Splice {
  const last = object.members?.at(-1);
  if (last === undefined) {
    return { start: object.start, end: object.end, text: wrap("{", written, style.members, "}") };
  }
  const { end } = last.value;
  return { start: end, end, text: `,${style.members.between}${written}` };
}

function wrap(open: string, inside: string, layout: Layout, close: string): string {
  return `${open}${layout.open}${inside}${layout.close}${close}`;
}

function learnFileStyle(tree: SettingsTree): FileStyle {
  const { text } = tree;
  const root = learnStyle(text, tree.root) ?? {
    members: laidOut(lineBreakOf(text), "", "  "),
    colon: ": ",
  };
  const learned = tree.permissions === undefined ? undefined : learnStyle(text, tree.permissions);
  const permissions = learned ?? { members: deeper(root.members), colon: root.colon };
  return { root, permissions, list: learnListLayout(tree, permissions) };
}

/** One member alone does not show what stands behind a comma; in one line it is what stands behind a colon. */
function learnStyle(text: string, object: JsonNode): ObjectStyle | undefined {
  const style = learnObjectStyle(text, object);
  if (style === undefined || object.members?.length !== 1 || style.members.open.includes("\n")) return style;
  const between = style.colon.slice(style.colon.indexOf(":") + 1);
  return { ...style, members: { ...style.members, between } };
}

/** As another list of the block has it, else one level deeper than the block, or in one line with it. */
function learnListLayout({ text, permissions }: SettingsTree, style: ObjectStyle): Layout {
  for (const list of ruleLists) {
    const example = findOnly(permissions?.members ?? [], list)?.value;
    const layout = example === undefined ? undefined : learnItems(text, example, style.members.between);
    if (layout !== undefined) return layout;
  }
  const { open } = style.members;
  // In one line, lists have no blanks inside their brackets, whatever objects have.
  return open.includes("\n")
    ? deeper(style.members)
    : { open: "", between: inOneLine(style.members.between), close: "" };
}

/** The same, one level further in. */
function deeper(members: Layout): Layout {
  const { open, close } = members;
  if (!open.includes("\n")) return { open, between: members.between, close };
  const lineBreak = open.slice(0, open.indexOf("\n") + 1).replace(/^[ \t]+/, "");
  return laidOut(lineBreak, open.slice(open.lastIndexOf("\n") + 1), indentUnit(members));
}

function laidOut(lineBreak: string, outer: string, unit: string): Layout {
  const inner = lineBreak + outer + unit;
  return { open: inner, between: inner, close: lineBreak + outer };
}

function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}
