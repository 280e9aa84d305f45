import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { findDifference } from "../../replay/compare.js";
import { parseHunks, planEdits } from "../../replay/plan-edits.js";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A repository with one commit for each set of files; the first has no parent. */
function createRepository(commits: readonly Files[]): string {
  const folder = mkdtempSync(join(tmpdir(), "filewright-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  git(folder, ["init", "--quiet"]);
  for (const files of commits) {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
      chmodSync(join(folder, name), name.endsWith(".sh") ? 0o755 : 0o644);
    }
    git(folder, ["add", "--all"]);
    git(folder, ["commit", "--quiet", "--message", "more"]);
  }
  return folder;
}

function git(folder: string, words: readonly string[]): void {
  const settings = ["user.name=tester", "user.email=tester@example.org", "core.autocrlf=false"];
  const options = settings.flatMap((setting) => ["-c", setting]);
  execFileSync("git", ["-C", folder, ...options, ...words], { stdio: "ignore" });
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
}

function replay(words: readonly string[], environment: NodeJS.ProcessEnv = process.env): Ended {
  const { status, stdout } = spawnSync(process.execPath, [".build/replay/main.js", ...words], {
    encoding: "utf8",
    env: environment,
  });
  return { status, stdout };
}

beforeAll(() => {
  execFileSync("npx", ["tsc", "-p", "tsconfig.replay.json"], { stdio: "inherit" });
});

describe("The replay", () => {
  it("makes commits again by calls, byte for byte, and takes them back [REPLAY-1]", () => {
    const numbered = (from: number): string =>
      Array.from({ length: 30 }, (_, index) => `line ${from + index}`).join("\n");
    const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, "utf16le");
    const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");
    const repository = createRepository([
      {
        "plain.txt": `${numbered(1)}\n`,
        "windows.txt": "eins\r\nzwei\r\ndrei\r\nvier\r\n",
        "mixed.txt": "a\r\nb\nc\r\n",
        "latin.txt": latin1("Übung macht den Meister\nSchöne Grüße aus Köln\nfrüher\n"),
        "wide.txt": utf16("one\ntwo\nthree\n"),
        "open-end.txt": "first\nlast",
        "run.sh": "#!/bin/sh\necho one\n",
        "image.png": Buffer.from("89504e470d0a1a0a00000000", "hex"),
        "again.txt": "same\n".repeat(400),
      },
      {
        "plain.txt": `top\n${numbered(1).split("line 15\n").join("")}\nend  \n`,
        "windows.txt": "eins\r\nzwo\r\nzweieinhalb\r\ndrei\r\nvier\r\n",
        "mixed.txt": "a\nb\nc\r\nd\n",
        "latin.txt": latin1("Übung macht den Meister\nSchöne Grüße aus Düsseldorf\nfrüher\n"),
        "wide.txt": utf16("one\n2 – zwei\nthree\n"),
        "open-end.txt": "first\nmiddle\nlast\n",
        "run.sh": "#!/bin/sh\necho two $& \\n\n",
        "image.png": Buffer.from("89504e470d0a1a0a00000001", "hex"),
        "again.txt": `${"same\n".repeat(200)}other\n${"same\n".repeat(200)}`,
        "new/folder/file.md": "\ufeffnew  \r\n",
        // No tool may change it, and what it says must not keep the rest from being made again.
        ".filewright/settings.json": '{ "permissions": { "deny": ["Edit"] } }\n',
      },
    ]);
    const { status, stdout } = replay([repository, "--undo"]);
    expect(stdout).toBe(
      [
        "Replayed: commits 1, edits 8, files 9, files rewound 10, writes 3.",
        "Written whole: line endings change or are mixed 1, new 1, no unique context 1.",
        "Skipped: binary 1, permission settings 1.",
        "Mismatches: 0.",
        "",
      ].join("\n"),
    );
    expect(status).toBe(0);
  });

  it("names the commit and the file that differ, and ends with 1 [REPLAY-1]", () => {
    const repository = createRepository([{ "a.txt": "a\nb\n" }, { "a.txt": "a\nc\n" }]);
    // A git that sees no differences between texts, so that no edit is made.
    const blind = join(createRepository([]), "git");
    writeFileSync(
      blind,
      '#!/bin/sh\ncase "$*" in *--no-index*) exit 0 ;; esac\nPATH=${PATH#*:} exec git "$@"\n',
    );
    chmodSync(blind, 0o755);
    const environment = { ...process.env, PATH: `${dirname(blind)}:${process.env["PATH"]}` };
    const { status, stdout } = replay([repository], environment);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^MISMATCH [0-9a-f]{12} "a\.txt": 4 bytes, not 4; at 2 it has "b\\n", not "c\\n"\n/,
    );
    expect(stdout).toMatch(/\nMismatches: 1\.\n$/);
  });

  it("has nothing to do where no commit has a parent, and says so [REPLAY-1]", () => {
    const { status, stdout } = replay([createRepository([{ "a.txt": "a\n" }])]);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout:
        "No commit here has a parent (a shallow clone, or a first commit): there is nothing to replay.\n",
    });
  });

  it.each([
    { name: "the same", bytes: "abc", mode: 0o644, expected: undefined },
    { name: "other bytes", bytes: "abd", mode: 0o644, expected: '3 bytes, not 3; at 2 it has "d", not "c"' },
    { name: "fewer bytes", bytes: "ab", mode: 0o644, expected: '2 bytes, not 3; at 2 it has "", not "c"' },
    {
      name: "more bytes",
      bytes: "abc\n",
      mode: 0o644,
      expected: '4 bytes, not 3; at 3 it has "\\n", not ""',
    },
    { name: "another mode", bytes: "abc", mode: 0o755, expected: "has mode 755, not 644" },
  ])("tells $name from what git has [REPLAY-1]", ({ bytes, mode, expected }) => {
    const folder = mkdtempSync(join(tmpdir(), "filewright-test-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, "file");
    writeFileSync(path, bytes);
    chmodSync(path, mode);
    expect(findDifference(path, { bytes: Buffer.from("abc"), mode: 0o644 })).toBe(expected);
    expect(findDifference(path, undefined)).toBe("is there and should not be");
    expect(findDifference(`${path}2`, { bytes: Buffer.from("abc"), mode: 0o644 })).toBe("is not there");
  });

  it("takes as much context as makes a place the only one of its kind [REPLAY-1]", () => {
    const hunks = parseHunks("@@ -5 +5 @@\n-x\n+y\n");
    expect(planEdits("a\nx\na\nb\nx\na\n", "a\nx\na\nb\ny\na\n", hunks)).toEqual({
      kind: "edits",
      edits: [{ old_string: "b\nx\na\n", new_string: "b\ny\na\n" }],
    });
    expect(planEdits("x\na\nx\na\nx\n", "x\na\ny\na\nx\n", parseHunks("@@ -3 +3 @@"))).toEqual({
      kind: "edits",
      edits: [{ old_string: "a\nx\na\n", new_string: "a\ny\na\n" }],
    });
  });
});
