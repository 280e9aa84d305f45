import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { findProcessLoad, parseProcessLoad } from "../../src/fs/node/process-load.js";

const MEGABYTE = 1024 * 1024;

describe("The load of a process", () => {
  it("is the memory that it alone holds, and the time that it computes [ATTACK-10]", async () => {
    const script =
      "const held = Buffer.alloc(200 << 20, 1); process.stdout.write('held'); setInterval(() => held, 1000)";
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child.stdout, "data");
    const load = findProcessLoad(child.pid ?? 0);
    expect(load?.ownBytes).toBeGreaterThan(200 * MEGABYTE);
    expect(load?.ownBytes).toBeLessThan(400 * MEGABYTE);
    expect(load?.ticks).toBeGreaterThan(0);
  });

  it("is unknown of a process that is not there [ATTACK-10]", () => {
    expect(findProcessLoad(2 ** 30)).toBeUndefined();
  });

  it("counts what is swapped out and time in the scheduler's queue, whatever the program is called [ATTACK-10]", () => {
    const status = "Name:\tx\nVmRSS:\t 900 kB\nRssAnon:\t  300 kB\nRssFile:\t 600 kB\nVmSwap:\t   20 kB\n";
    const before = "1 1 1 0 -1 4194304 100 0 0 0";
    for (const name of ["rg", "a) R 9 9 (b"]) {
      const stat = `42 (${name}) S ${before} 7 11 0 0 20 0`;
      expect(parseProcessLoad(status, stat)).toEqual({ ownBytes: 320 * 1024, ticks: 18 });
      // Time in the scheduler's queue is added, thread by thread; a thread that has just ended has none.
      const queued = ["900 30000000 5\n", "100 9999999 1\n", "", "7"];
      expect(parseProcessLoad(status, stat, queued)?.ticks).toBe(18 + 3);
      expect(parseProcessLoad("RssAnon:\t 300 kB\n", stat)?.ownBytes).toBe(300 * 1024);
      // A kernel that does not tell, and a process that has ended and has no memory left.
      expect(parseProcessLoad("Name:\tx\n", stat)).toBeUndefined();
    }
    expect(parseProcessLoad(status, "42 (x) S 1")).toBeUndefined();
  });
});
