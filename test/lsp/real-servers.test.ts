import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AbsolutePath, RealPath } from "../../src/fs/paths.js";
import type { Checked } from "../../src/lsp/checked.js";
import { knownServers } from "../../src/lsp/known-servers.js";
import { LanguageServer } from "../../src/lsp/language-server.js";
import { resolveServer } from "../../src/lsp/resolve-server.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "../support/workspace.js";
import { until } from "./server-support.js";

const require = createRequire(import.meta.url);
/** From their packages; people have them on their PATH. */
const programs: Readonly<Record<string, string>> = {
  typescript: join(dirname(require.resolve("typescript/package.json")), "bin/tsc"),
  pyright: join(dirname(require.resolve("pyright/package.json")), "langserver.index.js"),
};

interface Real {
  readonly files: TempWorkspace;
  readonly server: LanguageServer;
  readonly others: Map<string, readonly string[]>;
  readonly check: (name: string, text: string) => Promise<Checked>;
}

/** One of the table, as it is started in a folder that nobody has said they trust. */
function start(name: string, languageId: string, tree: Tree): Real {
  const files = tempWorkspace(tree);
  const definition = knownServers.find((each) => each.name === name);
  if (definition === undefined) throw new Error(name);
  const path = programs[name] ?? "";
  const environment = { PATH: process.env["PATH"] ?? "", HOME: files.path("home") };
  const program = { path, realPath: path } as { path: AbsolutePath; realPath: RealPath };
  const spec = resolveServer({ definition, program }, { environment, isTrusted: false });
  if (spec === undefined) throw new Error("not started here");
  const others: Real["others"] = new Map();
  const server = new LanguageServer({
    spec,
    root: files.root as AbsolutePath,
    now: Date.now,
    onState: () => undefined,
    onOthers: (changed, diagnostics) =>
      others.set(
        changed.slice(files.root.length + 1),
        diagnostics.map(({ message }) => message),
      ),
  });
  onTestFinished(() => server.close());
  const check: Real["check"] = (file, text) => {
    files.write(file, text);
    return server.check({ path: files.path(file) as RealPath, languageId, text, isSaved: true });
  };
  return { files, server, others, check };
}

const none: Checked = { state: "fresh", diagnostics: [] };

describe("Real language servers", () => {
  it("TypeScript's compiler finds an error in exactly the text it was told [LSP-25]", async () => {
    const { server, others, check } = start("typescript", "typescript", {
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] } }',
      "other.ts": "export const other: number = 1;\n",
    });
    const good = 'import { other } from "./other.js";\nexport const sum: number = other + 1;\n';
    const bad = 'import { other } from "./other.js";\nexport const sum: string = other + 1;\n';
    expect(await check("main.ts", good)).toEqual(none);
    const pid = server.pid;
    for (let round = 0; round < 3; round += 1) {
      expect(await check("main.ts", bad)).toEqual({
        state: "fresh",
        diagnostics: [
          {
            line: 2,
            column: 14,
            endLine: 2,
            endColumn: 17,
            severity: "error",
            message: "Type 'number' is not assignable to type 'string'.",
            code: "2322",
            source: "ts",
          },
        ],
      });
      expect(await check("main.ts", good)).toEqual(none);
    }
    // A change elsewhere is told without being asked for.
    expect(await check("other.ts", 'export const other: string = "1";\n')).toEqual(none);
    await until(() => others.get("main.ts")?.length === 1);
    expect(others.get("main.ts")).toEqual(["Type 'string' is not assignable to type 'number'."]);
    expect(server.pid).toBe(pid);
  });

  it("pyright finds an error in exactly the text it was told [LSP-25]", async () => {
    const { server, check } = start("pyright", "python", {});
    const bad = 'count: int = "one"\n';
    for (let round = 0; round < 3; round += 1) {
      expect(await check("main.py", bad)).toMatchObject({
        state: "fresh",
        diagnostics: [{ line: 1, column: 14, severity: "error", code: "reportAssignmentType" }],
      });
      expect(await check("main.py", "count: int = 1\n")).toEqual(none);
    }
    expect(server.openDocuments).toBe(1);
  });
});
