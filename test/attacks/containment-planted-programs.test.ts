/** Attack 12: programs that a project brings along under the names of those that a tool would start. */
import { chmodSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Toolkit } from "../../src/index.js";
import { locateRipgrep } from "../../src/search/ripgrep/locate.js";
import { type Fence, fencedWorkspace } from "../support/fenced-workspace.js";
import { paint } from "../support/pictures.js";

/** Everything that any part of the library starts, and what a shell would need. */
const PROGRAMS = [
  "rg",
  "rg.exe",
  "node",
  "sh",
  "getfattr",
  "setfattr",
  "getfacl",
  "setfacl",
  "git",
  "xattr",
  "chmod",
];
const FOLDERS = ["", "bin", "node_modules/.bin", "node_modules/@vscode/ripgrep/bin", ".git/hooks"];

/** Each leaves its name behind when it is run, and does what it can to be taken for the real one. */
function plantTraps(fence: Fence): void {
  for (const folder of FOLDERS) {
    for (const name of PROGRAMS) {
      const path = fence.files.write(
        join("in", folder, name),
        `#!/bin/sh\ntouch '${fence.files.path("out")}'/ran-"$(basename "$0")"\nprintf './mine.txt\\000'\n`,
      );
      chmodSync(path, 0o755);
    }
  }
}

const traces = (fence: Fence): boolean =>
  PROGRAMS.some((name) => existsSync(fence.files.path("out", `ran-${name}`)));

async function useEverything(fence: Fence, toolkit: Toolkit): Promise<void> {
  const file_path = fence.files.path("in/mine.txt");
  for (const [tool, input] of [
    ["Grep", { pattern: "mine", type: "txt" }],
    ["Grep", { pattern: "m[i]ne", output_mode: "content", glob: "*.txt" }],
    ["Grep", { pattern: "m[i]ne", path: file_path, output_mode: "count" }],
    ["Glob", { pattern: "*.txt" }],
    ["Read", { file_path }],
    ["Edit", { file_path, old_string: "mine", new_string: "mine too" }],
    ["Read", { file_path: fence.files.path("in/picture.png") }],
  ] as const)
    expect((await toolkit.call(tool, input)).error, tool).toBeUndefined();
  expect((await toolkit.history.undo()).isDone).toBe(true);
}

async function plant(): Promise<Fence> {
  const picture = await paint(8, 8).png().toBuffer();
  const fence = fencedWorkspace({ "in/mine.txt": "mine\n", "in/picture.png": picture, "out/keep.txt": "" });
  plantTraps(fence);
  return fence;
}

/** As a shell that was started in the project would have it. */
function searchPathOf(fence: Fence): string {
  const folders = FOLDERS.map((folder) => join(fence.inside, folder));
  return [".", "", "bin", "node_modules/.bin", ...folders, process.env["PATH"] ?? ""].join(":");
}

describe("A program that a project brings", () => {
  it("is never run, though it comes first on the path that the host gives [ATTACK-12]", async () => {
    const fence = await plant();
    const environment = { ...process.env, HOME: fence.inside, PATH: searchPathOf(fence) };
    const stateDirectory = join(dirname(fence.files.root), "state");
    const options = { environment, stateDirectory, onAsk: () => ({ answer: "allow" }) as const };
    await useEverything(fence, fence.toolkit(options));
    expect(traces(fence)).toBe(false);
  });

  it("is never run, though it comes first on the path of the process itself [ATTACK-12]", async () => {
    const fence = await plant();
    const own = process.env["PATH"];
    process.env["PATH"] = searchPathOf(fence);
    try {
      await useEverything(fence, fence.toolkit({ onAsk: () => ({ answer: "allow" }) }));
    } finally {
      process.env["PATH"] = own;
    }
    expect(traces(fence)).toBe(false);
  });

  it("is not even found where the package has no ripgrep for the machine [ATTACK-12]", async () => {
    const fence = await plant();
    mkdirSync(fence.files.path("elsewhere"));
    symlinkSync(fence.files.path("in/bin/rg"), fence.files.path("elsewhere/rg"));
    const { workspace } = fence.toolkit();
    const folders = FOLDERS.map((folder) => join(fence.inside, folder));
    const located = locateRipgrep({
      fileSystem: workspace.fileSystem,
      searchPath: [".", ...folders, fence.files.path("elsewhere")].join(":"),
      isInsideRoots: (path) => workspace.roots.contains(path),
      importPackage: () => Promise.reject(new Error("not installed")),
    });
    await expect(located).rejects.toMatchObject({ code: "SEARCH_UNAVAILABLE" });
    expect(traces(fence)).toBe(false);
  });
});
