import { describe, expect, it } from "vitest";
import type { SavedFile } from "../../../src/index.js";
import { createFileVersions, VERSION_LIFETIME_MS } from "../../../src/mcp/file-versions.js";
import { createSealer } from "../../../src/mcp/sealer.js";
import { connectClient, connectOldClient, serveHttp, type TestServer } from "../../support/http-server.js";
import { code, notebookOf } from "../../support/notebook-files.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";

interface Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly version: string | undefined;
  readonly error: { readonly code: string } | undefined;
}

interface Caller {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
}

async function call(client: Caller, name: string, args: Record<string, unknown>): Promise<Answer> {
  const result = (await client.callTool({ name, arguments: args })) as {
    content: readonly { text?: string }[];
    isError?: boolean;
    _meta: Record<string, unknown>;
  };
  return {
    text: result.content.map(({ text }) => text ?? "").join("\n"),
    isError: result.isError === true,
    version: result._meta["filewright/file-version"] as string | undefined,
    error: result._meta["filewright/error"] as Answer["error"],
  };
}

const STALE =
  "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.";

async function serveFile(): Promise<{ files: TempWorkspace; server: TestServer; path: string }> {
  const files = tempWorkspace({ "a.txt": "one\ntwo\nthree\n" });
  return { files, server: await serveHttp(files), path: files.path("a.txt") };
}

describe("The version of a file", () => {
  it("comes with Read and every change, short enough to be copied [HTTP-14]", async () => {
    const { server, path, files } = await serveFile();
    const client = await connectClient(server);
    const read = await call(client, "Read", { file_path: path });
    expect(read.version).toMatch(/^[\w-]+\.[\w-]+$/);
    expect(read.version?.length).toBeLessThan(160);
    expect(read.text.split("\n").at(-1)).toBe(`file_version: ${read.version}`);
    const edited = await call(client, "Edit", {
      file_path: path,
      old_string: "two",
      new_string: "2",
      file_version: read.version,
    });
    expect(edited.isError).toBe(false);
    expect(edited.version).not.toBe(read.version);
    expect(edited.version?.length).toBeLessThan(160);
    const written = await call(client, "Write", {
      file_path: path,
      content: "all new\n",
      file_version: edited.version,
    });
    expect(written.text.split("\n").at(-1)).toBe(`file_version: ${written.version}`);
    expect(files.read("a.txt")).toBe("all new\n");
  });

  it("is for programs alone where there is a session, and works there too [HTTP-14]", async () => {
    const { server, path, files } = await serveFile();
    const read = await call(await connectOldClient(server), "Read", { file_path: path });
    expect(read.text).not.toContain("file_version");
    // Another session of the same client has not read the file, and need not.
    const other = await connectOldClient(server);
    const args = { file_path: path, old_string: "two", new_string: "2" };
    expect((await call(other, "Edit", args)).error?.code).toBe("FILE_NOT_READ");
    expect((await call(other, "Edit", { ...args, file_version: read.version })).isError).toBe(false);
    expect(files.read("a.txt")).toBe("one\n2\nthree\n");
    // What it has changed it knows.
    const next = { file_path: path, old_string: "three", new_string: "3" };
    expect((await call(other, "Edit", next)).isError).toBe(false);
  });

  it("counts after a restart [HTTP-14]", async () => {
    const { files, server, path } = await serveFile();
    const read = await call(await connectClient(server), "Read", { file_path: path });
    await server.http.close();
    const restarted = await connectClient(await serveHttp(files));
    const args = { file_path: path, content: "new\n" };
    expect((await call(restarted, "Write", args)).error?.code).toBe("FILE_NOT_READ");
    expect((await call(restarted, "Write", { ...args, file_version: read.version })).isError).toBe(false);
  });

  it("says which lines were shown: a part is proof of a part [HTTP-14]", async () => {
    const { files, server, path } = await serveFile();
    const reader = await connectClient(server);
    const part = await call(reader, "Read", { file_path: path, offset: 2, limit: 1 });
    await server.http.close();
    const restarted = await connectClient(await serveHttp(files));
    const args = { file_path: path, content: "new\n" };
    const refused = await call(restarted, "Write", { ...args, file_version: part.version });
    expect(refused.error?.code).toBe("FILE_PARTIALLY_READ");
    expect(refused.text).toContain("1");
    const rest = await call(restarted, "Read", { file_path: path });
    expect((await call(restarted, "Write", { ...args, file_version: rest.version })).isError).toBe(false);
  });

  it("goes with notebooks, by their cells [HTTP-14]", async () => {
    const files = tempWorkspace({ "a.ipynb": notebookOf([code("first"), code("second")]) });
    const server = await serveHttp(files);
    const path = files.path("a.ipynb");
    const read = await call(await connectClient(server), "Read", { file_path: path });
    await server.http.close();
    const restarted = await connectClient(await serveHttp(files));
    const args = { notebook_path: path, cell_id: "#0", new_source: "changed" };
    expect((await call(restarted, "NotebookEdit", args)).error?.code).toBe("FILE_NOT_READ");
    const edited = await call(restarted, "NotebookEdit", { ...args, file_version: read.version });
    expect(edited.isError).toBe(false);
    const again = { ...args, new_source: "once more", file_version: edited.version };
    expect((await call(restarted, "NotebookEdit", again)).isError).toBe(false);
    expect(files.read("a.ipynb")).toContain("once more");
  });

  it("is one for every name of a file [HTTP-14]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n", "link.txt": { link: "a.txt" } });
    const server = await serveHttp(files);
    const read = await call(await connectClient(server), "Read", { file_path: files.path("link.txt") });
    expect(read.version).toBeDefined();
    const other = await connectClient(server);
    const edit = { file_path: files.path("a.txt"), old_string: "one", new_string: "1" };
    expect((await call(other, "Edit", { ...edit, file_version: read.version })).isError).toBe(false);
  });

  it("decides: an old one is refused as stale, also when the client has read the new one since [HTTP-15]", async () => {
    const { files, server, path } = await serveFile();
    const [first, second] = [await connectClient(server), await connectClient(server)];
    const old = await call(first, "Read", { file_path: path });
    files.write("a.txt", "one\ntwo\nthree\nfour\n");
    const fresh = await call(second, "Read", { file_path: path });
    for (const [name, args] of [
      ["Edit", { old_string: "two", new_string: "2" }],
      ["Write", { content: "x" }],
    ] as const) {
      const refused = await call(first, name, { file_path: path, ...args, file_version: old.version });
      expect(refused.error?.code).toBe("FILE_CHANGED_SINCE_READ");
      expect(refused.text.startsWith(STALE)).toBe(true);
    }
    expect(files.read("a.txt")).toBe("one\ntwo\nthree\nfour\n");
    // What was refused takes nothing from the other conversation, nor from who goes by what was read last.
    const args = { file_path: path, old_string: "two", new_string: "2" };
    expect((await call(second, "Edit", { ...args, file_version: fresh.version })).isError).toBe(false);
    const next = { file_path: path, old_string: "four", new_string: "4" };
    expect((await call(first, "Edit", next)).isError).toBe(false);
  });

  it("comes with a refusal that shows the whole change, and counts for the same call [HTTP-14, LEDGER-472]", async () => {
    const { files, server, path } = await serveFile();
    const client = await connectClient(server);
    const { version } = await call(client, "Read", { file_path: path });
    files.write("a.txt", "one\ntwo\nthree\nfour\n");
    const edit = { file_path: path, old_string: "two", new_string: "2" };
    const refused = await call(client, "Edit", { ...edit, file_version: version });
    expect(refused.error?.code).toBe("FILE_CHANGED_SINCE_READ");
    expect(refused.text.split("\n").at(-1)).toBe(`file_version: ${refused.version}`);
    expect((await call(client, "Edit", { ...edit, file_version: version })).isError).toBe(true);
    expect((await call(client, "Edit", { ...edit, file_version: refused.version })).isError).toBe(false);
    expect(files.read("a.txt")).toBe("one\n2\nthree\nfour\n");
  });

  it("comes with a Grep that quotes one file, and says which lines; with several there is none [HTTP-14, LEDGER-471]", async () => {
    const { files, server, path } = await serveFile();
    files.write("b.txt", "two\n");
    const grep = { pattern: "two", output_mode: "content" };
    const client = await connectClient(server);
    expect((await call(client, "Grep", grep)).version).toBeUndefined();
    const { version } = await call(client, "Grep", { ...grep, path });
    await server.http.close();
    const restarted = await connectClient(await serveHttp(files));
    const edit = (old_string: string) =>
      call(restarted, "Edit", { file_path: path, old_string, new_string: "x", file_version: version });
    expect((await edit("one")).error?.code).toBe("FILE_PARTIALLY_READ");
    expect((await edit("two")).isError).toBe(false);
  });

  it("that is another client's, agent's, file's, or altered is refused, and nothing changes [HTTP-16]", async () => {
    const { files, server, path } = await serveFile();
    files.write("b.txt", "one\ntwo\nthree\n");
    const owner = await connectClient(server);
    const { version = "" } = await call(owner, "Read", { file_path: path });
    const foreign = await call(await connectClient(server, { agent: "other" }), "Read", { file_path: path });
    const named = await call(await connectClient(server, { name: "other" }), "Read", { file_path: path });
    const before = [files.stamp("a.txt"), files.stamp("b.txt")];
    const [body = "", mac = ""] = version.split(".");
    const flipped = `${body.slice(0, 20)}${body[20] === "A" ? "B" : "A"}${body.slice(21)}`;
    const attempts: readonly (readonly [string, unknown])[] = [
      [path, foreign.version],
      [path, named.version],
      [files.path("b.txt"), version],
      [files.path("missing.txt"), version],
      [path, `${flipped}.${mac}`],
      [path, `${body}.${mac.slice(1)}x`],
      [path, body],
      [path, ""],
      [path, "."],
      [path, "undefined"],
      [path, 5],
      [path, { version }],
      [path, `${version} `],
      [path, "x".repeat(100_000)],
    ];
    for (const [filePath, given] of attempts) {
      for (const args of [
        { name: "Write", content: "x" },
        { name: "Edit", old_string: "two", new_string: "2" },
      ]) {
        const { name, ...more } = args;
        const refused = await call(owner, name, { file_path: filePath, ...more, file_version: given });
        expect(refused.error?.code).toBe("INPUT_INVALID");
        expect(refused.text).toMatch(/Read the file again/);
      }
    }
    expect([files.stamp("a.txt"), files.stamp("b.txt")]).toEqual(before);
    expect(files.stamp("missing.txt")).toBeUndefined();
  });

  it("is not taken by tools that only look [HTTP-16]", async () => {
    const { server, path } = await serveFile();
    const client = await connectClient(server);
    const { version } = await call(client, "Read", { file_path: path });
    const refused = await call(client, "Read", { file_path: path, file_version: version });
    expect(refused.text).toContain('unknown parameter "file_version"');
  });

  it("counts for a day [HTTP-16]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    let now = 0;
    const key = Buffer.alloc(32, 7);
    const versions = createFileVersions(
      createSealer({ key, lifetimeMs: VERSION_LIFETIME_MS, now: () => now }),
    );
    const toolkit = files.toolkit();
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const version = versions.issue(toolkit.session.exportFile(files.path("a.txt")) as SavedFile, "me");
    const args = { file_path: files.path("a.txt"), content: "x", file_version: version };
    const accept = () => versions.accept({ name: "Write", args, toolkit, principal: "me" });
    now = 24 * 60 * 60 * 1000 - 1;
    expect((await accept()).seen?.shown).toEqual([{ from: 1, to: 1 }]);
    now += 2;
    await expect(accept()).rejects.toThrow("older than a day");
  });
});
