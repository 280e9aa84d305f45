/**
 * The architecture as a test. Folders import only along the arrows listed here; who needs a new arrow adds it here,
 * in the open, and keeps ARCHITECTURE.md true.
 */
import { describe, expect, it } from "vitest";
import { readSources, resolveImport } from "../support/source-files.js";

/** Which folders each folder may import from, besides itself. Read from the bottom up. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  // 0 pure
  text: [],
  errors: ["text"],
  schema: ["errors", "text"],
  json: ["text"],
  notebook: ["json", "text"],
  // 1 platform
  process: [],
  fs: ["errors", "process", "text"],
  locks: ["fs"],
  // 2 services
  content: ["fs", "locks", "text"],
  tokens: ["process", "text"],
  notify: ["errors", "fs", "json", "process", "text"],
  lsp: ["fs", "json", "locks", "notify", "process", "text"],
  permissions: ["errors", "fs", "json", "process", "session", "text"],
  history: ["content", "fs"],
  mutation: ["content", "errors", "fs", "history", "locks", "text"],
  session: ["content", "errors", "fs", "lsp", "process", "text", "tokens"],
  search: ["content", "errors", "fs", "process", "text"],
  media: ["json", "notebook", "process", "text"],
  git: ["content", "fs", "process", "text"],
  attribution: ["content", "errors", "fs", "git", "history", "mutation", "text"],
  secrets: ["errors", "fs", "text"],
  skills: ["fs", "notify", "text"],
  audit: ["errors", "fs", "locks", "mutation", "notify", "secrets"],
  // 3 tools
  "package-version.ts": [],
  "workspace-access.ts": ["fs", "permissions", "process"],
  "workspace-participants.ts": ["permissions", "session"],
  "server-access.ts": ["fs", "lsp", "permissions", "workspace-access.ts", "workspace-participants.ts"],
  "workspace-listeners.ts": [
    "audit",
    "fs",
    "git",
    "locks",
    "lsp",
    "notify",
    "package-version.ts",
    "process",
    "secrets",
    "server-access.ts",
    "session",
    "skills",
    "workspace-access.ts",
    "workspace-participants.ts",
  ],
  "workspace-location.ts": ["errors", "fs"],
  "restore-access.ts": ["fs", "permissions", "workspace-access.ts"],
  "workspace.ts": [
    "audit",
    "content",
    "fs",
    "history",
    "locks",
    "media",
    "mutation",
    "notify",
    "permissions",
    "process",
    "restore-access.ts",
    "search",
    "session",
    "text",
    "tokens",
    "workspace-access.ts",
    "workspace-listeners.ts",
    "workspace-location.ts",
  ],
  "workspace-sandbox.ts": ["fs", "git", "process", "search", "session", "workspace.ts"],
  tools: [
    "content",
    "errors",
    "fs",
    "git",
    "locks",
    "lsp",
    "media",
    "mutation",
    "notebook",
    "notify",
    "permissions",
    "process",
    "schema",
    "search",
    "secrets",
    "session",
    "text",
    "tokens",
    "workspace-access.ts",
    "workspace.ts",
  ],
  "history-access.ts": ["fs", "history", "permissions", "restore-access.ts", "tools", "workspace.ts"],
  "history-events.ts": ["content", "history", "mutation", "notify", "session", "text", "workspace.ts"],
  "history-restore.ts": [
    "fs",
    "history",
    "history-access.ts",
    "history-events.ts",
    "mutation",
    "session",
    "workspace.ts",
  ],
  "toolkit-history.ts": [
    "attribution",
    "errors",
    "fs",
    "history",
    "history-access.ts",
    "history-events.ts",
    "history-restore.ts",
    "mutation",
    "permissions",
    "session",
    "tools",
    "workspace.ts",
  ],
  "toolkit-permissions.ts": ["fs", "permissions", "session", "text", "tools", "workspace.ts"],
  desk: [
    "content",
    "errors",
    "fs",
    "history-access.ts",
    "notify",
    "permissions",
    "session",
    "text",
    "workspace-participants.ts",
    "workspace.ts",
  ],
  "toolkit.ts": [
    "desk",
    "errors",
    "permissions",
    "schema",
    "session",
    "toolkit-history.ts",
    "toolkit-permissions.ts",
    "tools",
    "workspace-location.ts",
    "workspace.ts",
  ],
  // 4 doors
  launch: ["fs"],
  mcp: [
    "errors",
    "fs",
    "json",
    "lsp",
    "package-version.ts",
    "permissions",
    "process",
    "session",
    "text",
    "toolkit.ts",
    "tools",
    "workspace-sandbox.ts",
    "workspace.ts",
  ],
  console: [
    "desk",
    "errors",
    "fs",
    "history",
    "history-restore.ts",
    "mcp",
    "notify",
    "permissions",
    "process",
    "toolkit-permissions.ts",
    "toolkit.ts",
    "workspace.ts",
  ],
  cli: [
    "attribution",
    "audit",
    "console",
    "errors",
    "fs",
    "history",
    "history-restore.ts",
    "json",
    "locks",
    "lsp",
    "mcp",
    "media",
    "mutation",
    "notify",
    "package-version.ts",
    "permissions",
    "process",
    "schema",
    "search",
    "server-access.ts",
    "session",
    "text",
    "tokens",
    "toolkit-permissions.ts",
    "toolkit.ts",
    "tools",
    "workspace.ts",
  ],
  adapters: [
    "content",
    "errors",
    "fs",
    "mcp",
    "package-version.ts",
    "permissions",
    "schema",
    "session",
    "text",
    "toolkit.ts",
    "tools",
    "workspace.ts",
  ],
  testing: ["fs", "media", "permissions", "text", "toolkit.ts"],
  "opentelemetry.ts": ["notify", "package-version.ts"],
  "index.ts": [
    "attribution",
    "audit",
    "errors",
    "fs",
    "git",
    "history",
    "history-restore.ts",
    "lsp",
    "mutation",
    "notify",
    "permissions",
    "schema",
    "secrets",
    "session",
    "text",
    "tokens",
    "toolkit-history.ts",
    "toolkit-permissions.ts",
    "toolkit.ts",
    "tools",
    "workspace-location.ts",
    "workspace.ts",
  ],
};

const sources = readSources();
const folderOf = (path: string): string => path.split("/")[0] ?? path;

describe("The layers", () => {
  it("are imported only along the listed arrows, and every arrow is used [HOUSE-1]", () => {
    const used = new Map<string, Set<string>>();
    for (const source of sources) {
      for (const { specifier } of source.imports) {
        const target = resolveImport(source, specifier);
        if (target === undefined || folderOf(target) === folderOf(source.path)) continue;
        const targets = used.get(folderOf(source.path)) ?? new Set();
        used.set(folderOf(source.path), targets.add(folderOf(target)));
      }
    }
    const actual = Object.fromEntries(
      Object.keys(arrows).map((folder) => [folder, [...(used.get(folder) ?? [])].toSorted()]),
    );
    const wanted = Object.fromEntries(
      Object.entries(arrows).map(([folder, list]) => [folder, list.toSorted()]),
    );
    expect(actual).toEqual(wanted);
    expect([...new Set(sources.map((source) => folderOf(source.path)))].toSorted()).toEqual(
      Object.keys(arrows).toSorted(),
    );
  });

  it("have no cycles between modules [HOUSE-1]", () => {
    const graph = new Map(
      sources.map((source) => [
        source.path,
        source.imports
          .filter((entry) => !entry.isTypeOnly)
          .map((entry) => resolveImport(source, entry.specifier))
          .filter((target) => target !== undefined),
      ]),
    );
    const finished = new Set<string>();
    const visit = (path: string, way: readonly string[]): void => {
      if (way.includes(path)) throw new Error(`cycle: ${[...way, path].join(" → ")}`);
      if (finished.has(path)) return;
      for (const target of graph.get(path) ?? []) visit(target, [...way, path]);
      finished.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
    expect(finished.size).toBe(sources.length);
  });

  it.each([
    ["node:fs", ["fs/node"]],
    ["node:fs/promises", []],
    ["node:child_process", ["process/run-program.ts"]],
    ["node:os", ["fs/node"]],
    ["node:net", ["mcp/http/binding.ts", "mcp/http/listener.ts", "process/local-socket.ts"]],
    [
      "node:worker_threads",
      ["media/notebook/notebook-worker.ts", "media/pdf/pdf-worker.ts", "process/worker-thread.ts"],
    ],
  ])("let only the right place import %s [HOUSE-1]", (specifier, allowed) => {
    const importers = sources.filter((source) =>
      source.imports.some((entry) => entry.specifier === specifier),
    );
    const places = importers.map((source) =>
      source.path.replace(/^fs\/node(?:-file-system\.ts|\/.*)$/, "fs/node"),
    );
    expect([...new Set(places)].toSorted()).toEqual(allowed);
  });

  it("let only mutation change user files [HOUSE-1]", () => {
    const changing = /\.(?:replaceIfUnchanged|removeIfUnchanged|stage|createParents)\(/;
    const places = sources.filter((source) => changing.test(source.text)).map(({ path }) => folderOf(path));
    // The contract of file systems tries these on disks that are made for it.
    expect([...new Set(places)].toSorted()).toEqual(["mutation", "testing"]);
  });

  it("keep the pure folders free of disk, clock and environment [HOUSE-1]", () => {
    const impure = /\bprocess\.(?:env|cwd|platform)|\bDate\.now|new Date\(|Math\.random|performance\.now/;
    const offenders = sources.filter(
      (source) =>
        ["text", "errors", "schema", "json", "notebook"].includes(folderOf(source.path)) &&
        impure.test(source.text),
    );
    expect(offenders.map((source) => source.path)).toEqual([]);
  });

  it("hold no mutable state in modules [HOUSE-5]", () => {
    const offenders = sources.flatMap((source) =>
      source.text
        .split("\n")
        .filter((line) => /^(?:export )?(?:let|var) /.test(line) || isMutableContainer(line))
        .map((line) => `${source.path}: ${line}`),
    );
    expect(offenders).toEqual([]);
  });

  it("never replace text by a pattern that user content could expand [HOUSE-1]", () => {
    const offenders = sources.flatMap((source) =>
      [...source.text.matchAll(/\.replace(?:All)?\([^\n]*,\s*`[^`]*\$\{/g)].map(
        (match) => `${source.path}: ${match[0]}`,
      ),
    );
    expect(offenders).toEqual([]);
  });
});

/** A container at the top of a module must at least be typed read-only. */
function isMutableContainer(line: string): boolean {
  return /^(?:export )?const \w+(?:: (?!Readonly)[\w<>, ]+)? = new (?:Map|Set|WeakMap|Array)\(\)/.test(line);
}
