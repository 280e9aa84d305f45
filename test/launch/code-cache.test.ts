/** Compiled code from an earlier run is taken only from files that nobody else can have written. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findCachedCode, keepCachedCode } from "../../src/fs/node/code-cache.js";
import { tempWorkspace } from "../support/workspace.js";

const distribution = join(import.meta.dirname, "../../dist");
const program = join(distribution, "bin/filewright.cjs");

/** The lines of a built file, and the digest that it ends with. */
function takeApart(file: string): { readonly code: string; readonly stamp: string } {
  const [, code = "", stamp = ""] = /^(.*)\n\/\/([\w-]{22})\n$/s.exec(readFileSync(file, "utf8")) ?? [];
  return { code, stamp };
}

function stampOf(code: string): string {
  return createHash("sha256").update(code).digest("base64url").slice(0, 22);
}

describe("Kept code", () => {
  it("is found again, in a folder and file of ours alone [LAUNCH-1]", () => {
    const folder = tempWorkspace().path("state", "code");
    keepCachedCode(folder, "x", Buffer.from("code"));
    expect(findCachedCode(folder, "x")?.toString()).toBe("code");
    expect([statSync(folder).mode & 0o777, statSync(join(folder, "x")).mode & 0o777]).toEqual([0o700, 0o600]);
    keepCachedCode(folder, "x", Buffer.from("newer"));
    expect(findCachedCode(folder, "x")?.toString()).toBe("newer");
    expect(readdirSync(folder)).toEqual(["x"]);
  });

  it.each([
    ["a file that others may write", (folder: string) => chmodSync(join(folder, "x"), 0o666)],
    ["a folder that others may write", (folder: string) => chmodSync(folder, 0o770)],
    ["a file of someone else", (folder: string) => chownSync(join(folder, "x"), 12345, 12345)],
    ["a folder of someone else", (folder: string) => chownSync(folder, 12345, 12345)],
  ])("is not taken from %s [LAUNCH-1]", (_name, spoil) => {
    const folder = tempWorkspace().path("code");
    keepCachedCode(folder, "x", Buffer.from("code"));
    spoil(folder);
    expect(findCachedCode(folder, "x")).toBeUndefined();
  });

  it("that nobody has made anew for a month is removed [LAUNCH-1]", () => {
    const folder = tempWorkspace().path("code");
    const past = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
    for (const name of ["old", "young"]) keepCachedCode(folder, name, Buffer.from("code"));
    utimesSync(join(folder, "old"), past, past);
    keepCachedCode(folder, "new", Buffer.from("code"));
    expect(readdirSync(folder).toSorted()).toEqual(["new", "young"]);
  });

  it("is not taken through a link, and not put where others may write [LAUNCH-1]", () => {
    const files = tempWorkspace();
    keepCachedCode(files.path("code"), "x", Buffer.from("code"));
    symlinkSync(files.path("code", "x"), files.path("code", "y"));
    symlinkSync(files.path("code"), files.path("linked"));
    expect(findCachedCode(files.path("code"), "y")).toBeUndefined();
    expect(findCachedCode(files.path("linked"), "x")).toBeUndefined();
    mkdirSync(files.path("open"));
    chmodSync(files.path("open"), 0o777);
    keepCachedCode(files.path("open"), "x", Buffer.from("code"));
    expect(readdirSync(files.path("open"))).toEqual([]);
  });

  it("that is missing, broken or can't be written changes nothing but the time [LAUNCH-2]", () => {
    const files = tempWorkspace({ state: "a file where a folder should be" });
    const run = (state: string): string =>
      execFileSync(process.execPath, [program, "--version"], {
        encoding: "utf8",
        env: { PATH: process.env["PATH"], HOME: files.path(), FILEWRIGHT_STATE: state },
      });
    const plain = run(files.path("state"));
    expect(plain).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(run(files.path("fresh"))).toBe(plain);
    const folder = files.path("fresh", "code", `${process.version}-${process.arch}`);
    const kept = readdirSync(folder);
    expect(kept.length).toBeGreaterThan(0);
    for (const name of kept) writeFileSync(join(folder, name), "not code");
    expect(run(files.path("fresh"))).toBe(plain);
    expect(statSync(join(folder, kept[0] ?? "")).size).toBeGreaterThan(100);
  });

  it("belongs to the file as it was built, which ends with its own digest [FIX-1]", () => {
    const built = readdirSync(join(distribution, "app")).filter((name) => name.endsWith(".cjs"));
    const parts = built.map((name) => takeApart(join(distribution, "app", name)));
    expect(parts.map(({ stamp }) => stamp)).toEqual(parts.map(({ code }) => stampOf(code)));
  });

  it("of one release is not run for another whose files have the same length and time [FIX-1]", () => {
    const files = tempWorkspace();
    for (const folder of ["bin", "app"])
      cpSync(join(distribution, folder), files.path("dist", folder), { recursive: true });
    cpSync(join(distribution, "../package.json"), files.path("package.json"));
    const built = readdirSync(files.path("dist", "app")).map((name) => files.path("dist", "app", name));
    const help = (): string => {
      for (const file of built) utimesSync(file, 499162500, 499162500);
      return execFileSync(process.execPath, [files.path("dist", "bin", "filewright.cjs"), "mcp", "--help"], {
        encoding: "utf8",
        env: { PATH: process.env["PATH"], HOME: files.path(), FILEWRIGHT_STATE: files.path("state") },
      });
    };
    const [before, after] = ["only the tools that change nothing", "only the tools that change NOTHING"];
    expect(help()).toContain(before);
    const changed = built.filter((file) => readFileSync(file, "utf8").includes(before));
    for (const file of changed) {
      const code = takeApart(file).code.replaceAll(before, () => after);
      writeFileSync(file, `${code}\n//${stampOf(code)}\n`);
    }
    expect(changed.length).toBeGreaterThan(0);
    expect(help()).toContain(after);
  });
});
