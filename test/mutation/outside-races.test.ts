/** Seven kinds of outside writers, each in a process of its own, race an engine for one file. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { systemCalls } from "../support/replacing.js";

const program: string = fileURLToPath(new URL("outside-races.js", import.meta.url));
const kinds = ["truncate and write", "overwrite", "open appender", "append", "formatter", "git", "mv"];

describe.runIf(systemCalls !== undefined)("An outside writer", () => {
  it.each(kinds)(
    "that works by %s loses nothing that can be seen [SAFE-131]",
    { timeout: 120_000 },
    async (kind) => {
      const rounds = kind === "git" ? "25" : "150";
      const { stdout } = await promisify(execFile)(process.execPath, [program, kind, rounds]);
      const { lost, litter, versions } = JSON.parse(stdout) as Record<string, number>;
      expect(litter).toBe(0);
      expect(versions).toBeGreaterThan(0);
      expect(lost).toBe(0);
    },
  );
});
