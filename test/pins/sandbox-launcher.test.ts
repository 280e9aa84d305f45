/** The committed launchers are what their source says: nobody can read a program of bytes. */
import { readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  compileLauncher,
  findCompilerVersion,
  launcherFile,
  launcherTargets,
} from "../../scripts/build-sandbox-launcher.js";

/** In the header of a program: how it names its machine. */
const machines: Readonly<Record<string, number>> = { x64: 62, arm64: 183 };
const REQUESTS_INTERPRETER = 3;

describe("The sandbox launcher", () => {
  it.each(launcherTargets)(
    "for $machine is static and for that machine, and the compiler that made it makes the same again [HOST-106]",
    ({ machine, compiler, version }) => {
      const file = launcherFile(machine);
      const bytes = readFileSync(file);
      expect(bytes.subarray(0, 4).toString("latin1")).toBe("\u007fELF");
      expect(bytes.readUInt16LE(18)).toBe(machines[machine]);
      const [offset, size, count] = [
        Number(bytes.readBigUInt64LE(32)),
        bytes.readUInt16LE(54),
        bytes.readUInt16LE(56),
      ];
      const kinds = Array.from({ length: count }, (_, index) => bytes.readUInt32LE(offset + index * size));
      expect(kinds).not.toContain(REQUESTS_INTERPRETER);
      expect(statSync(file).mode & 0o111).toBe(0o111);
      // Another version of the compiler makes other bytes of the same source.
      if (findCompilerVersion(compiler) !== version) return;
      expect(compileLauncher(compiler).equals(bytes)).toBe(true);
    },
  );
});
