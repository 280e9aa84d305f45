import { appendFileSync, chmodSync, closeSync, openSync, truncateSync, utimesSync, writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem } from "../../../src/index.js";
import { errorOf, textOf } from "../../support/answers.js";
import { createFaultyFileSystem } from "../../support/faulty-file-system.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";

const lineAt = (number: number): string =>
  `line ${number} of a large file, padded to some length ${"-".repeat(30)}\n`;
const COUNT = 60_000;
const largeText = Array.from({ length: COUNT }, (_, index) => lineAt(index + 1)).join("");

/** Long enough after the last change for the disk's clock to have moved on. */
const settle = (): Promise<void> => wait(250);

const read = async (files: TempWorkspace, toolkit: ReturnType<TempWorkspace["toolkit"]>, range: object) =>
  toolkit.call("Read", { file_path: files.path("a.log"), ...range });

describe("Read of files too large to hold", () => {
  it.each([1, 2, 7000, 6554, 59_999, 60_000])("finds line %i [READ-15]", async (start) => {
    const files = tempWorkspace({ "a.log": largeText });
    const result = await read(files, files.toolkit(), { offset: start, limit: 2 });
    const content = lineAt(start) + (start < COUNT ? lineAt(start + 1) : "");
    expect(result.output).toMatchObject({ file: { content, startLine: start, totalLines: COUNT } });
  });

  it("does not scan again for the next slice of the same version [READ-15]", async () => {
    const files = tempWorkspace({ "a.log": largeText });
    await settle();
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const toolkit = files.toolkit({ fileSystem });
    await read(files, toolkit, { offset: 1, limit: 10 });
    const first = fileSystem.calls("read");
    await read(files, toolkit, { offset: 50_000, limit: 10 });
    // The head, for the kind of file, and the one block that holds the lines.
    expect(fileSystem.calls("read") - first).toBe(2);
    expect(first).toBeGreaterThan(5);
  });

  it("shares one scan between calls that come at once [READ-15]", async () => {
    const files = tempWorkspace({ "a.log": largeText });
    await settle();
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const toolkit = files.toolkit({ fileSystem });
    const reads = Math.ceil(largeText.length / (1024 * 1024));
    const results = await toolkit.callAll(
      [1, 20_000, 40_000].map((offset) => ({
        name: "Read",
        input: { file_path: files.path("a.log"), offset, limit: 1 },
      })),
    );
    expect(results.map((result) => textOf(result).split("\n")[0])).toEqual([
      `     1→${lineAt(1).trimEnd()}`,
      ` 20000→${lineAt(20_000).trimEnd()}`,
      ` 40000→${lineAt(40_000).trimEnd()}`,
    ]);
    expect(fileSystem.calls("read")).toBe(reads + 3 * 2);
  });

  it("answers the stub for the same slice, by content [READ-10, LEDGER-2]", async () => {
    const files = tempWorkspace({ "a.log": largeText });
    const toolkit = files.toolkit();
    await read(files, toolkit, { offset: 5, limit: 5 });
    utimesSync(files.path("a.log"), 1, 1);
    chmodSync(files.path("a.log"), 0o600);
    const again = await read(files, toolkit, { offset: 5, limit: 5 });
    expect(again.output).toMatchObject({ type: "file_unchanged" });
  });

  it("notices a byte changed in place under the old mtime [READ-16, LEDGER-3]", async () => {
    const files = tempWorkspace({ "a.log": largeText });
    await settle();
    const toolkit = files.toolkit();
    await read(files, toolkit, { offset: 5, limit: 5 });
    const file = openSync(files.path("a.log"), "r+");
    writeSync(file, "L", largeText.indexOf("line 7 of"));
    closeSync(file);
    utimesSync(files.path("a.log"), 1, 1);
    expect(await toolkit.session.freshnessOf(files.path("a.log"))).toEqual({ state: "stale" });
    expect(textOf(await read(files, toolkit, { offset: 5, limit: 5 }))).toContain("     7→Line 7 of");
  });

  it("counts the lines of a log that grows [READ-16]", async () => {
    const files = tempWorkspace({ "a.log": largeText });
    const toolkit = files.toolkit();
    await read(files, toolkit, { offset: 1, limit: 1 });
    appendFileSync(files.path("a.log"), "one more\nand one unfinished");
    const result = await read(files, toolkit, { offset: COUNT + 1, limit: 10 });
    expect(textOf(result)).toBe(
      ` ${COUNT + 1}→one more\n ${COUNT + 2}→and one unfinished\n[No newline at the end of the file.]`,
    );
  });

  it("never mixes versions: a block changed between scan and slice is scanned again [READ-16]", async () => {
    const files = tempWorkspace({ "a.log": largeText });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const toolkit = files.toolkit({ fileSystem });
    const reads = Math.ceil(largeText.length / (1024 * 1024));
    fileSystem.inject({
      operation: "read",
      // The head, the whole scan, then the first block of the slice.
      nth: 1 + reads + 1,
      before: () => {
        const file = openSync(files.path("a.log"), "r+");
        writeSync(file, "changed!\n", 0);
        closeSync(file);
      },
    });
    const result = await read(files, toolkit, { offset: 1, limit: 2 });
    expect(textOf(result).split("\n").slice(0, 2)).toEqual([
      "     1→changed!",
      `     2→${lineAt(1).slice(9).trimEnd()}`,
    ]);
  });

  it("gives up with a clear answer on a file that changes all the time [READ-16, FS-2]", async () => {
    const files = tempWorkspace({ "a.log": largeText });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const toolkit = files.toolkit({ fileSystem });
    let writes = 0;
    fileSystem.inject({
      operation: "read",
      times: 1000,
      before: () => {
        writes += 1;
        const file = openSync(files.path("a.log"), "r+");
        writeSync(file, String(writes).padStart(4, "0"), 0);
        closeSync(file);
      },
    });
    expect(errorOf(await read(files, toolkit, { offset: 1, limit: 2 })).code).toBe("FILE_UNSTABLE");
  });

  it("ends where the file ends when it is truncated while scanned [READ-16]", async () => {
    const files = tempWorkspace({ "a.log": largeText });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const toolkit = files.toolkit({ fileSystem });
    fileSystem.inject({
      operation: "read",
      nth: 4,
      before: () => truncateSync(files.path("a.log"), 600_000),
    });
    const result = await read(files, toolkit, { offset: 1, limit: 1 });
    expect(result.isError).toBe(false);
  });

  it("passes a failing disk on as a clear error, and works again afterwards [FS-2]", async () => {
    const files = tempWorkspace({ "a.log": largeText });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const toolkit = files.toolkit({ fileSystem, permissions: { settings: false } });
    // The roots are looked up with the first call.
    await toolkit.call("Glob", { pattern: "*", path: files.root });
    for (const operation of ["resolve", "readSmallFile", "open", "read", "stat", "close"] as const) {
      fileSystem.inject({ operation, code: "EIO" });
      const error = errorOf(await read(files, toolkit, { offset: 3, limit: 1 }));
      expect(error).toMatchObject({ code: "IO_FAILED" });
      expect(error.message).toContain("The disk answered EIO for");
    }
    expect((await read(files, toolkit, { offset: 3, limit: 1 })).isError).toBe(false);
  });

  it("stops a scan when it is cancelled [CALL-7]", async () => {
    const files = tempWorkspace({ "a.log": largeText });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const toolkit = files.toolkit({ fileSystem });
    const controller = new AbortController();
    fileSystem.inject({ operation: "read", nth: 3, before: () => controller.abort() });
    const input = { file_path: files.path("a.log"), offset: 3, limit: 1 };
    const result = await toolkit.call("Read", input, { signal: controller.signal });
    expect(errorOf(result)).toMatchObject({ code: "CANCELLED" });
    expect(fileSystem.calls("read")).toBeLessThan(8);
    expect(fileSystem.calls("close")).toBe(1);
  });

  it("reads a slice of a file past the whole-scan size without counting the rest [READ-15]", async () => {
    const files = tempWorkspace({ "a.log": largeText.slice(0, 10_000) });
    // Sparse: two gigabytes that take no room on disk.
    truncateSync(files.path("a.log"), 2 * 1024 ** 3);
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const toolkit = files.toolkit({ fileSystem });
    const result = await read(files, toolkit, { offset: 2, limit: 1 });
    expect(textOf(result)).toBe(
      `     2→${lineAt(2).trimEnd()}\n[Lines 2-2; the file of 2 GB goes on. Read on with offset 3 and limit 400.]`,
    );
    expect(result.output).toMatchObject({ file: { totalLines: null } });
    expect(fileSystem.calls("read")).toBeLessThan(12);
  });

  it("goes on where it stopped for a later slice of such a file [READ-15]", async () => {
    const files = tempWorkspace({ "a.log": largeText });
    truncateSync(files.path("a.log"), 2 * 1024 ** 3);
    await settle();
    const toolkit = files.toolkit();
    // 6,400 lines to a block: after the first, in the third, and back in the second.
    for (const start of [2, 15_000, 40_000, 9_000]) {
      const result = await read(files, toolkit, { offset: start, limit: 2 });
      expect(result.output).toMatchObject({ file: { content: lineAt(start) + lineAt(start + 1) } });
    }
  });
});
