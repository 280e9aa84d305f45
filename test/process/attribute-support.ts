/**
 * Whether this machine can show that attributes are kept. Where it can't, each test shows the documented fallback
 * instead, and one line on standard error says so.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ExtendedAttributes } from "../../src/process/extended-attributes.js";

export interface AttributeFolder {
  /** A new file with these attributes. */
  file(name: string, attributes?: Readonly<Record<string, string | Uint8Array>>): string;
  /** A new program. */
  script(name: string, text: string): string;
}

export function createAttributeFolder(): AttributeFolder {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "filewright-attributes-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    file(name, attributes = {}) {
      const path = join(folder, name);
      writeFileSync(path, "content");
      for (const [attribute, value] of Object.entries(attributes)) {
        const encoded = `0x${Buffer.from(value).toString("hex")}`;
        execFileSync("setfattr", ["-n", attribute, "-v", encoded, "--", path]);
      }
      return path;
    },
    script(name, text) {
      const path = join(folder, name);
      writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      return path;
    },
  };
}

/** What the program says of a file, besides its path, which stands in the first line. */
export function attributesOf(path: string): string[] {
  const said = execFileSync("getfattr", ["--absolute-names", "-d", "-m", "-", "-e", "hex", "--", path]);
  return said
    .toString("latin1")
    .split("\n")
    .slice(1)
    .filter((line) => line !== "")
    .toSorted();
}

function findMissingPart(needed: readonly string[]): string | undefined {
  const missing = needed.find((program) => spawnSync(program, ["--version"]).status !== 0);
  if (missing !== undefined) return `the program ${missing}`;
  const folder = mkdtempSync(join(tmpdir(), "filewright-attributes-"));
  writeFileSync(join(folder, "probe"), "");
  const { status } = spawnSync("setfattr", ["-n", "user.probe", "-v", "1", join(folder, "probe")]);
  rmSync(folder, { recursive: true });
  return status === 0 ? undefined : `a temporary folder that keeps attributes (${tmpdir()})`;
}

/** Without these and without system calls, no file is replaced by a rename: it might lose attributes. */
export const hasAttributePrograms: boolean = ["getfattr", "setfattr"].every(
  (program) => spawnSync(program, ["--version"]).status === 0,
);

/** Registers a test that needs these programs and a disk with attributes. */
export function itWithAttributes(needed: readonly string[], title: string, test: () => unknown): void {
  const missing = findMissingPart(needed);
  if (missing !== undefined)
    process.stderr.write(`Shown by its fallback only, without ${missing}: ${title}\n`);
  it(title, async () => {
    if (missing === undefined) {
      await test();
      return;
    }
    const attributes = new ExtendedAttributes();
    const path = createAttributeFolder().file("plain");
    expect(await attributes.find(path, "1:1:1")).toBeUndefined();
    if (!missing.includes("acl")) {
      expect(attributes.apply([{ name: "user.x", value: "eA==" }], path)).toEqual(["user.x"]);
    }
  });
}
