/** Repositories that nobody would make by hand: every kind of ignore rule, name and link, in any combination. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { type TempWorkspace, tempWorkspace } from "./workspace.js";

/** A name or path by its bytes, each as one character. */
type RawName = string;

export interface Repository {
  readonly files: readonly (readonly [path: RawName, content: Buffer])[];
  readonly links: readonly (readonly [path: RawName, target: string])[];
  readonly emptyFolders: readonly RawName[];
  readonly rules: readonly (readonly [path: RawName, lines: readonly string[]])[];
  /** `.git/info/exclude`. */
  readonly excludes: readonly string[];
  /** `~/.config/git/ignore`. */
  readonly globalExcludes: readonly string[];
}

const raw = (text: string): RawName => Buffer.from(text, "utf8").toString("latin1");

const composed = "é";
const decomposed = "e\u0301";
const ordinaryNames = [
  "a.ts",
  "b.ts",
  "c.js",
  "d.log",
  "e.py",
  "note.md",
  "keep.log",
  "Makefile",
  ".env",
  ".x.ts",
];
const blankNames = ["with blank.ts", "trail ", " lead", "new\nline.ts", "tab\t.ts"];
const signNames = ["-dash.ts", "--files", "a:1:b.ts", "!bang.ts", "#hash.ts", "back\\slash.ts"];
const globNames = ["[x].ts", "{y,z}.ts", "star*.ts", "what?.ts"];
const foreignNames = [`${composed}.ts`, `${decomposed}.ts`, "日本.ts", "\u{1f600}.ts", "\uff5e.ts"].map(raw);
const fileNames: readonly RawName[] = [
  ...ordinaryNames,
  ...blankNames,
  ...signNames,
  ...globNames,
  ...foreignNames,
  "caf\xe9.ts",
];
const plainFolders: readonly RawName[] = ["src", "lib", "build", "deep"];
const textFolders = ["src ", "src\t", "-d", ".config", "[set]", "{b}", "new\nfolder", "sr*", "a\\b"];
const oddFolders: readonly RawName[] = [...[...textFolders, composed, decomposed].map(raw), "bad\xff"];
export const foreignFolders: readonly string[] = [".svn", ".hg", ".bzr", ".sl"];
/** To ripgrep a folder that has one of these is a repository of its own, whatever is in it. */
const repositoryFolders: readonly string[] = [".git", ".jj"];

const below = (path: RawName, name: RawName): RawName => (path === "" ? name : `${path}/${name}`);

function folderPaths(versionControl: readonly string[]): fc.Arbitrary<RawName> {
  const folder = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...plainFolders) },
    { weight: 3, arbitrary: fc.constantFrom(...oddFolders) },
    { weight: 1, arbitrary: fc.constantFrom(...versionControl) },
  );
  return fc.array(folder, { maxLength: 3 }).map((names) => names.join("/"));
}

const words = ["needle", "Needle needle", "foo", "bar", "foo bar", "", "  x1 y22", "naïve é", "n", "a\rb"];
const textContent = fc
  .tuple(
    fc.array(fc.constantFrom(...words), { maxLength: 12 }),
    fc.constantFrom("\n", "\n", "\r\n"),
    fc.boolean(),
  )
  .map(([lines, newline, isEnded]) => lines.join(newline) + (isEnded ? newline : ""));
const content: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 8, arbitrary: textContent.map((text) => Buffer.from(text, "utf8")) },
  { weight: 1, arbitrary: textContent.map((text) => Buffer.from(`\ufeff${text}`, "utf16le")) },
  { weight: 1, arbitrary: textContent.map((text) => Buffer.from(`${text}\0\0\0needle\n${text}`, "utf8")) },
);

const linkNames = ["link-1", "link-2.ts"];
const linkTarget = fc.constantFrom("a.ts", "../a.ts", ".", "..", "missing", "link-1", "src", "/etc");

const ruleGlobs = [
  "*.ts",
  "*.log",
  "*.js",
  "?.ts",
  "[ab].ts",
  "[!a].ts",
  "*",
  ".*",
  "keep*",
  "M*e",
  "d*",
  "日*.ts",
];
const ruleNames = [
  "a.ts",
  ".env",
  "with blank.ts",
  "\\#hash.ts",
  "\\!bang.ts",
  "\\[x\\].ts",
  "back\\\\slash.ts",
  "-dash.ts",
];
const ruleName = fc.constantFrom(...plainFolders, ...ruleGlobs, ...ruleNames, composed);
const rule = fc
  .tuple(
    fc.constantFrom("", "", "!"),
    fc.constantFrom("", "", "/", "**/", "src/", "/src/", "src/**/", "*/"),
    ruleName,
    fc.constantFrom("", "", "", "/", "/**", "/*", "   "),
  )
  .map((parts) => parts.join(""));
const otherLines = ["", "# note", "trail\\ "];
/** ripgrep and git understand these each in its own way. */
const disputedLines = ["/", "!", "{a,b}.ts", "trail\\   "];

/** With rules that only ripgrep knows, or none but those that git knows too. */
export function repositories(rulesFor: "ripgrep" | "git"): fc.Arbitrary<Repository> {
  const isForGit = rulesFor === "git";
  const ruleFiles = isForGit ? [".gitignore"] : [".gitignore", ".gitignore", ".ignore", ".rgignore"];
  const others = isForGit ? otherLines : [...otherLines, ...disputedLines];
  const ruleLines = fc.array(fc.oneof({ weight: 9, arbitrary: rule }, fc.constantFrom(...others)), {
    maxLength: 5,
  });
  const folderPath = folderPaths(isForGit ? foreignFolders : [...foreignFolders, ...repositoryFolders]);
  const pathOf = (names: readonly RawName[]): fc.Arbitrary<RawName> =>
    fc.tuple(folderPath, fc.constantFrom(...names)).map(([path, name]) => below(path, name));
  const uniquePaths = { selector: ([path]: readonly [RawName, unknown]): RawName => path };
  return fc.record({
    files: fc.uniqueArray(fc.tuple(pathOf(fileNames), content), {
      ...uniquePaths,
      minLength: 1,
      maxLength: 30,
    }),
    links: fc.uniqueArray(fc.tuple(pathOf(linkNames), linkTarget), { ...uniquePaths, maxLength: 3 }),
    emptyFolders: fc.array(folderPath, { maxLength: 3 }),
    rules: fc.uniqueArray(fc.tuple(pathOf(ruleFiles), ruleLines), { ...uniquePaths, maxLength: 4 }),
    excludes: ruleLines,
    globalExcludes: ruleLines,
  });
}

/** Puts it on the disk, as a repository of git without any commit. */
export function plantRepository(repository: Repository): TempWorkspace {
  const workspace = tempWorkspace({
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
    ".git/objects": { folder: {} },
    ".git/refs": { folder: {} },
    ".git/info/exclude": linesOf(repository.excludes),
  });
  const { root } = workspace;
  const home = join(root, "..", "home", ".config", "git");
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "ignore"), linesOf(repository.globalExcludes));
  for (const path of repository.emptyFolders) mkdirSync(onDisk(root, path), { recursive: true });
  for (const [path, bytes] of repository.files) write(root, path, bytes);
  for (const [path, lines] of repository.rules) write(root, path, linesOf(lines));
  for (const [path, target] of repository.links) {
    mkdirSync(onDisk(root, dirname(path)), { recursive: true });
    symlinkSync(target, onDisk(root, path));
  }
  return workspace;
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function write(root: string, path: RawName, bytes: string | Uint8Array): void {
  mkdirSync(onDisk(root, dirname(path)), { recursive: true });
  writeFileSync(onDisk(root, path), bytes);
}

function onDisk(root: string, path: RawName): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, "latin1")]);
}
