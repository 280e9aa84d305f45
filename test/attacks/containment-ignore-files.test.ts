/**
 * Attack 10, in the place of ignore files that are sure to be read: ripgrep reads those by itself, and would wait at a pipe
 * until the search's time is up, or take all memory for a device.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { errorOf, textOf } from "../support/answers.js";
import { allGone, type SearchResult } from "../support/fake-ripgrep.js";
import { expectSearchesRefused, limitedSearches } from "../support/limited-searches.js";
import { plantLink, plantPipe, plantSocket } from "../support/special-files.js";

const ignoreFiles = [".gitignore", ".ignore", ".rgignore", ".git/info/exclude"];

const specials: ReadonlyMap<string, (path: string) => void> = new Map([
  ["a pipe", plantPipe],
  ["a link to a device that never ends", (path) => plantLink(path, "/dev/zero")],
  ["a link to a pipe", (path) => plantLinkedPipe(path)],
]);

function plantLinkedPipe(path: string): void {
  const pipe = join(dirname(path), "elsewhere", "pipe");
  plantPipe(pipe);
  plantLink(path, pipe);
}

function expectFound(results: readonly SearchResult[], ...paths: readonly string[]): void {
  for (const result of results) {
    expect(result.error).toBeUndefined();
    expect(result.output?.filenames).toEqual(expect.arrayContaining([...paths]));
    expect(textOf(result)).not.toContain("Incomplete");
  }
}

describe("An ignore file that is none", () => {
  it.each([...specials])(
    "is refused before anything is started: %s [ATTACK-10]",
    async (_kind, plantSpecial) => {
      for (const name of ignoreFiles) {
        const { files, ripgrep, searchAll } = limitedSearches();
        plantSpecial(files.path(name));
        expectSearchesRefused(await searchAll(), files.path(name), "Ask the user to remove it");
        expect(ripgrep.pids()).toEqual([]);
      }
    },
  );

  it("is refused also above the searched folder [ATTACK-10]", async () => {
    for (const [name, plantSpecial] of ignoreFiles.flatMap((file) =>
      [...specials.values()].map((special) => [file, special] as const),
    )) {
      const { files, ripgrep } = limitedSearches();
      plantSpecial(files.path(name));
      const toolkit = files.toolkit({ ripgrep: ripgrep.path });
      const path = files.path("sub");
      const answers = [
        await toolkit.call("Glob", { pattern: "*", path }),
        await toolkit.call("Grep", { pattern: "needle", path }),
      ];
      for (const answer of answers) expect(errorOf(answer).message).toContain(files.path(name));
      expect(ripgrep.pids()).toEqual([]);
    }
  });

  it("does not wake the program at the other end of the pipe [ATTACK-10]", async () => {
    const { files, searchAll } = limitedSearches();
    plantPipe(files.path(".gitignore"));
    const writer = spawn("sh", ["-c", 'exec 3> "$1"', "sh", files.path(".gitignore")], { stdio: "ignore" });
    onTestFinished(() => void writer.kill("SIGKILL"));
    await once(writer, "spawn");
    expectSearchesRefused(await searchAll());
    await wait(100);
    expect(writer.exitCode ?? writer.signalCode).toBeNull();
  });

  it("does not keep a file that is named outright from being searched [ATTACK-10]", async () => {
    const { files, ripgrep } = limitedSearches();
    plantPipe(files.path(".gitignore"));
    const toolkit = files.toolkit({ ripgrep: ripgrep.path });
    for (const pattern of ["needle", "n[e]+dle"]) {
      const { output } = await toolkit.call("Grep", { pattern, path: files.path("a.txt") });
      expect(output?.filenames).toEqual([files.path("a.txt")]);
    }
  });

  it.each([".gitconfig", ".config/git/config"])(
    "is refused in the place of git's own settings: %s [ATTACK-10]",
    async (name) => {
      const { files, ripgrep, searchAll } = limitedSearches();
      const home = join(dirname(files.root), "home");
      plantPipe(join(home, name));
      expectSearchesRefused(await searchAll(), "git's settings");
      expect(ripgrep.pids()).toEqual([]);
      // ripgrep reads them for a single file too.
      const toolkit = files.toolkit({ ripgrep: ripgrep.path });
      const single = await toolkit.call("Grep", { pattern: "n[e]+dle", path: files.path("a.txt") });
      expect(errorOf(single).code).toBe("SEARCH_UNAVAILABLE");
      expect(await allGone(ripgrep.pids())).toBe(true);
    },
  );

  it("is passed over when nobody could wait for it: folders, sockets, links to nothing [ATTACK-10]", async () => {
    const harmless: ((path: string) => unknown)[] = [
      (path) => mkdirSync(path, { recursive: true }),
      plantSocket,
      (path) => plantLink(path, "nowhere"),
      (path) => plantLink(path, path),
      (path) => plantLink(path, "/dev/null"),
    ];
    for (const plantHarmless of harmless) {
      const { files, searchAll } = limitedSearches();
      for (const folder of ["", "sub/"])
        for (const name of ignoreFiles) await plantHarmless(files.path(folder + name));
      await plantHarmless(join(dirname(files.root), "home/.config/git/ignore"));
      expectFound(await searchAll(), files.path("a.txt"), files.path("sub/b.txt"));
    }
  });

  it("is obeyed when it is a link to an ordinary file [ATTACK-10]", async () => {
    for (const name of ignoreFiles) {
      const { files, searchAll } = limitedSearches({ rules: "b.txt\n", ".git/HEAD": "" });
      plantLink(files.path(name), files.path("rules"));
      const results = await searchAll();
      expectFound(results, files.path("a.txt"));
      for (const { output } of results) expect(output?.filenames).not.toContain(files.path("sub/b.txt"));
    }
  });
});

describe("A refusal over an ignore file", () => {
  it("names no place that is denied [ATTACK-10, PERM-69]", async () => {
    for (const place of ["sub/.gitignore", ".gitignore"]) {
      const { files, searchAll } = limitedSearches();
      plantPipe(files.path(place));
      const results = await searchAll({ permissions: { deny: ["Read(.gitignore)"] } });
      expectSearchesRefused(results, "Ask the user to look at .gitignore");
      for (const result of results) expect(JSON.stringify(result)).not.toContain(files.root);
    }
  });

  it("names no place outside the roots, and not where a link leads [ATTACK-10, PERM-69]", async () => {
    const { files, ripgrep, searchAll } = limitedSearches({ link: { link: "sub" } });
    plantPipe(files.path(".gitignore"));
    const inside = { roots: [files.path("sub")], workingDirectory: files.path("sub") };
    const linked = { workingDirectory: files.path("link") };
    for (const options of [inside, linked]) {
      const results = await searchAll(options);
      expectSearchesRefused(results, "Ask the user to look at .gitignore");
      for (const result of results) expect(JSON.stringify(result)).not.toContain(files.root);
    }
    expect(ripgrep.pids()).toEqual([]);
  });

  it("names a place below a link as it was asked for [ATTACK-10]", async () => {
    const { files, searchAll } = limitedSearches({ link: { link: "sub" } });
    plantPipe(files.path("sub/.gitignore"));
    expectSearchesRefused(
      await searchAll({ workingDirectory: files.path("link") }),
      files.path("link/.gitignore"),
    );
  });
});
