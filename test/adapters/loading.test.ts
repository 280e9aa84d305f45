/** What each way into the package brings along, seen with the built package where nothing else is installed. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { tempWorkspace } from "../support/workspace.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { exports, peerDependencies, peerDependenciesMeta } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
) as {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, unknown>>;
};

/** Which packages an import of a subpath may need. All others are not there, so that asking for one fails. */
const needed: Readonly<Record<string, readonly string[]>> = {
  ".": [],
  "./ai": [],
  "./anthropic": [],
  "./claude-agent-sdk": ["@modelcontextprotocol/sdk"],
  "./langchain": ["@langchain/core"],
  "./mastra": ["@mastra/core"],
  "./openai-agents": [],
  "./opentelemetry": ["@opentelemetry/api"],
  "./testing": [],
};

describe("Every way into the package", () => {
  it("is listed here with what it needs [APR-9]", () => {
    const subpaths = Object.keys(exports).filter((subpath) => subpath !== "./package.json");
    expect(Object.keys(needed).toSorted()).toEqual(subpaths.toSorted());
    const packages = new Set(Object.values(needed).flat());
    expect([...packages].filter((name) => !(name in peerDependencies))).toEqual([]);
  });

  it("keeps nobody from installing the package who uses another version of an SDK, or none [APR-10]", () => {
    const { "@opentelemetry/api": _, ...sdks } = peerDependencies;
    expect(new Set(Object.values(sdks))).toEqual(new Set(["*"]));
    expect(Object.entries(peerDependenciesMeta)).toEqual(
      Object.keys(peerDependencies).map((name) => [name, { optional: true }]),
    );
  });

  it.each(Object.entries(needed))("%s loads %j and no other package [APR-9]", (subpath, packages) => {
    const host = tempWorkspace();
    const installed = host.path("node_modules", "filewright");
    mkdirSync(installed, { recursive: true });
    cpSync(join(root, "package.json"), join(installed, "package.json"));
    for (const part of ["index.js", "opentelemetry.js", "adapters", "testing", "chunks"])
      cpSync(join(root, "dist", part), join(installed, "dist", part), { recursive: true });
    for (const name of packages) {
      mkdirSync(dirname(host.path("node_modules", name)), { recursive: true });
      symlinkSync(join(root, "node_modules", name), host.path("node_modules", name));
    }
    const specifier = subpath === "." ? "filewright" : `filewright/${subpath.slice(2)}`;
    const program = `console.log(Object.keys(await import(${JSON.stringify(specifier)})).join())`;
    const said = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: host.root,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] },
    });
    expect(said.trim()).not.toBe("");
  });
});
