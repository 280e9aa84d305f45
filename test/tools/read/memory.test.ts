import { execFileSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { tempWorkspace } from "../../support/workspace.js";

const MEGABYTE = 1024 * 1024;
const FILE_MEGABYTES = 256;

/** In a process of its own: peak memory before and after a slice near the end. */
const probe = `
  import { createToolkit } from "filewright";
  const [file_path, root] = process.argv.slice(-2);
  const toolkit = createToolkit({ roots: [root] });
  await toolkit.call("Read", { file_path: root + "/small.txt" });
  const before = process.resourceUsage().maxRSS;
  const result = await toolkit.call("Read", { file_path, offset: 4_000_000, limit: 100 });
  const after = process.resourceUsage().maxRSS;
  console.log(JSON.stringify({ isError: result.isError, lines: result.output?.file.numLines, grownKilobytes: after - before }));
`;

describe("Read of a slice", () => {
  it("needs no more memory for a large file than for its blocks [READ-15]", () => {
    const files = tempWorkspace({ "small.txt": "x" });
    const file = openSync(files.path("large.log"), "w");
    const chunk = Buffer.from(`${"-".repeat(63)}\n`.repeat(MEGABYTE / 64));
    for (let index = 0; index < FILE_MEGABYTES; index += 1) writeSync(file, chunk);
    closeSync(file);
    const answer = execFileSync(
      process.execPath,
      ["--input-type=module", "-e", probe, files.path("large.log"), files.root],
      { cwd: fileURLToPath(new URL("../../..", import.meta.url)), encoding: "utf8" },
    );
    const { grownKilobytes, ...result } = JSON.parse(answer) as { grownKilobytes: number };
    expect(result).toEqual({ isError: false, lines: 100 });
    expect(grownKilobytes).toBeLessThan(32 * 1024);
  });
});
