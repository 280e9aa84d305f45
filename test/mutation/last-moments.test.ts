/** Another program writes between two system calls of the one step that changes a file. */
import fs from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Replaced } from "../../src/fs/file-system.js";
import { createNodeFileSystem, type RealPath } from "../../src/index.js";
import { hasAttributePrograms } from "../process/attribute-support.js";
import { takeDisplacedText } from "../support/displaced-files.js";
import { tempWorkspace } from "../support/workspace.js";

const expected = Buffer.from("head\nold\nfoot\n");
const content = Buffer.from("head\nnew and longer\nfoot\n");
const theirs = "head\ntheirs\nfoot\n";

type SystemCall = "accessSync" | "writeSync" | "fsyncSync" | "fchmodSync" | "renameSync";

/** Runs `action` once, just before the next such call. */
function before(call: SystemCall, action: () => void): void {
  const real = fs[call] as (...given: unknown[]) => unknown;
  vi.spyOn(fs, call).mockImplementationOnce((...given: unknown[]) => {
    action();
    return real(...given) as never;
  });
}

async function replace(
  path: string,
  way: "rename" | "in-place",
  systemCalls: "use" | "ignore" = "use",
): Promise<Replaced> {
  return createNodeFileSystem({ systemCalls }).replaceIfUnchanged(path as RealPath, {
    expected,
    content,
    way,
    temporaryName: ".filewright-test.tmp",
    isDurable: true,
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("Another program that writes into the file at the last moment", () => {
  it.for([
    ["writeSync", "use"],
    ["fchmodSync", "use"],
    ["fsyncSync", "use"],
    ["renameSync", "ignore"],
  ] as const)(
    "before %s of a replacement: its version is found, or what was there is left [RACE-5]",
    async ([moment, systemCalls], { skip }) => {
      skip(systemCalls === "ignore" && !hasAttributePrograms);
      const files = tempWorkspace({ "a.txt": expected });
      const path = files.path("a.txt");
      before(moment, () => fs.writeFileSync(path, theirs));
      const replaced = await replace(path, "rename", systemCalls);
      const onDisk = fs.readFileSync(path, "utf8");
      if (replaced.outcome === "replaced") {
        expect(onDisk).toBe(content.toString());
        expect(await takeDisplacedText(replaced)).toBe(theirs);
      } else {
        expect(replaced).toMatchObject({ outcome: "changed" });
        expect(onDisk).toBe(theirs);
      }
      expect(fs.readdirSync(files.root)).toEqual(["a.txt"]);
    },
  );

  it.each(["writeSync", "fchmodSync", "fsyncSync"] as const)(
    "by a rename before %s of a replacement: its file is left [RACE-5]",
    async (moment) => {
      const files = tempWorkspace({ "a.txt": expected });
      const path = files.path("a.txt");
      before(moment, () => {
        fs.writeFileSync(`${path}.next`, theirs);
        fs.renameSync(`${path}.next`, path);
      });
      const replaced = await replace(path, "rename");
      expect(replaced).toMatchObject({ outcome: "changed", present: Buffer.from(theirs) });
      expect(fs.readFileSync(path, "utf8")).toBe(theirs);
      expect(fs.readdirSync(files.root)).toEqual(["a.txt"]);
    },
  );

  it.each(["accessSync", "fsyncSync"] as const)(
    "before %s of writing in place: its version stays [RACE-5]",
    async (moment) => {
      const files = tempWorkspace({ "a.txt": expected });
      const path = files.path("a.txt");
      fs.linkSync(path, files.path("b.txt"));
      before(moment, () => fs.writeFileSync(path, theirs));
      const replaced = await replace(path, "in-place");
      expect(fs.readFileSync(path, "utf8")).toBe(theirs);
      // Ours was there before theirs, and is in the history; or it never was.
      expect(replaced.outcome).toBe(moment === "fsyncSync" ? "replaced" : "changed");
    },
  );
});

it("A disk that loses part of what is written in place gets the old content back [COMMIT-4]", async () => {
  const files = tempWorkspace({ "a.txt": expected });
  const path = files.path("a.txt");
  fs.linkSync(path, files.path("b.txt"));
  const write = fs.writeSync;
  vi.spyOn(fs, "writeSync").mockImplementationOnce((descriptor, bytes) => {
    const lossy = Buffer.from(bytes as unknown as Uint8Array);
    lossy.fill(0, 9);
    return write(descriptor, lossy, 0, lossy.length, 0);
  });
  await expect(replace(path, "in-place")).rejects.toMatchObject({ code: "NOT_WRITTEN" });
  expect(fs.readFileSync(path, "utf8")).toBe(expected.toString());
});
