/** Writes the rule for a path that someone has looked at, such that it matches that path and no other. */
import type { Operation } from "./access.js";
import { isWindowsPath, toRulePath } from "./path-letters.js";
import { familyNames } from "./rule-tools.js";

export interface RuleForPath {
  readonly operation: Operation;
  /** Absolute. */
  readonly path: string;
  /** The file alone, or everything in the folder. */
  readonly covers: "file" | "folder";
  /** The folder that the settings' patterns begin at; rules for what lies below it stay true when the folder is moved. */
  readonly from?: string | undefined;
}

/** What gitignore patterns give a meaning to after a slash, and a blank at the end. */
const SPECIAL = /[\\*?[]| $/g;

/** Undefined where the path is no valid text. */
export function ruleForPath({ operation, path, covers, from }: RuleForPath): string | undefined {
  if (!path.isWellFormed() || path.includes("\0")) return undefined;
  const isWindows = isWindowsPath(path);
  const place = toRulePath(path, isWindows);
  const folder = from === undefined ? undefined : toRulePath(from, isWindows);
  const isBelow = folder !== undefined && folder !== "/" && place.startsWith(`${folder}/`);
  const isFolderItself = place === folder && covers === "folder";
  const names = isBelow || isFolderItself ? place.slice(folder.length) : `/${place}`;
  const whole = covers === "folder" ? `${names === "//" ? "/" : escapeNames(names)}/**` : escapeNames(names);
  return `${familyNames[operation]}(${whole})`;
}

/** What means nothing to any shell between double quotes. */
const PLAIN_RULE = /^[\w./@+,=:()~* -]+$/;

/** The command by which a person allows it; undefined for a rule that a shell might take for something else. */
export function commandToAllow(rule: string, to: "local" | "user"): string | undefined {
  if (!PLAIN_RULE.test(rule)) return undefined;
  return `filewright permissions add allow "${rule}"${to === "local" ? "" : ` --to ${to}`}`;
}

function escapeNames(names: string): string {
  return names.replace(SPECIAL, "\\$&");
}
