/**
 * The answers that a question offers, each with exactly what it would add. Only what would really spare the next
 * question is offered: no grant passes an ask rule, a protected path or a change of what runs later.
 */
import { basename, dirname, join, relative, sep } from "node:path";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { GivenRule, Operation, Reason } from "./access.js";
import type { Suggestion } from "./ask.js";
import { ruleForPath } from "./print-rule.js";
import { AGENT_FOLDER } from "./protected-paths.js";

export interface AskedAbout {
  readonly operation: Operation;
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
  /** It is a folder that a search looks through. */
  readonly isFolder: boolean;
  readonly reason: Reason;
  /** The root it lies in, under the name it was given and the one it really has; undefined outside all. */
  readonly root: { readonly given: AbsolutePath; readonly real: RealPath } | undefined;
  /** Where "always" is written, and the root whose settings these are. */
  readonly local: { readonly file: AbsolutePath; readonly root: AbsolutePath } | undefined;
}

const once: Suggestion = { scope: "once", covers: "file" };

export function suggestAnswers(asked: AskedAbout): readonly Suggestion[] {
  if (!isSameBelowRoot(asked)) return [once];
  if (asked.reason.kind === "protected") return [once, ...suggestOwnFolder(asked)];
  if (asked.reason.kind !== "default") return [once];
  // The rule for a folder's own name covers all that is in it; the folder above is more than was asked for.
  const covers = asked.isFolder ? (["folder"] as const) : (["file", "folder"] as const);
  const session = covers.map((each) => suggestion("session", each, asked));
  const always = asked.local === undefined ? [] : covers.map((each) => suggestion("always", each, asked));
  return [once, ...[...session, ...always].filter((each) => each !== undefined)];
}

/** The rule of a suggestion, as a grant of this session. */
export function grantOf({ rule }: Suggestion, { root, reason }: AskedAbout): GivenRule | undefined {
  if (rule === undefined) return undefined;
  const folders = root === undefined ? [] : [...new Set([root.given, root.real])];
  const isForProtected = reason.kind === "protected" ? { isForProtected: true as const } : {};
  return { text: rule, list: "allow", source: { kind: "session", folders }, ...isForProtected };
}

/** An allow rule must cover the path as it was given and where it leads; one rule does if a root is all that differs. */
function isSameBelowRoot({ path, realPath, root }: AskedAbout): boolean {
  if (path === (realPath as string)) return true;
  if (root === undefined) return false;
  const way = relative(root.real, realPath);
  return relative(root.given, path) === way || path === join(root.real, way);
}

function suggestion(
  scope: "session" | "always",
  covers: "file" | "folder",
  asked: AskedAbout,
): Suggestion | undefined {
  const { operation, path, realPath, isFolder, root, local } = asked;
  // Settings of another root than the file's begin elsewhere: there the whole path is needed, and must be the only one.
  const isOwnRoot = root !== undefined && (scope === "session" || local?.root === root.given);
  if (!isOwnRoot && path !== (realPath as string)) return undefined;
  const isOfFolder = covers === "folder" && !isFolder;
  const place = isOfFolder ? dirname(realPath) : realPath;
  // A look into a folder is one at the folder itself too, which only the rule for its own name covers. No rule that
  // allows covers the root of the disk itself.
  const isByName = !isOfFolder || operation === "read";
  if (isByName && dirname(place) === place) return undefined;
  const rule = ruleForPath({
    operation,
    path: place,
    covers: isByName ? "file" : "folder",
    ...(isOwnRoot ? { from: root.real } : {}),
  });
  if (rule === undefined) return undefined;
  return {
    scope,
    covers,
    rule,
    ...(scope === "always" && local !== undefined ? { savedTo: local.file } : {}),
  };
}

/** The agent's own folder, which it may be let into for a session as a whole. */
function suggestOwnFolder(asked: AskedAbout): readonly Suggestion[] {
  const { operation, realPath, root, reason } = asked;
  if (reason.kind !== "protected" || reason.name !== AGENT_FOLDER) return [];
  let folder: string = dirname(realPath);
  while (
    basename(folder).toLowerCase() !== AGENT_FOLDER &&
    folder.includes(sep) &&
    folder !== dirname(folder)
  ) {
    folder = dirname(folder);
  }
  const from = root === undefined ? {} : { from: root.real };
  const rule = ruleForPath({ operation, path: folder, covers: "folder", ...from });
  return rule === undefined ? [] : [{ scope: "session", covers: "folder", rule }];
}
