/** People read the published code when something fails: in stack traces, in debuggers, in their editor. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { tempWorkspace } from "../support/workspace.js";

const dist = join(import.meta.dirname, "../../dist");

describe("The published code", () => {
  it("prints an uncaught error with the line it came from, not with a whole file [PACK-5]", () => {
    const files = tempWorkspace({
      "program.mjs": [
        `import { createToolkit } from ${JSON.stringify(pathToFileURL(join(dist, "index.js")).href)};`,
        `await createToolkit({ roots: [import.meta.dirname] }).history.undo("nope");`,
      ].join("\n"),
    });
    const { status, stderr } = spawnSync(process.execPath, [files.path("program.mjs")], { encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toContain('There is no change "nope" in the history.');
    expect(stderr).toContain("at findAll");
    expect(Math.max(...stderr.split("\n").map((line) => line.length))).toBeLessThan(400);
  });

  it("has no line that a person could not read, but for lists of imports and one of data [PACK-5]", () => {
    const ours = ["chunks", "app", "bin", "media"].flatMap((folder) =>
      readdirSync(join(dist, folder))
        .filter((name) => /\.c?js$/.test(name))
        .map((name) => join(dist, folder, name)),
    );
    const long = ours.flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.length > 1200 && !/^(?:import|export) |^const kernelsBinary = /.test(line))
        .map((line) => `${file}: ${line.slice(0, 60)}`),
    );
    expect(long).toEqual([]);
  });
});
