/** A program that opens a file just when a change replaces it writes into a file without a name. */
import { appendFileSync, closeSync, openSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { systemCalls } from "../support/replacing.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

/** Descriptors of this process that hold removed files of the workspace. */
function findRemoved(files: TempWorkspace): string[] {
  return readdirSync("/proc/self/fd")
    .map((name) => `/proc/self/fd/${name}`)
    .filter((path) => {
      try {
        const target = readlinkSync(path);
        return target.startsWith(files.root) && target.endsWith("(deleted)");
      } catch {
        return false;
      }
    });
}

async function editOnce(files: TempWorkspace) {
  const toolkit = files.toolkit({ onAsk: () => ({ answer: "allow" }) });
  const file_path = files.path("a.txt");
  await toolkit.call("Read", { file_path });
  const { error } = await toolkit.call("Edit", { file_path, old_string: "one", new_string: "two" });
  expect(error).toBeUndefined();
  return toolkit;
}

describe.runIf(process.platform === "linux" && systemCalls !== undefined)("A late write", () => {
  it("is kept as a displaced version [SAFE-131]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const toolkit = await editOnce(files);
    const [removed, ...others] = findRemoved(files);
    expect(others).toEqual([]);
    writeFileSync(removed as string, "written late\n");
    await toolkit.close();
    expect(findRemoved(files)).toEqual([]);
    const [change] = await files.toolkit().history.list();
    expect(change?.displaced).toHaveLength(1);
    expect(change?.displaced[0]?.image.size).toBe("written late\n".length);
    expect(change?.state).toBe("applied");
  });

  it("by a program that kept the file open is kept when it closes the file [SAFE-131]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const held = openSync(files.path("a.txt"), "a");
    const toolkit = await editOnce(files);
    appendFileSync(held, "first\n");
    appendFileSync(held, "second\n");
    closeSync(held);
    const displaced = async () => (await toolkit.history.list())[0]?.displaced ?? [];
    await expect.poll(async () => (await displaced()).length, { timeout: 5000 }).toBe(1);
    expect((await displaced())[0]?.image.size).toBe("one\nfirst\nsecond\n".length);
    expect(findRemoved(files)).toEqual([]);
    await toolkit.close();
  });

  it("that did not happen leaves nothing behind [SAFE-131]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const toolkit = await editOnce(files);
    expect(findRemoved(files)).toHaveLength(1);
    await expect.poll(() => findRemoved(files), { timeout: 5000 }).toEqual([]);
    expect((await toolkit.history.list())[0]?.displaced).toEqual([]);
    await toolkit.close();
  });
});
