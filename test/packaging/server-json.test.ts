/** What the public registry is told of the server. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { permissionModes } from "../../src/index.js";
import { parseServerWords } from "../../src/mcp/stdio/server-words.js";

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"));

interface ServerJson {
  readonly $schema: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly packages: readonly {
    readonly packageArguments: readonly {
      readonly type: string;
      readonly name?: string;
      readonly value?: string;
      readonly choices?: readonly string[];
    }[];
  }[];
}

const server = read("server.json") as ServerJson;
const manifest = read("package.json") as { name: string; version: string; mcpName: string };

describe("server.json", () => {
  it("names this very package [PACK-1]", () => {
    expect(server).toMatchObject({
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
      name: manifest.mcpName,
      version: manifest.version,
      packages: [
        {
          registryType: "npm",
          identifier: manifest.name,
          version: manifest.version,
          runtimeHint: "npx",
          transport: { type: "stdio" },
        },
      ],
    });
  });

  it("keeps to the lengths and letters that the registry takes [PACK-1]", () => {
    expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(server.description.length).toBeLessThanOrEqual(100);
    expect(server.version).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    const fields = ["$schema", "name", "title", "description", "version", "packages"];
    expect(Object.keys(server)).toEqual(fields);
  });

  it("has arguments that the server takes [PACK-1]", () => {
    const [first, ...others] = server.packages[0]?.packageArguments ?? [];
    expect(first).toEqual({ type: "positional", value: "mcp" });
    expect(others.map(({ type, name }) => `${type} ${name}`)).toEqual(["named --root", "named --mode"]);
    expect(others[1]?.choices).toEqual(permissionModes);
    const words = ["--root", "/w/a", "--root", "/w/b", "--mode", "plan"];
    expect(parseServerWords(words)).toMatchObject({ root: ["/w/a", "/w/b"], mode: "plan" });
  });
});
