/** A second process that rewrites the file all the time, without locks, as an editor or a build would. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { readKeptContents } from "../support/kept-contents.js";
import { tempWorkspace } from "../support/workspace.js";

const program: string = fileURLToPath(new URL("intruder.js", import.meta.url));

describe("A second process that rewrites a file without asking", () => {
  // By writing into the file that is there: then what it wrote is found after our rename. What it would rename into place
  // between our last look and our own rename can be seen by no one; the last-moments test tells that window.
  it("does not lose a version when calls displace it [RACE-5]", async () => {
    const files = tempWorkspace({ "a.txt": "head\nbegin\nfoot\n" });
    const path = files.path("a.txt");
    let pauseMs = 4;
    const child = fork(program, [path, String(pauseMs)]);
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child, "message");
    const toolkit = files.editor({ dedup: false, durability: "none" });
    let changes = 0;
    for (let round = 1; round <= 400 && changes < 40; round += 1) {
      // On a busy machine a call takes longer than the other rests: it rests longer until some come through.
      if (round % 50 === 0 && changes < round / 50) child.send((pauseMs *= 2));
      await toolkit.call("Read", { file_path: path });
      const content = `head\nours ${String(round).padStart(11, "0")}\nfoot\n`;
      const { isError } = await toolkit.call("Write", { file_path: path, content });
      if (!isError) changes += 1;
      if (round % 5 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    child.send("stop");
    const [report] = (await once(child, "message")) as [{ displacedByOthers: string[] }];
    const kept = await readKeptContents(toolkit);
    kept.add(readFileSync(path, "utf8"));
    expect(report.displacedByOthers.filter((version) => !kept.has(version))).toEqual([]);
    expect(changes).toBeGreaterThan(0);
  });
});
