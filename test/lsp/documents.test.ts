import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { serve, until } from "./server-support.js";

describe("Documents of a language server", () => {
  it("are opened, changed in rising versions, saved and closed [LSP-3]", async () => {
    const { fake, server, check, look, pathOf } = serve({ save: true });
    expect(await look("a.txt", "ERROR(one)")).toEqual(["one"]);
    expect(await look("a.txt", "fine")).toEqual([]);
    expect(await check("a.txt", "ERROR(two)", { isSaved: true })).toMatchObject({ state: "fresh" });
    expect(await look("b é.txt", "fine")).toEqual([]);
    expect(server.textOf(pathOf("a.txt"))).toBe("ERROR(two)");
    server.forget(pathOf("a.txt"));
    expect(server.textOf(pathOf("a.txt"))).toBeUndefined();
    expect(await look("a.txt", "again")).toEqual([]);
    expect(fake.documentStory()).toEqual([
      "didOpen a.txt 1",
      "didChange a.txt 2",
      "didChange a.txt 3",
      "didSave a.txt",
      "didOpen b%20%C3%A9.txt 1",
      "didClose a.txt",
      // Higher than before: nothing said about its earlier life is taken for this one.
      "didOpen a.txt 4",
    ]);
    expect(fake.received("textDocument/didOpen")[0]).toEqual({
      textDocument: {
        uri: pathToFileURL(pathOf("a.txt")).href,
        languageId: "plain",
        version: 1,
        text: "ERROR(one)",
      },
    });
    // A document that is no longer checked need not be a file that is gone.
    expect(fake.received("workspace/didChangeWatchedFiles")).toEqual([]);
    expect(fake.pids()).toHaveLength(1);
  });

  it("are told as each server wants it [LSP-3]", async () => {
    const ranges = serve({ sync: 2, save: { includeText: true } });
    await ranges.check("a.txt", "one\r\ntwo\nthree");
    await ranges.check("a.txt", "four", { isSaved: true });
    expect(ranges.fake.received("textDocument/didChange")).toEqual([
      {
        textDocument: expect.objectContaining({ version: 2 }),
        contentChanges: [
          { range: { start: { line: 0, character: 0 }, end: { line: 2, character: 5 } }, text: "four" },
        ],
      },
    ]);
    await until(() => ranges.fake.received("textDocument/didSave").length === 1);
    expect(ranges.fake.received("textDocument/didSave")).toMatchObject([{ text: "four" }]);

    const unsaved = serve({ plainSync: true, save: false });
    await unsaved.check("a.txt", "one", { isSaved: true });
    const bare = serve({ sync: 0 });
    expect(await bare.look("a.txt", "ERROR(one)")).toEqual(["one"]);
    expect(await bare.look("a.txt", "ERROR(two)")).toEqual(["two"]);
    expect(bare.fake.documentStory()).toEqual(["didOpen a.txt 1", "didClose a.txt", "didOpen a.txt 2"]);
  });

  it("are not told twice what the server knows, and what is known of them is told again [LSP-3]", async () => {
    const { fake, look } = serve({});
    expect(await look("a.txt", "ERROR(one)")).toEqual(["one"]);
    expect(await look("a.txt", "ERROR(one)")).toEqual(["one"]);
    expect(fake.documentStory()).toEqual(["didOpen a.txt 1"]);
  });

  it("are closed, the one used longest ago first, when there are many [LSP-4]", async () => {
    const { fake, server, look } = serve({}, { limits: { maxOpenDocuments: 3 }, spec: { settleMs: 0 } });
    for (const name of ["a.txt", "b.txt", "c.txt"]) await look(name, "one");
    await look("a.txt", "two");
    await look("d.txt", "one");
    expect(server.openDocuments).toBe(3);
    expect(fake.documentStory().filter((line) => line.startsWith("didClose"))).toEqual(["didClose b.txt"]);
    expect(await look("b.txt", "ERROR(back)")).toEqual(["back"]);
  });

  it("are known by their path, however a server writes it [LSP-5]", async () => {
    const { look } = serve({ oddUris: true });
    expect(await look("some file.txt", "ERROR(one)")).toEqual(["one"]);
  });
});
