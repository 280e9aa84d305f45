/** Bounds for the roots take away and never add. */
import { mkdirSync, symlinkSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Roots } from "../../src/fs/containment.js";
import type { AbsolutePath, RealPath } from "../../src/fs/paths.js";
import { createMemoryFileSystem } from "../../src/index.js";
import { tempWorkspace } from "../support/workspace.js";

describe("Narrowed roots", () => {
  it("hold what is inside a root and inside a bound, and nothing else [PATH-40]", async () => {
    const folder = fc.constantFrom("/a", "/a/b", "/a/b/c", "/a/bb", "/d", "/d/e");
    await fc.assert(
      fc.asyncProperty(
        fc.array(folder, { minLength: 1 }),
        fc.array(folder),
        folder,
        async (roots, bounds, place) => {
          const disk = createMemoryFileSystem();
          for (const name of ["/a/b/c/x", "/a/bb/x", "/d/e/x"]) disk.put(name, "");
          const narrowed = new Roots(roots as AbsolutePath[], disk);
          const plain = new Roots(roots as AbsolutePath[], disk);
          const bound = new Roots(bounds as AbsolutePath[], disk);
          narrowed.narrow(bounds as AbsolutePath[]);
          const path = `${place}/x` as RealPath;
          const isInBounds = bounds.length === 0 || (await bound.contains(path));
          expect(await narrowed.contains(path)).toBe((await plain.contains(path)) && isInBounds);
        },
      ),
    );
  });

  it("make a read elsewhere in the root a matter of permission, also through links [PATH-40]", async () => {
    const files = tempWorkspace({ "sub/in.txt": "in", "out.txt": "out" });
    mkdirSync(files.path("links"));
    symlinkSync(files.path("sub"), files.path("links", "sub"));
    symlinkSync(files.path("out.txt"), files.path("sub", "out.txt"));
    const kit = files.toolkit();
    const codes = async (names: readonly string[]) =>
      Promise.all(
        names.map(async (name) => (await kit.call("Read", { file_path: files.path(name) })).error?.code),
      );
    kit.workspace.narrowRoots([files.path("links", "sub")]);
    expect(await codes(["sub/in.txt", "links/sub/in.txt", "out.txt", "sub/out.txt"])).toEqual([
      undefined,
      undefined,
      "PERMISSION_DENIED",
      "PERMISSION_DENIED",
    ]);
    kit.workspace.narrowRoots([files.path("missing")]);
    expect(await codes(["sub/in.txt"])).toEqual(["PERMISSION_DENIED"]);
    kit.workspace.narrowRoots(["/"]);
    expect(await codes(["sub/in.txt", "out.txt"])).toEqual([undefined, undefined]);
    expect(await codes(["/etc/hostname"])).not.toEqual([undefined]);
    kit.workspace.narrowRoots([]);
    expect(await codes(["out.txt"])).toEqual([undefined]);
  });
});
