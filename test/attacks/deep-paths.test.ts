/** Paths of hundreds of folders that are not there: what is looked for on the way to the refusal must not grow with them. */
import { describe, expect, it } from "vitest";
import { createNodeFileSystem } from "../../src/index.js";
import { createGaps } from "../support/swapping-file-system.js";
import { tempWorkspace } from "../support/workspace.js";

async function countOperations(levels: number): Promise<number> {
  const files = tempWorkspace();
  const disk = createGaps(createNodeFileSystem());
  const toolkit = files.toolkit({ fileSystem: disk.fileSystem });
  let operations = 0;
  const count = (): void => {
    operations += 1;
    disk.arm(1, count);
  };
  disk.arm(1, count);
  const file_path = files.path(`${"a/".repeat(levels)}x.txt`);
  expect((await toolkit.call("Read", { file_path })).error?.code).toBe("FILE_NOT_FOUND");
  disk.disarm();
  return operations;
}

describe("A missing path of many folders", () => {
  it("takes no more operations of the disk than one of a few dozen [HOST-167]", async () => {
    expect(await countOperations(800)).toBe(await countOperations(40));
  });
});
