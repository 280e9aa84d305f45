import { existsSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makeFolders } from "../../src/fs/node/make-folders.js";
import { errnoOf } from "../../src/fs/node/translate.js";
import { tempWorkspace } from "../support/workspace.js";

function failureOf(path: string): string | undefined {
  try {
    makeFolders(path, 0o700);
    return undefined;
  } catch (cause) {
    return errnoOf(cause);
  }
}

describe("Making folders", () => {
  it("makes all that are missing, and leaves what is there [CLI-62]", () => {
    const files = tempWorkspace({ there: { folder: {} }, link: { link: "there" } });
    makeFolders(files.path("there/a/b"), 0o700);
    makeFolders(files.path("there/a/b"), 0o700);
    makeFolders(files.path("link/c"), 0o700);
    expect([statSync(files.path("there/a")).mode & 0o777, existsSync(files.path("there/c"))]).toEqual([
      0o700,
      true,
    ]);
  });

  it("ends in a failure where nothing can be made [CLI-62]", () => {
    const files = tempWorkspace({ "a.txt": "", lost: { link: "nowhere" } });
    expect(failureOf(files.path("a.txt"))).toBe("EEXIST");
    expect(failureOf(files.path("a.txt/b/c"))).toBe("ENOTDIR");
    expect(failureOf(files.path("lost"))).toBe("EEXIST");
    // Node's own recursive way turns in circles here for ever.
    if (existsSync("/proc/self")) expect(failureOf("/proc/filewright/a/b")).toBe("ENOENT");
  });
});
