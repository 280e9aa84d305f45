/** Places that no rule, mode or answer opens. */
import { linkSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem } from "../../src/index.js";
import { isProcessFile } from "../../src/permissions/process-files.js";
import { alterFileSystem } from "../support/altered-file-system.js";
import { textOf } from "../support/answers.js";
import { tempWorkspace } from "../support/workspace.js";

describe("The inside of a process", () => {
  it.each<[string, boolean]>([
    ["/proc/self/environ", true],
    ["/proc/123/task/456/maps", true],
    ["/proc/1/fd/7", true],
    ["/proc/kcore", true],
    ["/proc/self/status", false],
    ["/proc/cpuinfo", false],
    ["/proc/self/environment", false],
    ["/home/me/proc/self/environ", false],
  ])("is %s: %s [PERM-73]", (path, isInside) => {
    expect(isProcessFile(path)).toBe(isInside);
  });

  it.runIf(process.platform === "linux")(
    "is read and searched by no tool, also with the whole disk as a root and everything allowed [PERM-73, ATTACK-9]",
    async () => {
      const toolkit = tempWorkspace({}).editor({ roots: ["/"], permissions: { mode: "bypassPermissions" } });
      const path = `/proc/${process.pid}/environ`;
      for (const [tool, input] of [
        ["Read", { file_path: path }],
        ["Read", { file_path: "/proc/self/environ" }],
        ["Grep", { pattern: "PATH=", path }],
        ["Grep", { pattern: "PATH=", path: `/proc/${process.pid}/task/${process.pid}/environ` }],
        ["Write", { file_path: path, content: "x" }],
      ] as const) {
        const result = await toolkit.call(tool, input);
        expect([result.error?.code, textOf(result)]).toEqual([
          "PERMISSION_DENIED",
          expect.stringContaining("is the inside of a running process"),
        ]);
      }
      const walked = await toolkit.call("Grep", {
        pattern: "PATH=",
        path: `/proc/${process.pid}`,
        glob: "environ",
      });
      expect(walked.output?.numFiles ?? 0).toBe(0);
      expect((await toolkit.call("Read", { file_path: "/proc/self/status" })).isError).toBe(false);
    },
  );
});

describe("Our own files under another name", () => {
  it("are as closed as under their own: state to every tool, settings to changes [PERM-68]", async () => {
    const files = tempWorkspace({ ".filewright/settings.json": "{}", "a.txt": "canary\n" });
    const toolkit = files.editor({ permissions: { mode: "acceptEdits" } });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    await toolkit.call("Write", { file_path: files.path("a.txt"), content: "new\n" });
    await toolkit.close();
    const [journal = ""] = readdirSync(files.path("../state/history"));
    linkSync(files.path("../state/history", journal), files.path("journal.txt"));
    linkSync(files.path(".filewright/settings.json"), files.path("settings.txt"));
    const later = files.editor({ permissions: { mode: "acceptEdits" } });
    const refused = await later.call("Read", { file_path: files.path("journal.txt") });
    expect(textOf(refused)).toContain("belongs to Filewright's own state");
    await later.call("Read", { file_path: files.path("settings.txt") });
    const changed = await later.call("Write", {
      file_path: files.path("settings.txt"),
      content: '{"permissions":{}}',
    });
    expect(textOf(changed)).toContain("holds permission settings");
    expect(files.read(".filewright/settings.json")).toBe("{}");
  });
});

describe("Our own state", () => {
  it("is closed to the first call too, where a link leads to it and the disk takes its time [PERM-68]", async () => {
    const files = tempWorkspace({ "kept/x.txt": "private\n", link: { link: "kept" } });
    const disk = createNodeFileSystem();
    const fileSystem = alterFileSystem(disk, { resolve: async (path) => disk.resolve(path) });
    const toolkit = files.toolkit({ fileSystem, stateDirectory: files.path("link") });
    const result = await toolkit.call("Read", { file_path: files.path("kept/x.txt") });
    expect(textOf(result)).toContain("belongs to Filewright's own state");
  });
});
