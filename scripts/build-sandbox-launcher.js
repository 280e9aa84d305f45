// Compiles native/sandbox-launcher.c for each supported machine. The results are committed, so neither an install nor a
// build needs a compiler; a test in test/pins compiles again where the recorded compiler is installed and compares.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../native/sandbox-launcher.c", import.meta.url));

/** The compilers that made the committed programs, by the first line of `--version`. */
export const launcherTargets = [
  { machine: "x64", compiler: "x86_64-linux-gnu-gcc", version: "(Debian 12.2.0-14+deb12u1) 12.2.0" },
  { machine: "arm64", compiler: "aarch64-linux-gnu-gcc", version: "(Debian 12.2.0-14) 12.2.0" },
];

const flags = [
  ["-std=c11", "-Wall", "-Wextra", "-Werror", "-Os", "-ffreestanding", "-nostdlib", "-static"],
  ["-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-fno-pie", "-no-pie", "-s"],
  ["-Wl,--build-id=none", "-Wl,-z,noseparate-code", "-Wl,-z,noexecstack"],
].flat();

/** @param {string} machine */
export const launcherFile = (machine) =>
  fileURLToPath(new URL(`../native/sandbox-launcher-linux-${machine}`, import.meta.url));

/**
 * The version of an installed compiler; undefined if it is not installed.
 * @param {string} compiler
 */
export function findCompilerVersion(compiler) {
  try {
    const [first = ""] = execFileSync(compiler, ["--version"], { encoding: "utf8" }).split("\n");
    return first.slice(first.indexOf("("));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} compiler
 * @param {string} target
 */
function compile(compiler, target) {
  mkdirSync(dirname(target), { recursive: true });
  execFileSync(compiler, [...flags, source, "-o", target], { stdio: "inherit" });
}

/**
 * The program as the compiler makes it now.
 * @param {string} compiler
 */
export function compileLauncher(compiler) {
  const folder = mkdtempSync(join(tmpdir(), "launcher-"));
  try {
    compile(compiler, join(folder, "launcher"));
    return readFileSync(join(folder, "launcher"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { machine, compiler } of launcherTargets) compile(compiler, launcherFile(machine));
}
