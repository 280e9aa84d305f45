/** What a change leaves alone: mode, owner and group. Each case with both ways to change a file. */
import { chmodSync, chownSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CallResult } from "../../src/index.js";
import { errorOf, textOf } from "../support/answers.js";
import { callsFor, change, expectDone, NEW, OLD, tools, writer } from "../support/one-change.js";
import { asStranger, isRoot, leaveOut, runActor, stranger } from "../support/run-actor.js";
import { describeEntry, takeSnapshot } from "../support/snapshot.js";
import { tempWorkspace } from "../support/workspace.js";

/** Names in a folder that no test put there. */
function strayNames(folder: string): string[] {
  return Object.keys(takeSnapshot(folder)).filter((name) => name.includes(".filewright-"));
}

describe.each(tools)("%s of a file that exists", (tool) => {
  it.each([0o755, 0o640, 0o600, 0o664, 0o444, 0o2755, 0o4711])(
    "keeps the mode %o, without set-id bits [KEEP-1, HOST-38]",
    async (mode) => {
      const files = tempWorkspace({ "a.txt": OLD });
      chmodSync(files.path("a.txt"), mode);
      const { results, after } = await runActor({
        root: files.root,
        stateDirectory: join(dirname(files.root), "state"),
        umask: 0o077,
        calls: callsFor(tool, files.path("a.txt")),
      });
      if (mode === 0o444 && !isRoot) {
        expect(results[1]?.error?.code).toBe("ACCESS_DENIED");
        return;
      }
      expectDone(results[1]);
      expect(after["a.txt"]).toMatchObject({ mode: (mode & 0o777).toString(8), content: NEW });
      expect(strayNames(files.root)).toEqual([]);
    },
  );

  it("keeps the group of a file in a folder that gives new files another one [KEEP-2]", async () => {
    const files = tempWorkspace({ "shared/a.txt": OLD });
    if (isRoot) chownSync(files.path("shared"), 0, stranger.gid);
    else leaveOut("a folder of another group: not root");
    chmodSync(files.path("shared"), 0o2775);
    const { gid } = describeEntry(files.path("shared/a.txt"));
    expectDone(await change(writer(files), tool, files.path("shared/a.txt")));
    expect(describeEntry(files.path("shared/a.txt"))).toMatchObject({ gid, content: NEW });
  });

  it("leaves a file of another user to its owner [KEEP-2]", async () => {
    const files = tempWorkspace({ "a.txt": OLD });
    if (isRoot) chownSync(files.path("a.txt"), stranger.uid, stranger.gid);
    else leaveOut("a file of another user, changed by root: not root");
    chmodSync(files.path("a.txt"), 0o640);
    const { uid, gid } = describeEntry(files.path("a.txt"));
    expectDone(await change(writer(files), tool, files.path("a.txt")));
    expect(describeEntry(files.path("a.txt"))).toMatchObject({ uid, gid, mode: "640", content: NEW });
  });

  it("writes in place what it may change but could not give back to its owner [KEEP-2, COMMIT-3]", async () => {
    const files = tempWorkspace({ "a.txt": OLD });
    if (!isRoot) return leaveOut("a file of root's, changed by another user: not root");
    chmodSync(dirname(files.root), 0o777);
    chmodSync(files.root, 0o777);
    chmodSync(files.path("a.txt"), 0o666);
    const { results, before, after, uid } = await runActor(
      {
        root: files.root,
        stateDirectory: join(dirname(files.root), "state"),
        calls: callsFor(tool, files.path("a.txt")),
      },
      asStranger(),
    );
    expect(uid).toBe(stranger.uid);
    expectDone(results[1]);
    expect(textOf(results[1] as CallResult)).toContain(
      "[Written in place, because it belongs to another user.]",
    );
    const { inode } = before["a.txt"] ?? {};
    expect(after).toMatchObject({ "a.txt": { uid: 0, gid: 0, mode: "666", inode, content: NEW } });
    expect(Object.keys(after)).toEqual(["a.txt"]);
  });

  it("refuses a file that is read-only for this user, though its folder would take a new one [KEEP-6]", async () => {
    const files = tempWorkspace({ "a.txt": OLD });
    chmodSync(files.path("a.txt"), 0o444);
    if (isRoot) {
      chmodSync(dirname(files.root), 0o777);
      for (const path of [files.root, files.path("a.txt")]) chownSync(path, stranger.uid, stranger.gid);
    }
    const { results, before, after } = await runActor(
      {
        root: files.root,
        stateDirectory: join(dirname(files.root), "state"),
        calls: callsFor(tool, files.path("a.txt")),
      },
      asStranger(),
    );
    expect(errorOf(results[1] as CallResult).code).toBe("ACCESS_DENIED");
    expect(after).toEqual(before);
  });

  it.each([
    [0o022, "644", "755"],
    [0o027, "640", "750"],
    [0o077, "600", "700"],
  ])("gives new files and folders what the umask %o leaves [KEEP-5]", async (umask, fileMode, folderMode) => {
    const files = tempWorkspace();
    const path = files.path("new/folder/a.txt");
    const input =
      tool === "Write"
        ? { file_path: path, content: NEW }
        : { file_path: path, old_string: "", new_string: NEW };
    const { results, after } = await runActor({
      root: files.root,
      stateDirectory: join(dirname(files.root), "state"),
      umask,
      calls: [{ name: tool, input }],
    });
    expectDone(results[0]);
    expect(after).toMatchObject({
      new: { kind: "folder", mode: folderMode },
      "new/folder": { kind: "folder", mode: folderMode },
      "new/folder/a.txt": { kind: "file", mode: fileMode, links: 1, content: NEW },
    });
    expect(Object.keys(after)).toHaveLength(3);
  });
});
