/**
 * Attack 10, in the place of ignore files that ripgrep comes to on its way: they can't be looked for beforehand, so the search
 * is ended when it waits there, or swells.
 */
import { describe, expect, it } from "vitest";
import { errorOf } from "../support/answers.js";
import { allGone, fakeRipgrep } from "../support/fake-ripgrep.js";
import { expectSearchesRefused, limitedSearches } from "../support/limited-searches.js";
import { plantLink, plantPipe } from "../support/special-files.js";
import type { Tree } from "../support/workspace.js";

describe("An ignore file that is none, met on the way", () => {
  const places = ["sub/.gitignore", "sub/deep/.ignore", "sub/.rgignore", "sub/.git/info/exclude"];

  it.each(places)("ends the search that waits at a pipe: %s [ATTACK-10]", async (place) => {
    const { files, ripgrep, searchAll } = limitedSearches();
    plantPipe(files.path(place));
    expectSearchesRefused(await searchAll(), files.path(place), "a pipe");
    expect(await allGone(ripgrep.pids())).toBe(true);
  });

  it("ends a walk that looks no further into that folder [ATTACK-10]", async () => {
    const { files, ripgrep } = limitedSearches();
    plantPipe(files.path(".git/.ignore"));
    const result = await files.toolkit({ ripgrep: ripgrep.path }).call("Glob", { pattern: "**/*" });
    expect(errorOf(result).message).toContain(files.path(".git/.ignore"));
    expect(await allGone(ripgrep.pids())).toBe(true);
  });

  it("ends the search that reads a device without end [ATTACK-10]", async () => {
    const { files, ripgrep } = limitedSearches();
    plantLink(files.path("sub/deep/.gitignore"), "/dev/zero");
    const toolkit = files.toolkit({ ripgrep: ripgrep.path });
    // One after another: each holds as much memory as is allowed.
    const answers = [
      await toolkit.call("Glob", { pattern: "**/*" }),
      await toolkit.call("Grep", { pattern: "needle" }),
      await toolkit.call("Grep", { pattern: "needle", output_mode: "count" }),
      await toolkit.call("Grep", { pattern: "needle", output_mode: "content" }),
    ];
    expectSearchesRefused(answers, files.path("sub/deep/.gitignore"), "a device");
    expect(await allGone(ripgrep.pids())).toBe(true);
  });

  it("is found where the files of worktrees lead [ATTACK-10]", async () => {
    const trees: readonly (readonly [string, Tree])[] = [
      ["elsewhere/commondir", { "sub/.git": "gitdir: elsewhere\n" }],
      ["elsewhere/commondir", { ".git": "gitdir: elsewhere\n" }],
      ["common/info/exclude", { "sub/.git": "gitdir: elsewhere\n", "elsewhere/commondir": "../common\n" }],
    ];
    for (const [place, tree] of trees) {
      const { files, ripgrep, searchAll } = limitedSearches(tree);
      plantPipe(files.path(place));
      expectSearchesRefused(await searchAll(), files.path(place));
      expect(await allGone(ripgrep.pids())).toBe(true);
    }
    const { files, ripgrep } = limitedSearches();
    files.write(".git", `gitdir: ${files.path("elsewhere")}\n`);
    plantPipe(files.path("elsewhere/commondir"));
    const above = await files
      .toolkit({ ripgrep: ripgrep.path })
      .call("Glob", { pattern: "*", path: files.path("sub") });
    expect(errorOf(above).message).toContain(files.path("elsewhere/commondir"));
  });

  it("does not end a search that never comes to it [ATTACK-10]", async () => {
    const { files } = limitedSearches();
    plantPipe(files.path("sub/deep/.gitignore"));
    const busy = fakeRipgrep(files, "i=0; while [ $i -lt 2000000 ]; do i=$((i+1)); done; say");
    const result = await files.toolkit({ ripgrep: busy.path }).call("Grep", { pattern: "needle" });
    expect(result.output?.filenames).toEqual([files.path("a.txt")]);
  });
});

describe("A search that takes too much memory", () => {
  it("is ended, whatever the reason [ATTACK-10]", async () => {
    const { files } = limitedSearches();
    const swell =
      "const held = []; setInterval(() => held.length < 120 && held.push(Buffer.alloc(8 << 20, 1)), 5)";
    const swelling = fakeRipgrep(files, `exec '${process.execPath}' -e '${swell}'`);
    const result = await files.toolkit({ ripgrep: swelling.path }).call("Glob", { pattern: "**/*" });
    expect(errorOf(result)).toMatchObject({
      code: "SEARCH_UNAVAILABLE",
      data: { maxBytes: 512 * 1024 * 1024 },
    });
    expect(await allGone(swelling.pids())).toBe(true);
  });
});
