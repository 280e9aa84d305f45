import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  killStarted,
  type MaybeStarted,
  type ProgramResult,
  runProgram,
  runProgramSync,
} from "../../src/process/run-program.js";

const bounds = { timeoutMs: 20_000, maxOutputBytes: 100_000 };

interface Ran {
  readonly exitCode: number | undefined;
  readonly text: string;
}

const toRan = (result: ProgramResult | undefined): Ran | undefined =>
  result && { exitCode: result.exitCode, text: Buffer.from(result.output).toString() };

function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "filewright-process-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe.each([
  ["in time", runProgram],
  ["at once", runProgramSync],
])("A program run %s", (_, runner) => {
  const run = async (program: string, given: readonly string[], others = {}): Promise<Ran | undefined> =>
    toRan(await runner({ program, arguments: given, ...bounds, ...others }));

  it("gets its arguments as they are, whatever a shell would make of them [KEEP-7]", async () => {
    const given = ["$HOME", "`id`", "; exit 3", "*", "a\nb", "", "é\u{1f600}", "'\"\\"];
    expect(await run("printf", ["<%s>", ...given])).toEqual({
      exitCode: 0,
      text: given.map((each) => `<${each}>`).join(""),
    });
  });

  it("sees only the system's folders, the plain language and the root folder [KEEP-7]", async () => {
    const answer = await run("sh", ["-c", "env; pwd; cat"]);
    expect(answer?.exitCode).toBe(0);
    expect(answer?.text.trim().split("\n").toSorted()).toEqual(
      expect.arrayContaining(["/", "LC_ALL=C", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"]),
    );
    expect(answer?.text).not.toContain("HOME=");
  });

  it("works where it is told to, with the variables that it is given [KEEP-7]", async () => {
    const workingDirectory = temporaryFolder();
    const given = { workingDirectory, environment: { WORD: "given" } };
    expect(await run("sh", ["-c", 'printf "%s %s" "$PWD" "$WORD"'], given)).toEqual({
      exitCode: 0,
      text: `${workingDirectory} given`,
    });
  });

  it("tells how it ended [KEEP-7]", async () => {
    expect(await run("sh", ["-c", "echo out; echo err >&2; exit 7"])).toEqual({ exitCode: 7, text: "out\n" });
    expect(await run("sh", ["-c", "kill -9 $$"])).toMatchObject({ exitCode: undefined });
  });

  it("is undefined when it does not exist, and has no exit code when it can't be started [KEEP-7]", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "plain"), "not a program");
    expect(await run("filewright-no-such-program", [])).toBeUndefined();
    expect(await run(join(folder, "missing"), [])).toBeUndefined();
    expect(await run(join(folder, "plain"), [])).toEqual({ exitCode: undefined, text: "" });
    expect(await run("printf", ["a\0b"])).toEqual({ exitCode: undefined, text: "" });
    expect(await run("printf", ["x".repeat(10_000_000)])).toEqual({ exitCode: undefined, text: "" });
  });

  it.each(["", " >&2"])("is killed when it says too much%s [KEEP-7]", async (to) => {
    const answer = await run("sh", ["-c", `exec yes${to}`], { maxOutputBytes: 1000 });
    expect(answer?.exitCode).toBeUndefined();
    expect(answer?.text.length).toBeLessThanOrEqual(1000);
  });

  it("is killed when it takes too long, and what it said stays [KEEP-7]", async () => {
    const folder = temporaryFolder();
    const script = join(folder, "slow");
    writeFileSync(script, `#!/bin/sh\necho begun\nsleep 1\ntouch ${join(folder, "went-on")}\n`);
    chmodSync(script, 0o755);
    const answer = await run(script, [], { timeoutMs: 300 });
    expect(answer).toEqual({ exitCode: undefined, text: "begun\n" });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(existsSync(join(folder, "went-on"))).toBe(false);
  });
});

it("A program that can't be started for want of descriptors is no reason to end anyone [KEEP-7]", () => {
  const program = fileURLToPath(new URL("crowded.js", import.meta.url));
  // In a session of its own, in case it is one after all.
  const command = `ulimit -n 60; exec setsid -w "${process.execPath}" "${program}"`;
  const answers = JSON.parse(execFileSync("bash", ["-c", command], { encoding: "utf8" })) as object;
  expect(answers).toEqual({ crowded: "not started", free: 0 });
});

it("Nothing is killed that was not started [SEARCH-7]", () => {
  const signals: string[] = [];
  const child = (pid: number | undefined): MaybeStarted => ({
    pid,
    kill: (signal) => signals.push(signal) > 0,
  });
  killStarted(child(undefined));
  killStarted(child(0));
  expect(signals).toEqual([]);
  killStarted(child(4_000_000));
  expect(signals).toEqual(["SIGKILL"]);
});

it("A program that nobody waits for any more is killed [KEEP-7]", async () => {
  const gaveUp = new AbortController();
  const running = runProgram({ program: "sleep", arguments: ["60"], ...bounds, signal: gaveUp.signal });
  gaveUp.abort();
  expect(toRan(await running)).toEqual({ exitCode: undefined, text: "" });
  const late = await runProgram({ program: "sleep", arguments: ["60"], ...bounds, signal: gaveUp.signal });
  expect(toRan(late)).toEqual({ exitCode: undefined, text: "" });
});

it("A program reads what it is given, as far as it likes [KEEP-7]", async () => {
  const run = async (program: string, input: Buffer): Promise<Ran | undefined> =>
    toRan(await runProgram({ program, arguments: [], ...bounds, input }));
  expect(await run("cat", Buffer.from("read"))).toEqual({ exitCode: 0, text: "read" });
  expect(await run("true", Buffer.alloc(4_000_000))).toEqual({ exitCode: 0, text: "" });
});
