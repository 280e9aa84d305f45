/** A disk that runs full while a file is written in place. */
import { fork } from "node:child_process";
import { once } from "node:events";
import fs, { linkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { last, orderFor, read, write } from "../support/disk-orders.js";
import { expectDone } from "../support/one-change.js";
import { callsWith, errnoError, replaceWith, systemCalls } from "../support/replacing.js";
import { findOwnMounts, runActor } from "../support/run-actor.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const program: string = fileURLToPath(new URL("tearer.js", import.meta.url));
const OLD = "old old old old old\n";

interface Report {
  readonly error: { readonly code: string; readonly message: string; readonly data: object };
  readonly states: readonly string[];
  readonly ids: readonly string[];
}

async function tear(files: TempWorkspace, takesBack: "yes" | "no"): Promise<Report> {
  linkSync(files.path("a.txt"), files.path("b.txt"));
  const child = fork(program, [files.root, files.stateDirectory, takesBack]);
  const [report] = (await once(child, "message")) as [Report];
  await once(child, "exit");
  return report;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("A write in place that fails halfway", () => {
  it("puts the old content back, and nothing was changed [SAFE-135]", async () => {
    const files = tempWorkspace({ "a.txt": OLD });
    const { error, states } = await tear(files, "yes");
    expect(error.code).toBe("DISK_FULL");
    expect(states).toEqual(["failed"]);
    expect(files.read("b.txt")).toBe(OLD);
  });

  it("and can't put it back says so, and the next start does [SAFE-136]", async () => {
    const files = tempWorkspace({ "a.txt": OLD });
    const { error, states, ids } = await tear(files, "no");
    expect(files.read("b.txt")).toBe("NEW NEW NEold old old\n".slice(0, 10) + OLD.slice(10));
    expect(error).toMatchObject({ code: "IO_FAILED", data: { change: ids[0] } });
    expect(error.message).toContain("now holds parts of its old and its new content");
    expect(error.message).toContain(`Change ${ids[0]} in the history has the old content.`);
    expect(error.message).toContain("restart Filewright, which restores it.");
    expect(states).not.toContain("failed");
    const toolkit = files.editor();
    expectDone(await toolkit.call("Write", { file_path: files.path("first.txt"), content: "first" }));
    expect(files.read("b.txt")).toBe(OLD);
    expect((await toolkit.history.list()).map(({ state }) => state)).toEqual(["applied", "failed"]);
  });
});

describe.runIf(systemCalls !== undefined)("A disk without room for a write in place", () => {
  it("is found out before anything is written [SAFE-137]", async () => {
    const files = tempWorkspace({ "a.txt": OLD });
    const before = files.stamp("a.txt");
    const calls = callsWith(() => ({
      reserve: () => {
        throw errnoError("ENOSPC");
      },
    }));
    const writes = vi.spyOn(fs, "writeSync");
    const change = { expected: Buffer.from(OLD), content: Buffer.from("much longer ".repeat(9)) };
    const replacing = (async () => replaceWith(files.path("a.txt"), { ...change, way: "in-place" }, calls))();
    await expect(replacing).rejects.toMatchObject({ code: "ENOSPC" });
    expect(writes).not.toHaveBeenCalled();
    expect(files.read("a.txt")).toBe(OLD);
    expect(before).toBeDefined();
  });

  it("does not keep a file from being overwritten by as much [SAFE-137]", async () => {
    const through = findOwnMounts("a full disk and a file of the same size");
    if (through === undefined) return;
    const files = tempWorkspace();
    const path = files.path("a.txt");
    const fill = `head -c 10000000 /dev/zero > '${files.path("ballast")}' 2>/dev/null || :`;
    const prepare = `mount -t tmpfs -o size=1m none '${files.root}'; printf %s '${OLD}' > '${path}'; ln '${path}' '${files.path("b.txt")}'; ${fill}`;
    const order = orderFor(files, { calls: [read(path), write(path, OLD.toUpperCase())], compares: false });
    expectDone(last(await runActor(order, { through, prepare })));
  });

  it("fails an edit of a large file, not the process [SAFE-112]", async () => {
    const through = findOwnMounts("a full disk and a large file");
    if (through === undefined) return;
    const files = tempWorkspace();
    const path = files.path("large.txt");
    const prepare = `mount -t tmpfs -o size=10m none '${files.root}'; { echo first; yes 'a line of a large file' | head -c 8000000; } > '${path}'`;
    const edit = { name: "Edit", input: { file_path: path, old_string: "first", new_string: "1st" } };
    const look = { name: "Read", input: { file_path: path, limit: 1 } };
    const order = orderFor(files, { calls: [look, edit, look], compares: false });
    const { results } = await runActor(order, { through, prepare });
    expect(results.map(({ error }) => error?.code)).toEqual([undefined, "DISK_FULL", undefined]);
  });
});
