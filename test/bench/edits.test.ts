import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";

const FUNCTIONS = 12;

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "filewright-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Each commit changes the body of another function. */
function createRepository(): string {
  const folder = join(createFolder(), "shop");
  mkdirSync(folder);
  git(folder, ["init", "--quiet"]);
  for (let changed = -1; changed < FUNCTIONS; changed += 1) {
    writeFileSync(join(folder, "prices.ts"), renderFunctions(changed));
    // Not sources that people write.
    writeFileSync(join(folder, "prices.min.js"), `x=${changed}\n`);
    writeFileSync(join(folder, "package-lock.json"), `{"version": ${changed}}\n`);
    git(folder, ["add", "--all"]);
    git(folder, ["commit", "--quiet", "--message", "more"]);
  }
  return folder;
}

function renderFunctions(changed: number): string {
  const functions = Array.from({ length: FUNCTIONS }, (_, index) => [
    `function price${index}(count: number) {`,
    `    // It's the "usual" price - see the list (${index}).`,
    "",
    index <= changed ? `    return count * ${index} + fee("new", ${index});` : `    return count * ${index};`,
    "}",
    "",
  ]);
  return functions.flat().join("\n");
}

function git(folder: string, words: readonly string[]): void {
  const settings = ["user.name=tester", "user.email=tester@example.org", "core.autocrlf=false"];
  const options = settings.flatMap((setting) => ["-c", setting]);
  execFileSync("git", ["-C", folder, ...options, ...words], { stdio: "ignore" });
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function bench(words: readonly string[]): Ended {
  return spawnSync(process.execPath, [".build/bench/edits/main.js", ...words], { encoding: "utf8" });
}

interface Dumped {
  readonly kind: string;
  readonly repository: string;
  readonly path: string;
  readonly before: string;
  readonly old: string;
  readonly new: string;
}

beforeAll(() => {
  execFileSync("npx", ["tsc", "-p", "bench/tsconfig.json"], { stdio: "inherit" });
});

describe("npm run bench:edits", () => {
  it("draws the same cases from the same commits in every run [REPLAY-2]", () => {
    const repository = createRepository();
    const folder = createFolder();
    const dump = (name: string, ...words: readonly string[]): string => {
      const path = join(folder, name);
      expect(bench(["--repo", repository, "--edits", "76", "--dump", path, ...words])).toMatchObject({
        status: 0,
      });
      return readFileSync(path, "utf8");
    };
    const first = dump("first");
    expect(dump("second")).toBe(first);
    expect(dump("third", "--seed", "2")).not.toBe(first);

    const cases = first
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Dumped);
    expect(new Set(cases.map(({ path }) => path))).toEqual(new Set(["prices.ts"]));
    expect(new Set(cases.map(({ repository: name }) => name))).toEqual(new Set(["shop"]));
    expect(new Set(cases.map(({ kind }) => kind)).size).toBeGreaterThan(20);
    for (const { kind, before, old, new: by } of cases) {
      const mayFit = kind === "exact" || kind === "first-line-dedented";
      expect(before.includes(old), kind).toBe(mayFit);
      expect(old, kind).not.toBe(by);
    }
  });

  it("runs our engine, prints shares, and saves counts and failures [REPLAY-4]", () => {
    const repository = createRepository();
    const [out, failures] = [join(createFolder(), "out.json"), join(createFolder(), "failures.jsonl")];
    const words = ["--repo", repository, "--no-peers", "--kinds", "exact,crlf,wrong-word", "--edits", "30"];
    const { status, stdout, stderr } = bench([
      ...words,
      "--workers",
      "2",
      "--out",
      out,
      "--failures",
      failures,
    ]);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toContain("| exact             | 10 | 100.0 / 0.0 / 0.0 / 0.0 |");
    expect(stdout).toContain("Languages: ts 30\nRepositories: shop 30\n");
    const saved = JSON.parse(readFileSync(out, "utf8")) as Record<string, Record<string, object>>;
    expect(saved["kinds"]).toEqual({
      exact: { filewright: { right: 10, style: 0, refused: 0, wrong: 0 } },
      crlf: { filewright: { right: 10, style: 0, refused: 0, wrong: 0 } },
      "wrong-word": { filewright: { right: 0, style: 0, refused: 10, wrong: 0 } },
    });
    expect(saved["repositories"]).toEqual({ shop: 30 });
    const failed = readFileSync(failures, "utf8").split("\n").filter(Boolean);
    expect(failed.map((line) => JSON.parse(line) as Dumped).filter(({ kind }) => kind !== undefined)).toEqual(
      [],
    );
  });

  it.each([
    [[], "name at least one git repository with --repo"],
    [["--repo", ".", "--kinds", "extract"], "--kinds: extract is not one of exact,"],
    [["--repo", ".", "--edits", "none"], "--edits takes a number from 1 on"],
  ])("refuses %j [REPLAY-4]", (words, message) => {
    const { status, stderr } = bench(words);
    expect(status).toBe(2);
    expect(stderr).toContain(`bench:edits: ${message}`);
  });
});
