import { describe, expect, it } from "vitest";
import { type CallResult, createNodeFileSystem, type FileSystem } from "../../src/index.js";
import type { FakeBehaviour } from "../support/fake-language-server.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { deskWith, fakeDesk } from "../support/language-desk.js";

const bad: Readonly<Record<string, FakeBehaviour>> = {
  "is late": { delayMs: 60_000 },
  "is silent": { silent: true },
  "never gets ready": { neverReady: true },
  "names another version": { wrongVersion: 7 },
  "names an old version": { wrongVersion: -1 },
  "crashes when it starts": { crash: "start" },
  "crashes when it is greeted": { crash: "initialize" },
  "crashes when a file is opened": { crash: "open" },
  "floods with news of other files and crashes": { flood: 5000, crash: "change" },
  "announces a message without end": { announcesBytes: 1e12 },
  "writes a header without end": { endlessHeader: true },
};

describe("A language server that", () => {
  it.each(Object.entries(bad))(
    "%s affects no write, and 'unknown' is said [LSP-38]",
    async (_, behaviour) => {
      const desk = fakeDesk(behaviour, { "a.fake": "ERROR(old)\none\n" }, { waitMs: 300 });
      for (const [from, to] of [
        ["one", "two"],
        ["two", "ERROR(new)"],
        ["ERROR(new)", "three"],
      ] as const) {
        const result = await desk.edit("a.fake", from, to);
        expect(result.error).toBeUndefined();
        expect(desk.told(result)).toMatch(/^\[Diagnostics unknown: /);
      }
      expect(desk.workspace.read("a.fake")).toBe("ERROR(old)\nthree\n");
      expect(
        desk.events.filter(({ type }) => type === "internal-error" || type === "listener-failed"),
      ).toEqual([]);
      expect(desk.events.filter(({ type }) => type === "file-changed")).toHaveLength(3);
      await desk.toolkit.close();
    },
  );

  it("floods with news of other files is still heard on this one [LSP-38]", async () => {
    const desk = fakeDesk({ flood: 3000 }, { "a.fake": "one\n" });
    expect(desk.told(await desk.edit("a.fake", "one", "ERROR(new)"))).toContain("error (fake ERROR): new");
    expect(desk.told(await desk.edit("a.fake", "ERROR(new)", "two"))).toContain("1 resolved by this change");
    expect(desk.toolkit.session.diagnostics()).toHaveLength(1);
  });

  it("crashed once is started again, and nothing that it found is lost [LSP-38]", async () => {
    const desk = fakeDesk({ crash: "change", crashTimes: 1 }, { "a.fake": "ERROR(old)\none\n" });
    const first = await desk.edit("a.fake", "one", "ERROR(new)");
    expect(desk.told(first)).toMatch(/^\[Diagnostics unknown: /);
    // It is left alone for a moment after a crash; until then nothing is known.
    await expect
      .poll(
        async () => {
          await desk.edit("a.fake", "ERROR(new)", "ERROR(new) more");
          return desk.told(await desk.edit("a.fake", "ERROR(new) more", "ERROR(new)"));
        },
        { timeout: 20_000, interval: 300 },
      )
      .toMatch(/fresh/);
    expect(desk.server.pids()).toHaveLength(2);
    expect(desk.toolkit.session.diagnostics()).toMatchObject([
      { state: "fresh", diagnostics: [{ message: "old" }, { message: "new" }] },
    ]);
  });
});

describe("What follows a change, when it", () => {
  it("waits for a disk that does not answer, holds no result back [FIX-107]", async () => {
    const disk = createFaultyFileSystem(createNodeFileSystem());
    const resolve: FileSystem["resolve"] = (path) =>
      path.startsWith("/far/away") ? new Promise(() => undefined) : disk.resolve(path);
    const environment = { PATH: "/far/away/bin", HOME: "/nowhere" };
    const desk = deskWith({}, {}, { fileSystem: { ...disk, resolve }, environment });
    const file_path = desk.workspace.path("a.fake");
    const result = await desk.toolkit.call("Write", { file_path, content: "one\n" });
    expect(result.isError).toBe(false);
    expect(desk.told(result)).toMatch(/^\[Diagnostics unknown: its language servers could not be found/);
    expect(desk.workspace.read("a.fake")).toBe("one\n");
  });

  it("is broken, fails no call, and the host is told [FIX-108]", async () => {
    const desk = fakeDesk({}, {});
    const { listeners } = desk.toolkit.workspace;
    const { diagnostics } = listeners;
    const error = new Error("broken");
    const results: CallResult[] = [];
    for (const collect of [() => Promise.reject(error), () => thrown(error)]) {
      Object.defineProperty(listeners, "diagnostics", { value: { collect }, configurable: true });
      const input = { file_path: desk.workspace.path("a.fake"), content: `${results.length}\n` };
      results.push(await desk.toolkit.call("Write", input));
    }
    Object.defineProperty(listeners, "diagnostics", { value: diagnostics });
    expect(results.map(({ isError }) => isError)).toEqual([false, false]);
    const failures = desk.events.filter(({ type }) => type === "internal-error");
    const told = { tool: "lsp", reference: "diagnostics", error };
    expect(failures).toMatchObject([told, told]);
  });
});

function thrown(error: Error): never {
  throw error;
}
