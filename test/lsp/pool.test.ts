import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Roots } from "../../src/fs/containment.js";
import type { AbsolutePath, RealPath } from "../../src/fs/paths.js";
import { type PoolGround, ServerPool } from "../../src/lsp/server-pool.js";
import { isGone } from "../process/helper-support.js";
import { type FakeLanguageServer, fakeLanguageServer } from "../support/fake-language-server.js";
import { until } from "./server-support.js";
import { type Home, makeHome } from "./settings-support.js";

interface Pooled extends Home {
  readonly fake: FakeLanguageServer;
  readonly pool: ServerPool;
  readonly told: string[];
  readonly at: (name: string) => RealPath;
  /** What is found in a file with this text, by all servers that it concerns. */
  readonly look: (name: string, text: string) => Promise<unknown[]>;
}

function makePool(adapt: (home: Home) => Partial<PoolGround> = () => ({})): Pooled {
  const home = makeHome({ "inner/readme": "" });
  const fake = fakeLanguageServer();
  home.setUp({ fake: { command: fake.command, languages: { ".txt": "plain" }, environment: { OWN: "1" } } });
  const told: string[] = [];
  const pool = new ServerPool({
    ...home.ground,
    isTrusted: () => false,
    onState: ({ name, root }, state) => told.push(`${name} ${root.slice(home.project.root.length)} ${state}`),
    onOthers: ({ name }, path) => told.push(`${name} ${path}`),
    ...adapt(home),
  });
  onTestFinished(() => pool.close());
  const at = (name: string): RealPath => home.project.path(name) as RealPath;
  const look: Pooled["look"] = async (name, text) => {
    const servers = await pool.serversFor(at(name));
    const document = { path: at(name), text, isSaved: false };
    return Promise.all(servers.map(({ server, languageId }) => server.check({ ...document, languageId })));
  };
  return { ...home, fake, pool, told, at, look };
}

describe("The language servers of a workspace", () => {
  it("are made when a file calls for them, one for each root [LSP-23]", async () => {
    const { pool, fake, told, own, project, look } = makePool();
    expect(await look("a.unknown", "ERROR(one)")).toEqual([]);
    expect(await pool.serversFor(own.path("a.txt") as RealPath)).toEqual([]);
    expect([pool.describe(), fake.pids()]).toEqual([[], []]);
    expect(await look("a.txt", "ERROR(one)")).toMatchObject([{ diagnostics: [{ message: "one" }] }]);
    expect(await look("sub/b.txt", "ERROR(two)")).toMatchObject([{ diagnostics: [{ message: "two" }] }]);
    expect(pool.describe()).toEqual([
      { name: "fake", root: project.root, state: "ready", pid: fake.pids()[0], openDocuments: 2 },
    ]);
    expect(told).toEqual(["fake  starting", "fake  ready"]);
  });

  it("belong to the innermost root of a file [LSP-23]", async () => {
    const { pool, project, look } = makePool(({ ground, project: { root } }) => ({
      roots: new Roots([root, join(root, "inner")] as AbsolutePath[], ground.fileSystem),
    }));
    await look("a.txt", "one");
    await look("inner/a.txt", "two");
    expect(pool.describe().map(({ root }) => root)).toEqual([project.root, project.path("inner")]);
  });

  it("get the person's environment by a list, and nothing of the host's secrets [LSP-22]", async () => {
    const { fake, own, look } = makePool();
    await look("a.txt", "one");
    const environment = fake.log()[0]?.environment ?? {};
    expect(environment).toMatchObject({ PATH: own.path("bin"), HOME: own.root, OWN: "1" });
    expect(environment).not.toHaveProperty("API_KEY");
  });

  it("are made anew when what they were made from has changed [LSP-23]", async () => {
    let now = Date.now();
    const { fake, look, setUp, pool } = makePool(() => ({ now: () => now }));
    await look("a.txt", "one");
    const [pid = 0] = fake.pids();
    setUp({ fake: { command: fake.command, languages: { ".txt": "other" } } });
    now += 60_000;
    await look("a.txt", "two");
    expect(await isGone(pid)).toBe(true);
    expect(fake.received("textDocument/didOpen")).toMatchObject([
      { textDocument: { languageId: "plain" } },
      { textDocument: { languageId: "other" } },
    ]);
    expect(pool.describe()).toHaveLength(1);
  });

  it("are told of files that change on the disk, also those that they do not check [LSP-24]", async () => {
    const { fake, pool, at, own, look } = makePool();
    pool.tellOfFile(at("early.json"), "created");
    await look("a.txt", "one");
    pool.tellOfFile(at("config.json"), "changed");
    pool.tellOfFile(own.path("elsewhere.json") as RealPath, "changed");
    await until(() => fake.received("workspace/didChangeWatchedFiles").length > 0);
    expect(fake.received("workspace/didChangeWatchedFiles")).toEqual([
      { changes: [{ uri: expect.stringMatching(/config\.json$/), type: 2 }] },
    ]);
  });

  it("end when the workspace does, and none is made afterwards [LSP-23]", async () => {
    const { fake, pool, at, look } = makePool();
    await look("a.txt", "one");
    await pool.close();
    for (const pid of fake.pids()) expect(await isGone(pid)).toBe(true);
    expect(await pool.serversFor(at("a.txt"))).toEqual([]);
  });
});
