/** A file that others replace all the time is there all the time. */
import { fork } from "node:child_process";
import { once } from "node:events";
import fs, { linkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createNodeFileSystem, type RealPath } from "../../src/index.js";
import { textOf } from "../support/answers.js";
import { systemCalls } from "../support/replacing.js";
import { tempWorkspace } from "../support/workspace.js";

const ROUNDS = 3000;
const replacer: string = fileURLToPath(new URL("replacer.js", import.meta.url));

describe("A file that another process replaces over and over", () => {
  it.each(["with one name", "with a second name for its first version"])(
    "%s is always found, under its own path [RACE-4]",
    async (names) => {
      const files = tempWorkspace({ "a.txt": "version 0\n" });
      const path = files.path("a.txt");
      if (names !== "with one name") linkSync(path, files.path("b.txt"));
      const child = fork(replacer, [path, "rename"]);
      onTestFinished(() => void child.kill("SIGKILL"));
      await once(child, "message");
      const toolkit = files.toolkit({ dedup: false });
      const answers = new Set<string>();
      const resolved = new Set<string>();
      const texts = new Set<string>();
      for (let round = 0; round < ROUNDS; round += 1) {
        resolved.add((await toolkit.workspace.fileSystem.resolve(path as never)).realPath);
        const result = await toolkit.call("Read", { file_path: path });
        answers.add(result.error?.code ?? "read");
        if (!result.isError) texts.add(textOf(result));
      }
      expect([...resolved]).toEqual([path]);
      expect([...answers]).toEqual(["read"]);
      // The race was real.
      expect(texts.size).toBeGreaterThan(10);
    },
  );
});

describe.runIf(systemCalls !== undefined)(
  "A file that exchanges names with its successor while it is opened",
  () => {
    afterEach(() => {
      vi.restoreAllMocks();
    });

    it.each(["before its old name is removed", "after its old name was removed"])(
      "%s is found under its own path, and read [SAFE-132]",
      async (moment) => {
        const files = tempWorkspace({ "a.txt": "old" });
        const path = files.path("a.txt") as RealPath;
        const disk = createNodeFileSystem();
        const exchangeOnce = (): void => {
          const open = fs.openSync;
          vi.spyOn(fs, "openSync").mockImplementationOnce((...given) => {
            const descriptor = open(...given);
            files.write(".filewright-x.tmp", "new");
            systemCalls?.exchange(files.path(".filewright-x.tmp"), path);
            if (moment.startsWith("after")) fs.unlinkSync(files.path(".filewright-x.tmp"));
            return descriptor;
          });
        };
        exchangeOnce();
        expect((await disk.resolve(path)).realPath).toBe(path);
        exchangeOnce();
        expect(Buffer.from((await disk.readSmallFile(path, 100)).bytes ?? []).toString()).toBe("new");
      },
    );

    it("is found by its temporary name, too, if that is where a path leads [SAFE-132]", async () => {
      const files = tempWorkspace({ ".filewright-x.tmp": "left", link: { link: ".filewright-x.tmp" } });
      const disk = createNodeFileSystem();
      for (const name of [".filewright-x.tmp", "link"])
        expect((await disk.resolve(files.path(name) as RealPath)).realPath).toBe(
          files.path(".filewright-x.tmp"),
        );
    });
  },
);
