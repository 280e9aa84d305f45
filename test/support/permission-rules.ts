/** Rules and requests in one line each, for tables: "user deny Read(.env)", "write /w/app/link -> /etc/hosts". */

import type { AbsolutePath } from "../../src/fs/paths.js";
import type {
  AccessRequest,
  GivenRule,
  Operation,
  RuleList,
  SourceKind,
} from "../../src/permissions/access.js";
import { compileRules } from "../../src/permissions/compile-rules.js";
import type { Anchors, RuleSet } from "../../src/permissions/rule-set.js";

export const anchors: Anchors = {
  workingDirectories: ["/w/app"],
  homes: ["/home/me"],
  roots: ["/w/app"],
  platform: "linux",
};

const folders: Readonly<Record<SourceKind, string>> = {
  managed: "/etc/filewright",
  user: "/home/me/.config/filewright",
  project: "/w/app",
  local: "/w/app",
  flag: "/home/me/agent",
  agent: "/w/app",
  host: "/w/app",
  session: "/w/app",
};

/** "[source] list rule"; the project's, unless another source is named. */
export function givenRule(line: string): GivenRule {
  const [, kind = "project", list = "deny", text = ""] =
    /^(?:(user|project|local|flag|host|session) )?(deny|ask|allow) (.*)$/s.exec(line) ?? [];
  const source = { kind: kind as SourceKind, folders: [folders[kind as SourceKind]] };
  return {
    text,
    list: list as RuleList,
    source: ["host", "session"].includes(kind)
      ? source
      : { ...source, file: `${source.folders[0]}/settings.json` as AbsolutePath },
  };
}

export function compileLines(lines: readonly string[], where: Partial<Anchors> = {}): RuleSet {
  return compileRules(lines.map(givenRule), { ...anchors, ...where });
}

/** "[tool] read|write path[/] [-> real path]"; a slash at the end makes it a folder. */
export function request(line: string): AccessRequest {
  const [, tool, operation = "read", given = "", leadsTo] =
    /^(?:([A-Z]\w*) )?(read|write) (.*?)(?: -> (.*))?$/s.exec(line) ?? [];
  const isFolder = given.length > 1 && given.endsWith("/");
  const path = isFolder ? given.slice(0, -1) : given;
  const realPath = leadsTo ?? path;
  return {
    tool: tool ?? (operation === "read" ? "Read" : "Edit"),
    operation: operation as Operation,
    path,
    realPath,
    kind: isFolder ? "folder" : "file",
    isInsideRoots: isInApp(realPath),
    isNamedInsideRoots: isInApp(path),
    foldsCase: false,
  };
}

function isInApp(path: string): boolean {
  return path === "/w/app" || path.startsWith("/w/app/");
}
