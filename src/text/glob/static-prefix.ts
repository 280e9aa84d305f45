/** The folders in which a glob can only ever find something, so that a search begins there. */
import { MAX_GLOB_LENGTH, parseGlob } from "./parse-glob.js";
import { canVanish, type GlobSequence } from "./syntax.js";

export interface StaticPrefix {
  /** Without escapes, without a slash at the end; empty when the glob begins with a wildcard or is only a name. */
  readonly folder: string;
  /** A glob for paths relative to that folder. */
  readonly rest: string;
}

export function splitStaticPrefix(pattern: string): StaticPrefix {
  const whole = { folder: "", rest: pattern };
  if (pattern.length > MAX_GLOB_LENGTH) return whole;
  const { nodes, isNegated } = parseGlob(pattern);
  if (isNegated) return whole;
  let folder = "";
  let name = "";
  let restStart: number | undefined;
  let restNodes = nodes;
  for (const [index, node] of nodes.entries()) {
    if (node.kind === "literal") name += String.fromCodePoint(node.code);
    else if (node.kind !== "slash") break;
    else {
      if (name !== "") folder += folder === "" || folder === "/" ? name : `/${name}`;
      else if (restStart === undefined && !node.isHere) folder = "/";
      name = "";
      restStart = node.end;
      restNodes = nodes.slice(index + 1);
    }
  }
  if (restStart === undefined) return whole;
  return { folder, rest: keepMeaning(pattern.slice(restStart), restNodes) };
}

/** The path that a glob without any wildcard names, without escapes. */
export function findLiteralPath(pattern: string): string | undefined {
  if (pattern.length > MAX_GLOB_LENGTH) return undefined;
  const { nodes, isNegated } = parseGlob(pattern);
  let path = "";
  for (const node of nodes) {
    if (node.kind === "literal") path += String.fromCodePoint(node.code);
    else if (node.kind === "slash" && path !== "") path += "/";
    else return undefined;
  }
  return isNegated || path === "" || path.endsWith("/") ? undefined : path;
}

/** What stood behind a folder must mean the same now that it stands first. */
function keepMeaning(rest: string, nodes: GlobSequence): string {
  if (rest === "") return "**";
  const wouldNegate = rest.startsWith("!") && !rest.startsWith("!(");
  // `a/{,b}` is also `a/`, all below it.
  return wouldNegate || canVanish(nodes) ? `./${rest}` : rest;
}
