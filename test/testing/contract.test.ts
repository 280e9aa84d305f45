/** The contract of file systems, as those see it who hold their own to it. */
import { describe, expect, it } from "vitest";
import { type AbsolutePath, createMemoryFileSystem, createNodeFileSystem } from "../../src/index.js";
import {
  type ContractCase,
  createLocalDisk,
  type DiskUnderTest,
  fileSystemContract,
} from "../../src/testing/index.js";
import { createMemoryDisk } from "../support/memory-disk.js";
import { brokenFileSystems, createBrokenDisk } from "./broken-file-systems.js";

const memoryDisk = (): DiskUnderTest => createMemoryDisk(createMemoryFileSystem());

async function findFailed(cases: readonly ContractCase[]): Promise<ReadonlyMap<string, unknown>> {
  const failed = new Map<string, unknown>();
  for (const { id, run } of cases) await run().catch((error: unknown) => failed.set(id, error));
  return failed;
}

const idsOf = (cases: readonly ContractCase[]): string[] => cases.map(({ id }) => id);

describe("The contract of file systems", () => {
  it("is cases with an id and a title each, whose run takes nothing [KIT-1]", () => {
    const cases = fileSystemContract({ create: memoryDisk });
    expect(new Set(idsOf(cases)).size).toBe(cases.length);
    expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
    // Runners take a parameter for a callback that is to be called at the end.
    for (const { id, run } of cases)
      expect([id, run.length]).toEqual([expect.stringMatching(/^[a-z-]+$/), 0]);
  });

  it("gives every case a disk of its own, and gives it back when the case has failed too [KIT-2]", async () => {
    const disks = { made: 0, disposed: 0 };
    const create = (): DiskUnderTest => {
      disks.made += 1;
      return {
        ...memoryDisk(),
        writeFile: () => {
          throw new Error("full");
        },
        dispose: () => {
          disks.disposed += 1;
        },
      };
    };
    const cases = fileSystemContract({ create });
    const failed = await findFailed(cases);
    expect(failed.size).toBeGreaterThan(10);
    expect(failed.size).toBeLessThan(cases.length);
    expect(disks).toEqual({ made: cases.length, disposed: cases.length });
  });

  it("holds a disk without links, pipes, modes and renames to everything else [KIT-3]", async () => {
    const create = (): DiskUnderTest => ({ ...memoryDisk(), link: undefined, fifo: undefined });
    const all = fileSystemContract({ create: memoryDisk });
    const cases = fileSystemContract({ create, lacks: ["links", "fifos", "modes", "renames"] });
    const needing = all.filter(({ needs }) => needs.length > 0);
    expect(idsOf(needing)).toEqual([
      "resolve-links",
      "resolve-circle",
      "resolve-leads-to",
      "no-link-since",
      "replace-rename",
      "replace-watched",
      "replace-seen-by-readers",
      "create-mode",
      "no-set-id-bits",
      "parents-no-link",
    ]);
    expect(cases).toHaveLength(all.length - needing.length);
    expect(await findFailed(cases)).toEqual(new Map());
  });

  it("tells a disk that can make no links what to say [KIT-4]", async () => {
    const create = (): DiskUnderTest => ({ ...memoryDisk(), link: undefined });
    const failed = await findFailed(fileSystemContract({ create }));
    expect([...failed.keys()]).toContain("resolve-circle");
    expect(failed.get("resolve-circle")).toMatchObject({
      message: 'This disk has no link(). Give it one, or say lacks: ["links"].',
    });
  });

  it("finds nothing wrong with a local disk that can't make pipes and says so [KIT-3]", async () => {
    const create = (): DiskUnderTest => createLocalDisk(createNodeFileSystem());
    expect(await findFailed(fileSystemContract({ create, lacks: ["fifos"] }))).toEqual(new Map());
  });

  it("is prepared on the disk in memory with plain strings for paths [FIX-260]", () => {
    const memory = createMemoryFileSystem();
    memory.putFolder("/disk/deep");
    expect(memory.findKind("/disk/deep" as AbsolutePath)).toBe("directory");
  });

  it.each(brokenFileSystems)("notices a file system that $name [KIT-5]", async (broken) => {
    const failed = await findFailed(fileSystemContract({ create: () => createBrokenDisk(broken) }));
    expect([...failed.keys()].toSorted()).toEqual(broken.noticedBy.toSorted());
  });
});
