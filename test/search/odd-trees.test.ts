/** Trees that a walk could stumble over: nothing hangs, nothing is followed outside, and what was left out is said. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { textOf } from "../support/answers.js";
import { fakeRipgrep, searchInAllWays } from "../support/fake-ripgrep.js";
import { isRoot } from "../support/run-actor.js";
import { tempWorkspace } from "../support/workspace.js";

describe("A tree", () => {
  it("with circles of links, dangling ones and ones that lead out is searched without them [SEARCH-5, SEARCH-6]", async () => {
    const files = tempWorkspace({
      "in/a.txt": "needle\n",
      "in/up": { link: ".." },
      "in/self": { link: "." },
      "in/circle": { link: "circle" },
      "in/to-out": { link: "../out" },
      "in/to-file": { link: "../out/canary.txt" },
      "in/dangling": { link: "nowhere" },
      "in/zero": { link: "/dev/zero" },
      "out/canary.txt": "needle CANARY\n",
    });
    const toolkit = files.toolkit({ roots: [files.path("in")], workingDirectory: files.path("in") });
    for (const result of (await searchInAllWays(toolkit)).values()) {
      expect(result.output?.filenames).toEqual([files.path("in/a.txt")]);
      expect(textOf(result)).not.toMatch(/canary|Incomplete/i);
    }
    for (const pattern of ["to-file", "{to-file,zzz}", "zero", "circle"])
      expect(textOf(await toolkit.call("Glob", { pattern }))).toBe("No files found");
    // Whoever names the link means what it leads to, and needs permission for that.
    for (const pattern of ["to-out/canary.txt", "to-out/**"])
      expect((await toolkit.call("Glob", { pattern })).error?.code).toBe("PERMISSION_DENIED");
  });

  it("with pipes, sockets and devices is searched without touching them [SEARCH-5, SEARCH-11]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n", "sub/b.txt": "hay\n" });
    execFileSync("mkfifo", [files.path("pipe"), files.path("sub/pipe.txt")]);
    if (isRoot) execFileSync("mknod", [files.path("device.txt"), "c", "1", "5"]);
    const server = createServer().listen(files.path("socket.txt"));
    onTestFinished(() => void server.close());
    await once(server, "listening");
    // A writer that waits for a reader: whoever opens the pipe only to turn it down would end it.
    const writer = spawn("sh", ["-c", `echo needle > '${files.path("pipe")}'`], { stdio: "ignore" });
    onTestFinished(() => void writer.kill("SIGKILL"));
    await wait(100);
    for (const result of (await searchInAllWays(files.toolkit())).values())
      expect(result.output?.filenames).toEqual(
        result.output && "mode" in result.output
          ? [files.path("a.txt")]
          : expect.arrayContaining([files.path("a.txt"), files.path("sub/b.txt")]),
      );
    await wait(100);
    expect(writer.exitCode ?? writer.signalCode).toBeNull();
  });

  it("in which files vanish while it is walked is answered without them [SEARCH-5]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n", "gone.txt": "needle\n", "gone/b.txt": "needle\n" });
    const script = `case "$asked" in
  *--count-matches*) printf './gone.txt\\0001\\n./gone/b.txt\\0001\\n' ;;
  *--heading*) printf './gone.txt\\0001:1:0:needle\\n\\n./gone/b.txt\\0001:1:0:needle\\n\\n' ;;
  *) printf './gone.txt\\000./gone/b.txt\\000' ;;
esac
rm -rf '${files.path("gone.txt")}' '${files.path("gone")}'
say`;
    const toolkit = files.toolkit({ ripgrep: fakeRipgrep(files, script).path });
    for (const result of (await searchInAllWays(toolkit)).values()) {
      expect(result.output?.filenames).toEqual([files.path("a.txt")]);
      expect(textOf(result)).not.toMatch(/gone|Incomplete/);
    }
  });

  it("whose paths are too long for the system is answered as incomplete [SEARCH-5, FIND-4]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    onTestFinished(() => void execFileSync("rm", ["-rf", files.path("deep")]));
    // Below the root the path still fits, but not with the root in front; then one that fits in no way.
    plantDeep(files.path("deep"), 4085);
    plantDeep(files.path("deep"), 5200);
    const answers = await searchInAllWays(files.toolkit());
    for (const result of answers.values()) {
      expect(result.output?.filenames).toEqual([files.path("a.txt")]);
      expect(textOf(result)).toMatch(/\[Incomplete: \d places? could not be read: .*ddd/);
    }
    const below = await searchInAllWays(files.toolkit({ workingDirectory: files.path("deep") }));
    expect([...below.values()].map((result) => textOf(result).split("\n")[0])).toEqual([
      "No files found so far",
      "No matches found in 1 file so far",
      "No matches found in 1 file so far",
      // A line was found, and could not be quoted.
      "No matches found so far",
    ]);
  });
});

/** Makes folders step by step, because the whole path is more than the system takes, and a file in the last one. */
function plantDeep(folder: string, bytes: number): void {
  const steps = Array.from({ length: Math.floor((bytes - 60) / 201) }, () => "d".repeat(200));
  const last = "e".repeat(bytes - steps.length * 201 - "/f.txt".length);
  const script = `
    const { mkdirSync, writeFileSync } = require("node:fs");
    for (const step of process.argv.slice(1)) {
      mkdirSync(step, { recursive: true });
      process.chdir(step);
    }
    writeFileSync("f.txt", "needle\\n");`;
  execFileSync(process.execPath, ["-e", script, folder, ...steps, last]);
}
