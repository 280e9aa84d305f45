/** A history file with a bit flipped in it: one record or content is lost, and that is reported. */
import { readFileSync, writeFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { historyFilesOf } from "../support/history-files.js";
import { noise } from "../support/noise.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const CHANGES = 60;

/** Changes of many files, so that few contents are differences to others. */
async function createHistory(): Promise<TempWorkspace> {
  const files = tempWorkspace();
  const toolkit = files.editor({ durability: "none" });
  for (let index = 0; index < CHANGES; index += 1) {
    const content = noise(400, index);
    await toolkit.call("Write", { file_path: files.path(`${index % 30}.txt`), content });
    await toolkit.call("Read", { file_path: files.path(`${index % 30}.txt`) });
  }
  await toolkit.close();
  return files;
}

describe("A flipped bit in the history", () => {
  it("hides the record or content it hit and no other, and verify reports it [SAFE-12]", async () => {
    const files = await createHistory();
    const [file = ""] = historyFilesOf(files);
    const whole = readFileSync(file);
    const all = (await files.editor().history.list()).map(({ record }) => record.id);
    expect(all).toHaveLength(CHANGES);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] as number) ^ (1 << bit);
        writeFileSync(file, bytes);
        const toolkit = files.editor();
        const { damage } = await toolkit.history.verify();
        const listed = await toolkit.history.list();
        expect(listed.length).toBeGreaterThanOrEqual(CHANGES - 1);
        let unreadable = CHANGES - listed.length;
        for (const { record } of listed) {
          const content = await toolkit.history.readContent(record.id, "after");
          if (content === undefined) unreadable += 1;
        }
        // A content is that of one change here; a record is one change.
        expect(unreadable).toBeLessThanOrEqual(1);
        const isClosingRecord = at > whole.lastIndexOf("#J");
        if (unreadable > 0) expect(damage.length).toBeGreaterThan(0);
        else expect(damage.length === 0 || isClosingRecord || damage[0]?.kind !== undefined).toBe(true);
        await toolkit.close();
        writeFileSync(file, whole);
      }),
      { numRuns: 150, seed: 20_261_118 },
    );
  });

  it("is not followed by new records in the same file [SAFE-12]", async () => {
    const files = await createHistory();
    const [file = ""] = historyFilesOf(files);
    const bytes = readFileSync(file);
    const at = bytes.lastIndexOf('"kind":"change"');
    bytes[at] = (bytes[at] as number) ^ 1;
    writeFileSync(file, bytes);
    const toolkit = files.editor();
    await toolkit.call("Write", { file_path: files.path("new.txt"), content: "new" });
    expect((await toolkit.history.list({ limit: 1 }))[0]?.record.path).toBe(files.path("new.txt"));
    expect(historyFilesOf(files)).toHaveLength(2);
    expect(readFileSync(file)).toEqual(bytes);
    await toolkit.close();
  });
});
