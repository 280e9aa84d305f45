/** The bundle that MCP clients install: packed once, unpacked by another program, and started from there. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createToolkit, permissionModes } from "../../src/index.js";
import { tempWorkspace } from "../support/workspace.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const packageJson = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const base = realpathSync(mkdtempSync(join(tmpdir(), "filewright-mcpb-")));
const unpacked = join(base, "unpacked");
const name = `filewright-${packageJson.version}.mcpb`;

/** As clients do it: names and content, and who may run what. */
const unpack = `
import os, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
for info in archive.infolist():
    path = archive.extract(info, sys.argv[2])
    os.chmod(path, (info.external_attr >> 16) & 0o777)
    print(info.filename, info.date_time[0])
`;

let listing: string[] = [];
let said = "";

const pack = (folder: string): string =>
  execFileSync(process.execPath, [join(root, "scripts/pack-mcpb.js"), join(base, folder)], {
    encoding: "utf8",
  });

beforeAll(() => {
  said = pack("first");
  const words = ["-c", unpack, join(base, "first", name), unpacked];
  listing = execFileSync("python3", words, { encoding: "utf8" }).trimEnd().split("\n");
}, 120_000);

afterAll(() => rmSync(base, { recursive: true, force: true }));

interface Manifest {
  readonly [field: string]: unknown;
  readonly server: {
    readonly entry_point: string;
    readonly mcp_config: { readonly command: string; readonly args: readonly string[] };
  };
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  readonly user_config: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const readManifest = (): Manifest => JSON.parse(readFileSync(join(unpacked, "manifest.json"), "utf8"));

/** The fields that version 0.3 of the format knows, of which the schema allows no others. */
const knownFields = [
  "manifest_version name display_name version description long_description author repository homepage documentation",
  "support icon icons screenshots localization server tools tools_generated prompts prompts_generated keywords license",
  "privacy_policies compatibility user_config _meta",
].flatMap((line) => line.split(" "));

describe("The bundle's manifest", () => {
  it("fits its format [PACK-2]", () => {
    const manifest = readManifest();
    expect(Object.keys(manifest).filter((field) => !knownFields.includes(field))).toEqual([]);
    expect(manifest).toMatchObject({
      manifest_version: "0.3",
      name: "filewright",
      version: packageJson.version,
      description: expect.stringMatching(/./),
      author: { name: expect.stringMatching(/./) },
      license: packageJson.license,
      compatibility: { platforms: [process.platform], runtimes: { node: packageJson.engines.node } },
    });
    expect(Object.keys(manifest.server)).toEqual(["type", "entry_point", "mcp_config"]);
    expect(manifest.server.entry_point).toBe(packageJson.bin.filewright);
    expect(existsSync(join(unpacked, manifest.server.entry_point))).toBe(true);
    for (const option of Object.values(manifest.user_config)) {
      expect(option).toMatchObject({ title: expect.any(String), description: expect.any(String) });
      expect(["string", "number", "boolean", "directory", "file"]).toContain(option["type"]);
    }
    expect(manifest.user_config["roots"]).toMatchObject({
      type: "directory",
      multiple: true,
      required: true,
    });
    for (const mode of permissionModes) expect(manifest.user_config["mode"]?.["description"]).toContain(mode);
  });

  it("lists the tools in their own words [PACK-2]", () => {
    const { tools } = createToolkit({ history: false });
    expect(readManifest().tools).toEqual(
      tools.map(({ name: tool, description }) => ({ name: tool, description })),
    );
  });
});

describe("The bundle", () => {
  it("holds what runs and nothing for development [PACK-3]", () => {
    const names = listing.map((line) => line.slice(0, line.lastIndexOf(" ")));
    const packages = names.flatMap((each) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(each)?.[1] ?? []);
    const needed = Object.keys(packageJson.dependencies);
    expect([...new Set(packages)]).toEqual(expect.arrayContaining([...needed, "safer-buffer"]));
    const { devDependencies } = packageJson;
    expect(packages.filter((each) => each in devDependencies)).toEqual([]);
    const elsewhere = names.filter((each) => !/^(?:dist|native|node_modules)\//.test(each));
    expect(elsewhere).toEqual(["LICENSE", "manifest.json", "package.json"]);
    expect(names.filter((each) => /\.(?:ts|map|tsbuildinfo)$/.test(each))).toEqual([]);
    const own = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8"));
    expect(own).not.toHaveProperty("devDependencies");
    expect(own).not.toHaveProperty("scripts");
    expect(said).toContain(`for ${process.platform}-${process.arch} alone, because of node_modules/`);
  });

  it("is the same when it is made again [PACK-3]", () => {
    expect([...new Set(listing.map((line) => line.slice(line.lastIndexOf(" "))))]).toEqual([" 1980"]);
    pack("second");
    const [first, second] = ["first", "second"].map((folder) => readFileSync(join(base, folder, name)));
    expect(second?.equals(first ?? Buffer.alloc(0))).toBe(true);
  }, 120_000);

  it("keeps programs runnable [PACK-3]", () => {
    const programs = listing.filter((line) => /\/bin\/rg(?:\.exe)? /.test(line));
    expect(programs).toHaveLength(1);
    const [program = ""] = programs;
    expect(statSync(join(unpacked, program.slice(0, program.lastIndexOf(" ")))).mode & 0o111).toBe(0o111);
    for (const machine of ["x64", "arm64"])
      expect(statSync(join(unpacked, `native/sandbox-launcher-linux-${machine}`)).mode & 0o111).toBe(0o111);
  });

  it("starts with the folders and the mode that the user has chosen, and works in them [PACK-4]", async () => {
    const files = tempWorkspace({
      "one/a.txt": "first needle\n",
      "two/b.txt": "second needle\n",
      "c.txt": "third\n",
    });
    const { command, args } = readManifest().server.mcp_config;
    const chosen = { roots: [files.path("one"), files.path("two")], mode: ["dontAsk"] };
    // A list takes the place of its word as several words.
    const words = args.flatMap((word) => {
      const [, key] = /^\$\{user_config\.(\w+)\}$/.exec(word) ?? [];
      if (key !== undefined) return chosen[key as keyof typeof chosen];
      return [word.replace("${__dirname}", () => unpacked)];
    });
    const client = new Client({ name: "test", version: "1" });
    const env = {
      HOME: join(base, "home"),
      FILEWRIGHT_STATE: join(base, "state"),
      PATH: process.env["PATH"] ?? "",
    };
    expect(command).toBe("node");
    await client.connect(new StdioClientTransport({ command: process.execPath, args: words, env, cwd: "/" }));
    try {
      const { tools } = await client.listTools();
      const listed = readManifest().tools.map((tool) => tool.name);
      expect(tools.map((tool) => tool.name).toSorted()).toEqual(listed.toSorted());
      expect(client.getServerVersion()?.version).toBe(packageJson.version);
      const read = async (path: string): Promise<string> =>
        JSON.stringify(await client.callTool({ name: "Read", arguments: { file_path: path } }));
      expect(await read(files.path("one/a.txt"))).toContain("first needle");
      expect(await read(files.path("two/b.txt"))).toContain("second needle");
      expect(await read(files.path("c.txt"))).not.toContain("third");
      const path = files.path("two");
      const found = await client.callTool({ name: "Grep", arguments: { pattern: "needle", path } });
      expect(JSON.stringify(found)).toContain("b.txt");
    } finally {
      await client.close();
    }
  });
});
