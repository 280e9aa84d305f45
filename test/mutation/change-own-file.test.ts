/** How a file of our own is changed: all or nothing, and never over what someone else has just written. */
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AbsolutePath, createNodeFileSystem, type FileSystem } from "../../src/index.js";
import { createChanger } from "../permissions/settings/surroundings.js";
import { alterFileSystem } from "../support/altered-file-system.js";
import { displacedOf } from "../support/displaced-files.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "../support/workspace.js";

interface Scene {
  readonly files: TempWorkspace;
  readonly path: AbsolutePath;
  readonly change: (change: (present: string | undefined) => string | undefined) => Promise<void>;
}

function scene(tree: Tree = {}, alter: (disk: FileSystem) => Partial<FileSystem> = () => ({})): Scene {
  const files = tempWorkspace(tree);
  const disk = createNodeFileSystem();
  const base = dirname(files.root);
  const changer = createChanger(
    alterFileSystem(disk, alter(disk)),
    join(base, "state"),
    join(base, "config") as AbsolutePath,
  );
  const path = files.path("own.json") as AbsolutePath;
  return { files, path, change: (change) => changer(path, change) };
}

/** After the first change has gone through, the disk reports what it finds that to have displaced. */
const displacing =
  (text: string) =>
  (disk: FileSystem): Partial<FileSystem> => {
    let isFirst = true;
    return {
      async replaceIfUnchanged(...given) {
        const replaced = await disk.replaceIfUnchanged(...given);
        const displaced = isFirst ? displacedOf(text) : undefined;
        isFirst = false;
        return replaced.outcome === "replaced" ? { ...replaced, displaced } : replaced;
      },
    };
  };

describe("A file of our own", () => {
  it("is made, changed and left alone [PERM-29]", async () => {
    const { files, change } = scene();
    await change((present) => `${present} one`);
    await change((present) => `${present} two`);
    const before = files.stamp("own.json");
    await change(() => undefined);
    expect(files.read("own.json")).toBe("undefined one two");
    expect(files.stamp("own.json")).toEqual(before);
    expect(readdirSync(files.root)).toEqual(["own.json"]);
  });

  it("gets the change on top of what was displaced at the last moment [PERM-29]", async () => {
    const { files, change } = scene({ "own.json": "a" }, displacing("by hand"));
    await change((present) => `${present} +`);
    expect(files.read("own.json")).toBe("by hand +");
  });

  it("gets back what was displaced where the change has nothing to add to it [PERM-29]", async () => {
    const { files, change } = scene({ "own.json": "a" }, displacing("a + by hand"));
    await change((present) => (present?.includes("+") === true ? undefined : `${present} +`));
    expect(files.read("own.json")).toBe("a + by hand");
  });

  it("is given up when someone else never stops writing [PERM-29]", async () => {
    const { files, change } = scene({ "own.json": "a" }, () => ({
      replaceIfUnchanged: () => ({ outcome: "changed", present: undefined }),
    }));
    await expect(change((present) => `${present} +`)).rejects.toMatchObject({ code: "EBUSY" });
    expect(files.read("own.json")).toBe("a");
  });

  it("keeps a byte order mark, and is not touched when it is no text [PERM-29]", async () => {
    const marked = scene({ "own.json": "\ufeffa" });
    await marked.change((present) => `${present} +`);
    expect(marked.files.read("own.json")).toBe("\ufeffa +");
    const bytes = Buffer.from([0x61, 0xff]);
    const odd = scene({ "own.json": bytes });
    await expect(odd.change(() => "new")).rejects.toMatchObject({ code: "SETTINGS_INVALID" });
    expect(odd.files.bytes("own.json")).toEqual(bytes);
  });

  it("is neither a folder nor a link [PERM-28]", async () => {
    const folder = scene();
    mkdirSync(folder.path);
    await expect(folder.change(() => "new")).rejects.toMatchObject({ code: "NOT_REGULAR" });
    const linked = scene({ "victim.txt": "a" });
    symlinkSync("victim.txt", linked.path);
    await expect(linked.change(() => "new")).rejects.toMatchObject({ code: "MOVED" });
    expect(linked.files.read("victim.txt")).toBe("a");
  });

  it("is left as it is when the change itself fails, and its lock is let go [PERM-29]", async () => {
    const { files, change } = scene({ "own.json": "a" });
    const failing = change(() => {
      throw new RangeError("no");
    });
    await expect(failing).rejects.toThrow("no");
    await change((present) => `${present} +`);
    expect(files.read("own.json")).toBe("a +");
    expect(readdirSync(join(dirname(files.root), "state/locks"))).toEqual([]);
  });
});
