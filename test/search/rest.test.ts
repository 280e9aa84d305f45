import { describe, expect, it } from "vitest";
import { createNodeFileSystem, type RealPath } from "../../src/index.js";
import { proveFiles } from "../../src/search/prove-files.js";
import { Ripgrep } from "../../src/search/ripgrep/ripgrep.js";
import { Site } from "../../src/search/site.js";
import { tempWorkspace } from "../support/workspace.js";

describe("Thousands of files", () => {
  it("are looked at with rests, in which other work gets its turn [SEARCH-11]", async () => {
    const files = tempWorkspace({ "a.txt": "", "gone/b.txt": "" });
    const ripgrep = new Ripgrep(() => Promise.reject(new Error("not needed")), {});
    const request = {
      folder: files.root as RealPath,
      session: "one",
      timeoutMs: 60_000,
      signal: undefined,
      walks: true,
      nameOf: async () => undefined,
    };
    const site = new Site(createNodeFileSystem(), ripgrep, request, {
      workingDirectory: files.root,
      confine: undefined,
    });
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    // The same one over and over: what is counted is how often it is looked at.
    const paths = Array.from({ length: 6000 }, () => ({ text: "a.txt" }));
    const missing = { text: "gone/not-there.txt" };
    const proof = await proveFiles(site, [...paths, missing]);
    clearInterval(counting);
    expect(paths.every(proof.isProved)).toBe(true);
    expect(proof.isProved(missing)).toBe(false);
    expect(turns).toBeGreaterThan(2);
  });
});
