/** A ripgrep that fails, hangs or babbles: an error or an incomplete answer, never an empty one, and nothing stays running. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../support/answers.js";
import { allGone, fakeRipgrep, isRunning, searchInAllWays } from "../support/fake-ripgrep.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const EMPTY = /^No (?:files found|matches found(?: in [\d,]+ files?)?)$/m;

const someFiles = (): TempWorkspace => tempWorkspace({ "a.txt": "needle\n", "folder/b.txt": "hay\n" });

describe("A ripgrep that fails", () => {
  it.each([
    ["is missing", (files: TempWorkspace) => files.path("no-such-program")],
    ["is no program", (files: TempWorkspace) => files.path("a.txt")],
    ["is a folder", (files: TempWorkspace) => files.root],
  ])("because it %s is an error [SEARCH-10, FIND-4]", async (_, programOf) => {
    const files = someFiles();
    const answers = await searchInAllWays(files.toolkit({ ripgrep: programOf(files) }));
    for (const result of answers.values()) {
      const { code, message } = errorOf(result);
      expect(code).toBe("SEARCH_UNAVAILABLE");
      expect(message).toContain(
        "Nothing is known about matches. Try once more; if it fails again, tell the user.",
      );
    }
  });

  it.each([
    ["ends with code 2 without a word", "exit 2", "it ended with code 2"],
    ["ends with code 2 and babbles", "echo oops >&2; exit 2", "oops"],
    ["ends with code 2 after some results", "say; echo oops >&2; exit 2", "oops"],
    ["panics", "say; echo 'thread main panicked' >&2; exit 101", "thread main panicked"],
    ["is not found by its wrapper", "exit 127", "it ended with code 127"],
    ["is killed", "kill -9 $$", "ended by SIGKILL"],
    ["crashes after some results", "say; kill -SEGV $$", "ended by SIGSEGV"],
    ["prints garbage", "head -c 100000 /dev/zero | tr '\\0' x", "its output breaks off"],
    ["breaks off in the middle of a path", "say; printf './b'", "its output breaks off"],
    ["prints nothing but NUL", "head -c 100001 /dev/zero; echo", "it printed"],
    ["tells of a path of its own", "printf '/etc/passwd\\0001\\n\\n'", "it printed a path that is not below"],
    ["tells of a path above", "printf '../x\\0001\\n\\n'", "it printed a path that is not below"],
    ["puts control characters into its complaint", "printf '\\033[31moops' >&2; exit 2", "\\u001b[31moops"],
    ["complains at length", "head -c 3000000 /dev/zero | tr '\\0' x >&2; exit 2", "xxx…"],
  ])("because it %s is an error [SEARCH-10, FIND-4]", async (_, script, reason) => {
    const files = someFiles();
    const fake = fakeRipgrep(files, script);
    const answers = await searchInAllWays(files.toolkit({ ripgrep: fake.path }));
    for (const result of answers.values()) {
      const { code, message } = errorOf(result);
      expect(code).toBe("SEARCH_UNAVAILABLE");
      expect(message).toContain(reason);
      expect(message.length).toBeLessThanOrEqual(300);
    }
    expect(await allGone(fake.pids())).toBe(true);
  });

  it("because it counts in words is an error [SEARCH-10]", async () => {
    const files = someFiles();
    const fake = fakeRipgrep(files, "printf './a.txt\\000many\\n'");
    const toolkit = files.toolkit({ ripgrep: fake.path });
    const { code } = errorOf(await toolkit.call("Grep", { pattern: "needle", output_mode: "count" }));
    expect(code).toBe("SEARCH_UNAVAILABLE");
  });

  it("for want of descriptors is an error, and works again when there are some [SEARCH-10]", () => {
    const program = fileURLToPath(new URL("crowded.js", import.meta.url));
    const command = `ulimit -n 80; exec setsid -w "${process.execPath}" "${program}" "${someFiles().root}"`;
    // In a session of its own: what can't be started must not lead to a kill of all that belong together.
    const answers = JSON.parse(execFileSync("bash", ["-c", command], { encoding: "utf8" })) as object;
    expect(answers).toEqual({
      crowded: ["SEARCH_UNAVAILABLE", "SEARCH_UNAVAILABLE", "SEARCH_UNAVAILABLE"],
      free: "fine",
    });
  });
});

describe("A ripgrep that complains", () => {
  it("at length but ends well has found what it has found [SEARCH-10]", async () => {
    const files = someFiles();
    const fake = fakeRipgrep(files, "head -c 3000000 /dev/zero | tr '\\0' x >&2; say");
    for (const result of (await searchInAllWays(files.toolkit({ ripgrep: fake.path }))).values()) {
      expect(result.isError).toBe(false);
      expect(textOf(result)).toContain(files.path("a.txt"));
    }
  });

  it("of thousands of places is incomplete, and all of them are counted [SEARCH-5, SEARCH-10, FIND-4]", async () => {
    const files = someFiles();
    for (let index = 0; index < 3000; index += 1) mkdirSync(files.path(`locked-folder-number-${index}`));
    const script = `cd '${files.root}'
for place in locked-*; do echo "rg: ./$place: Permission denied (os error 13)"; done >&2
exit 2`;
    const fake = fakeRipgrep(files, script);
    for (const result of (await searchInAllWays(files.toolkit({ ripgrep: fake.path }))).values()) {
      expect(textOf(result)).toMatch(/^No (?:files found|matches found in 0 files) so far\n/);
      expect(textOf(result)).toContain("[Incomplete: 3,000 places could not be read: ");
      expect(result.output?.unreadable).toBe(3000);
    }
  });

  it("of a name with newlines has searched all the rest [SEARCH-5]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n", "two\nlines": { folder: {} } });
    const fake = fakeRipgrep(
      files,
      "say; printf 'rg: ./two\\nlines: Permission denied (os error 13)\\n' >&2; exit 2",
    );
    for (const result of (await searchInAllWays(files.toolkit({ ripgrep: fake.path }))).values()) {
      expect(textOf(result)).toContain(files.path("a.txt"));
      expect(textOf(result)).toContain(
        `[Incomplete: 1 place could not be read: ${files.path("two\\nlines")}.]`,
      );
    }
  });

  it("of files that went away meanwhile has nothing to add [SEARCH-5]", async () => {
    const files = someFiles();
    const fake = fakeRipgrep(
      files,
      "say; echo 'rg: ./gone: No such file or directory (os error 2)' >&2; exit 2",
    );
    for (const result of (await searchInAllWays(files.toolkit({ ripgrep: fake.path }))).values()) {
      expect(textOf(result)).toContain(files.path("a.txt"));
      expect(textOf(result)).not.toContain("Incomplete");
    }
  });
});

describe("A ripgrep that does not end", () => {
  it.each([
    ["hangs without a word", "exec sleep 60", false],
    ["hangs after a result", "say; exec sleep 60", true],
    ["does not listen to signals", "trap '' TERM INT HUP PIPE; say; while :; do sleep 0.1; done", true],
    ["closes its outputs and lives on", "say; exec >&- 2>&-; while :; do sleep 0.1; done", true],
    ["leaves the pipe to a child of its own", "sleep 2 & say", true],
    ["complains for ever", "say; exec yes oops >&2", true],
  ])(
    "because it %s gives an incomplete answer [SEARCH-9, SEARCH-7, FIND-4]",
    async (_, script, saysSomething) => {
      const files = someFiles();
      const fake = fakeRipgrep(files, script);
      const toolkit = files.toolkit({ ripgrep: fake.path, limits: { searchTimeoutMs: 400 } });
      const answers = await searchInAllWays(toolkit);
      for (const result of answers.values()) {
        expect(result.isError).toBe(false);
        expect(textOf(result)).not.toMatch(EMPTY);
        expect(textOf(result)).toContain(
          "[Incomplete: the search was stopped after 0.4 s; there may be more.",
        );
        expect(result.output?.timedOut).toBe(true);
        expect(result.output?.filenames).toEqual(saysSomething ? [files.path("a.txt")] : []);
      }
      if (saysSomething) {
        const texts = [...answers.values()].map(textOf);
        expect(texts[1]).toContain("Found at least 1 file\n");
        expect(texts[2]).toContain("Found at least 1 match in 1 file\n");
        expect(texts[3]).toContain("\n1:needle\n");
      }
      expect(fake.pids().length).toBeGreaterThanOrEqual(4);
      expect(await allGone(fake.pids())).toBe(true);
    },
  );

  it.each([
    ["a line without end", "exec tr '\\0' x < /dev/zero"],
    ["a path without end", "printf './a'; exec tr '\\0' x < /dev/zero"],
    ["one result over and over", "while say; do :; done"],
    ["NUL for ever", "exec cat /dev/zero"],
    ["newlines for ever", "exec yes ''"],
  ])(
    "because it prints %s is stopped, and its answer is no empty one [SEARCH-10, SEARCH-7]",
    async (_, script) => {
      const files = someFiles();
      const fake = fakeRipgrep(files, script);
      const toolkit = files.toolkit({ ripgrep: fake.path, limits: { searchTimeoutMs: 400 } });
      for (const result of (await searchInAllWays(toolkit)).values()) {
        expect(textOf(result)).not.toMatch(EMPTY);
        const isFullPage = result.output !== undefined && "appliedLimit" in result.output;
        const isStopped = result.output?.timedOut === true;
        expect(result.error?.code === "SEARCH_UNAVAILABLE" || isStopped || isFullPage).toBe(true);
      }
      expect(await allGone(fake.pids())).toBe(true);
    },
  );

  it("does not keep other calls from being answered [SEARCH-11]", async () => {
    const files = someFiles();
    const fake = fakeRipgrep(files, "say; while :; do say || exit; done");
    const toolkit = files.toolkit({ ripgrep: fake.path, limits: { searchTimeoutMs: 1500 } });
    const order: string[] = [];
    const searching = toolkit.call("Grep", { pattern: "needle" }).then(() => order.push("Grep"));
    while (!fake.pids().some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 5));
    const read = await toolkit.call("Read", { file_path: files.path("a.txt") });
    order.push("Read");
    await searching;
    expect(read.isError).toBe(false);
    expect(order).toEqual(["Read", "Grep"]);
  });
});
