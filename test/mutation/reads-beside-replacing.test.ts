/** A file that others replace all the time is there all the time. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { linkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { textOf } from "../support/answers.js";
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
