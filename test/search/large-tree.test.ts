/** A tree of many entries: every file is counted, the page stays small, and so does the memory. */
import { execFileSync } from "node:child_process";
import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { textOf } from "../support/answers.js";
import { tempWorkspace } from "../support/workspace.js";

const FOLDERS = 200;
const FILES = 300;

describe("A tree of 60,000 files", () => {
  it("is counted whole, and its newest files are shown [SEARCH-11, SEARCH-5]", async () => {
    const files = tempWorkspace();
    onTestFinished(() => void execFileSync("rm", ["-rf", files.root]));
    for (let file = 0; file < FILES; file += 1) files.write(`folder-0/${file}.txt`, "");
    // Names of the same files: nothing makes more of them in less time.
    for (let folder = 1; folder < FOLDERS; folder += 1)
      execFileSync("cp", ["-al", files.path("folder-0"), files.path(`folder-${folder}`)]);
    const newest = files.path("folder-77/200.txt");
    rmSync(newest);
    writeFileSync(newest, "needle\n");
    utimesSync(newest, new Date(), new Date(Date.now() + 60_000));
    const toolkit = files.toolkit();

    const all = await toolkit.call("Glob", { pattern: "**/*" });
    expect(all.output).toMatchObject({ numFiles: 100, truncated: true, totalMatches: FOLDERS * FILES });
    expect(all.output?.filenames[0]).toBe(newest);
    expect(textOf(all)).toContain(
      "[The 100 newest of 60,000 files. Give a narrower pattern or path to see others.]",
    );

    const some = await toolkit.call("Glob", { pattern: "folder-{1,2}/*7.txt" });
    expect(some.output).toMatchObject({ totalMatches: 60, numFiles: 60, truncated: false });
    const grep = await toolkit.call("Grep", { pattern: "needle" });
    expect(textOf(grep)).toBe(`Found 1 file\n${newest}`);
    const none = await toolkit.call("Glob", { pattern: "**/*.nothing" });
    expect(textOf(none)).toBe("No files found");
  });
});
