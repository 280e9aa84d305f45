/** Journals that were damaged or forged: nothing they say leads out of the roots or brings a wrong content. */
import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Toolkit } from "../../src/index.js";
import {
  historyFilesOf,
  historyFolderOf,
  imageOf,
  plantHistoryFile,
  recordOf,
  stateOf,
} from "../support/history-files.js";
import { takeSnapshot } from "../support/snapshot.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const OLD = "old\n";
const NEW = "new\n";

function openToolkit(files: TempWorkspace): Toolkit {
  return files.toolkit({ roots: [files.path("in")], onAsk: () => ({ answer: "allow" }) });
}

/** Three versions of a file, made and closed by an earlier process. */
async function createPast(): Promise<{ files: TempWorkspace; path: string; changes: string[] }> {
  const files = tempWorkspace({ "in/a.txt": "version 0\n", "out/a.txt": NEW });
  const path = files.path("in/a.txt");
  const toolkit = openToolkit(files);
  await toolkit.call("Read", { file_path: path });
  for (const version of [1, 2])
    await toolkit.call("Write", { file_path: path, content: `version ${version}\n` });
  const changes = (await toolkit.history.list()).map(({ record }) => record.id);
  await toolkit.close();
  return { files, path, changes };
}

describe("A forged record", () => {
  it.each([
    ["a path outside the roots", "out/a.txt"],
    ["a path that leaves the roots by ..", "in/../out/a.txt"],
    ["a path with a . in it", "in/./a.txt"],
    ["a path into the state directory", "../state/history/x.log"],
  ])("with %s is refused, and nothing is changed [UNDO-6]", async (_, name) => {
    const files = tempWorkspace({ "in/a.txt": NEW, "out/a.txt": NEW });
    const path = `${files.root}/${name}`;
    plantHistoryFile(files, {
      contents: [OLD, NEW],
      records: [recordOf({ path, before: imageOf(OLD), after: imageOf(NEW) })],
    });
    const before = takeSnapshot(files.root);
    const result = await openToolkit(files).history.undo("forged");
    expect(result.files.map(({ outcome }) => outcome)).toEqual(["refused"]);
    expect(takeSnapshot(files.root)).toEqual(before);
  });

  it.each(["/", "..", "in"])(
    "that claims to have made the folder %s removes no folder but empty ones inside the roots [UNDO-6]",
    async (folder) => {
      const files = tempWorkspace({ "in/sub/a.txt": NEW });
      const path = files.path("in/sub/a.txt");
      const createdFolder = folder === "/" ? "/" : join(files.root, folder);
      plantHistoryFile(files, {
        contents: [NEW],
        records: [recordOf({ path, before: null, after: imageOf(NEW), createdFolder })],
      });
      const result = await openToolkit(files).history.undo("forged");
      expect(result.files.map(({ outcome }) => outcome)).toEqual(["deleted"]);
      expect(existsSync(path)).toBe(false);
      expect(existsSync(files.path("in"))).toBe(true);
    },
  );

  it("of a process that died does not make recovery remove or change anything else [UNDO-6]", async () => {
    const files = tempWorkspace({
      "in/a.txt": "mine\n",
      "in/b.txt": "new part, old\n",
      "out/a.txt": "mine\n",
    });
    const owner = { kind: "owner", at: Date.now(), owner: "999999 1 elsewhere" };
    const forged = ["in/a.txt", "out/a.txt"].map((name, index) =>
      recordOf({
        id: `forged-${index}`,
        path: files.path(name),
        before: imageOf(OLD),
        after: imageOf(NEW),
        temporary: files.path(name),
        createdFolder: "/",
      }),
    );
    plantHistoryFile(files, {
      contents: [OLD, NEW],
      records: [
        { ...owner, at: 1 },
        ...forged.map((record) => ({ ...record, at: 1 })),
        { kind: "in-place", change: "forged-0" },
      ],
      isOpen: true,
    });
    const before = takeSnapshot(files.root);
    const toolkit = openToolkit(files);
    await toolkit.call("Write", { file_path: files.path("in/probe.txt"), content: "probe" });
    const { "in/probe.txt": probe, ...others } = takeSnapshot(files.root);
    expect(probe?.content).toBe("probe");
    expect(Object.fromEntries(Object.entries(others).filter(([, { kind }]) => kind === "file"))).toEqual(
      Object.fromEntries(Object.entries(before).filter(([, { kind }]) => kind === "file")),
    );
  });

  it.each([
    { kind: "change" },
    { kind: "change", id: 1, path: [] },
    { kind: "checkpoint", id: "c" },
    { kind: "displaced", change: "x", at: 1, image: null },
    { kind: "of tomorrow", path: "/" },
    [1, 2],
    null,
    "text",
  ])("that is no record (%j) is passed over [HISTORY-1]", async (record) => {
    const { files, path } = await createPast();
    plantHistoryFile(files, { records: [record as object] });
    const toolkit = openToolkit(files);
    expect(await toolkit.history.list()).toHaveLength(2);
    expect(readFileSync(path, "utf8")).toBe("version 2\n");
  });
});

describe("A damaged history file", () => {
  it("with a damaged content makes undo unavailable, and nothing is changed [UNDO-6, HISTORY-1]", async () => {
    const { files, path, changes } = await createPast();
    const [file = ""] = historyFilesOf(files);
    const bytes = readFileSync(file);
    // Kept whole; version 1 is kept as the difference to it.
    bytes.write("VERSION", bytes.indexOf("version 0"));
    writeFileSync(file, bytes);
    const result = await openToolkit(files).history.undo(changes[0]);
    expect(result.files).toMatchObject([
      { outcome: "unavailable", reason: "its former content is no longer kept" },
    ]);
    expect(readFileSync(path, "utf8")).toBe("version 2\n");
  });

  it("with its last frame cut off loses that frame only [HISTORY-1]", async () => {
    const { files, path, changes } = await createPast();
    const [file = ""] = historyFilesOf(files);
    truncateSync(file, readFileSync(file).indexOf(`"id":"${changes[0]}"`));
    writeFileSync(path, "version 1\n");
    const toolkit = openToolkit(files);
    expect((await toolkit.history.list()).map(({ record }) => record.id)).toEqual([changes[1]]);
    expect((await toolkit.history.undo(changes[1])).isDone).toBe(true);
    expect(readFileSync(path, "utf8")).toBe("version 0\n");
  });

  it("with any bytes changed never breaks a call, and undo brings only what once was there [HISTORY-1, UNDO-6]", async () => {
    const { files, path, changes } = await createPast();
    const [file = ""] = historyFilesOf(files);
    const whole = readFileSync(file);
    const damage = fc.record({
      at: fc.nat(whole.length - 1),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 6 }),
      isCut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
        let bytes = Buffer.from(whole);
        for (const { at, bytes: written, isCut } of damages) {
          bytes.set(written.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
          if (isCut) bytes = bytes.subarray(0, Math.max(1, at));
        }
        writeFileSync(file, bytes);
        writeFileSync(path, "version 2\n");
        const outside = takeSnapshot(files.path("out"));
        const toolkit = openToolkit(files);
        await toolkit.history.list();
        for (const change of changes) {
          await toolkit.history.undo(change).catch((cause: { code?: string }) => {
            expect(cause.code).toMatch(/^(INPUT_INVALID|NO_CHANGE)$/);
          });
        }
        expect(readFileSync(path, "utf8")).toMatch(/^version [012]\n$/);
        expect(takeSnapshot(files.path("out"))).toEqual(outside);
        await toolkit.close();
        for (const other of historyFilesOf(files)) if (other !== file) writeFileSync(other, "");
      }),
      { numRuns: 150, seed: 20_260_103 },
    );
  });

  it("that can't be opened does not refuse the work of today [HISTORY-1]", async () => {
    const files = tempWorkspace({ "in/a.txt": OLD });
    plantHistoryFile(files, { records: [] });
    writeFileSync(join(historyFolderOf(files), "a0000000000002-noise.log"), Buffer.alloc(5000, 0xff));
    const toolkit = openToolkit(files);
    await toolkit.call("Read", { file_path: files.path("in/a.txt") });
    const { error } = await toolkit.call("Write", { file_path: files.path("in/a.txt"), content: NEW });
    expect(error).toBeUndefined();
    expect((await toolkit.history.undo()).isDone).toBe(true);
    expect(readFileSync(files.path("in/a.txt"), "utf8")).toBe(OLD);
    expect(dirname(historyFolderOf(files))).toBe(stateOf(files));
  });
});
