/** Whatever a caller sends stays text: it never becomes an option of ripgrep, and no program of a project is run. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RealPath } from "../../src/fs/paths.js";
import { createNodeFileSystem } from "../../src/index.js";
import type { LineQuery, Scope } from "../../src/search/query.js";
import {
  candidateArguments,
  countArguments,
  filesWithMatchesArguments,
  lineArguments,
  listArguments,
} from "../../src/search/ripgrep/arguments.js";
import { locateRipgrep } from "../../src/search/ripgrep/locate.js";
import { errorOf, textOf } from "../support/answers.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

/** Everything a caller has a say in, as one value would fill it. */
function buildAll(value: string): readonly (readonly string[])[] {
  const scope: Scope = {
    folder: "/" as RealPath,
    obeysIgnoreFiles: true,
    nameGlobs: [value, value],
    excludedFolders: [value],
    accepts: () => true,
  };
  const typed = { ...scope, type: value };
  const single = { ...scope, files: [value] };
  const query: LineQuery = {
    pattern: value,
    ignoreCase: false,
    multiline: true,
    onlyMatching: true,
    before: 1,
    after: 1,
  };
  return [scope, typed, single].flatMap((each) => [
    listArguments(each, "one"),
    filesWithMatchesArguments(each, query, "all"),
    countArguments(each, query, "one"),
    lineArguments(each, query, "one"),
    candidateArguments(each, [value]),
  ]);
}

/** The names of the options, and where the paths begin. */
function shapeOf(command: readonly string[]): readonly string[] {
  const places = command.indexOf("--");
  expect(command.slice(places + 1).every((place) => place === "." || place.startsWith("./"))).toBe(true);
  return command.map((argument, index) => (index > places ? "a path" : (argument.split("=")[0] ?? "")));
}

const hostileValues = (program: string): readonly string[] => [
  `--pre=${program}`,
  `--pre ${program}`,
  `\n--pre=${program}`,
  `x --pre=${program}`,
  `x\0--pre=${program}`,
  `--hostname-bin=${program}`,
  `=--pre=${program}`,
  `';${program};'`,
  `$(${program})`,
  `\`${program}\``,
  `|${program}`,
  `include:--pre=${program}`,
  `all:*.txt --pre=${program}`,
  "-e",
  "--",
  "-f/etc/passwd",
  "--file=/etc/passwd",
  "--search-zip",
  "-uuu",
  "--no-ignore",
  "--follow",
  "--type-add=x:*",
  "!x",
  "-",
  "--version",
];

/** A program that leaves a mark when it is run, outside the project. */
function plantProgram(files: TempWorkspace): { readonly program: string; readonly hasRun: () => boolean } {
  const program = join(files.root, "..", "program");
  const mark = `${program}-has-run`;
  writeProgram(program, mark);
  return { program, hasRun: () => existsSync(mark) };
}

function writeProgram(path: string, mark: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n: > '${mark}'\ncat "$1"\n`);
  chmodSync(path, 0o755);
}

const escapeRegex = (text: string): string => text.replace(/[.*+?()[\]{}|^$\\]/g, "\\$&");

describe("A command for ripgrep", () => {
  it("has the same options whatever the values are [SEARCH-2]", () => {
    const harmless = buildAll("harmless").map(shapeOf);
    const value = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...hostileValues("/bin/true")));
    const property = fc.property(value, (text) => {
      expect(buildAll(text).map(shapeOf)).toEqual(harmless);
    });
    fc.assert(property);
  });

  it("would run a program if a value became an option [SEARCH-2]", () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    const { program, hasRun } = plantProgram(files);
    execFileSync(rgPath, [`--pre=${program}`, "needle", "."], { cwd: files.root });
    expect(hasRun()).toBe(true);
    rmSync(`${program}-has-run`);
    const settings = join(files.root, "..", "settings");
    writeFileSync(settings, `--pre=${program}\n`);
    execFileSync(rgPath, ["needle", "."], { cwd: files.root, env: { RIPGREP_CONFIG_PATH: settings } });
    expect(hasRun()).toBe(true);
  });
});

describe("A hostile value", () => {
  const modes = ["files_with_matches", "count", "content"] as const;

  it("is text as a pattern [SEARCH-2]", async () => {
    const files = tempWorkspace({ "a.txt": "x\n" });
    const { program, hasRun } = plantProgram(files);
    const toolkit = files.toolkit();
    for (const value of hostileValues(program)) {
      files.write("a.txt", `before ${value} behind\n`);
      const pattern = escapeRegex(value);
      for (const output_mode of modes) {
        // As it is it may be no pattern at all; what matters is that it is nothing else either.
        await toolkit.call("Grep", { pattern: value, output_mode });
        const result = await toolkit.call("Grep", { pattern, output_mode, multiline: true });
        if (value.includes("\0")) expect(errorOf(result).code).toBe("INPUT_INVALID");
        else expect(result.output?.filenames).toEqual([files.path("a.txt")]);
      }
    }
    expect(hasRun()).toBe(false);
  });

  it("is text as a glob and as a type [SEARCH-2]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    const { program, hasRun } = plantProgram(files);
    const toolkit = files.toolkit();
    for (const value of hostileValues(program)) {
      await toolkit.call("Glob", { pattern: value });
      await toolkit.call("Glob", { pattern: `**/${value}` });
      for (const glob of [value, `*${value}`, `!${value}`, `{a,${value}}`])
        await toolkit.call("Grep", { pattern: "needle", glob });
      const typed = await toolkit.call("Grep", { pattern: "needle", type: value });
      expect(errorOf(typed).code).toBe("INPUT_INVALID");
    }
    expect(hasRun()).toBe(false);
    expect(readdirSync(files.root)).toEqual(["a.txt"]);
  });

  it("is a name as a path, of a file and of a folder [SEARCH-2]", async () => {
    const files = tempWorkspace();
    const { program, hasRun } = plantProgram(files);
    const toolkit = files.toolkit();
    const names = hostileValues(program).filter((value) => !/[\0/]/.test(value));
    for (const name of [...names, "--pre=program", "\n--pre"]) {
      files.write(`file/${name}`, "needle\n");
      files.write(`folder/${name}/a.txt`, "needle\n");
      const inFile = await toolkit.call("Grep", { pattern: "needle", path: files.path("file", name) });
      expect(inFile.output?.filenames).toEqual([files.path("file", name)]);
      const path = files.path("folder", name);
      const inFolder = await toolkit.call("Grep", { pattern: "needle", path, glob: "*.txt" });
      expect(inFolder.output?.filenames).toEqual([join(path, "a.txt")]);
      const found = await toolkit.call("Glob", { pattern: "**", path });
      expect(found.output?.filenames).toEqual([join(path, "a.txt")]);
    }
    const beside = await toolkit.call("Glob", { pattern: "folder/--/*" });
    expect(beside.output?.filenames).toEqual([files.path("folder/--/a.txt")]);
    expect(hasRun()).toBe(false);
  });
});

describe("Surroundings", () => {
  it("do not change a search: settings of ripgrep in the environment, in the home and in the project [SEARCH-2]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    const { program, hasRun } = plantProgram(files);
    const home = join(files.root, "..", "home");
    mkdirSync(home);
    const settings = `--pre=${program}\n--max-count=0\n`;
    const places = [join(home, ".ripgreprc"), files.path(".ripgreprc"), join(home, "settings")];
    for (const place of places) writeFileSync(place, settings);
    for (const place of places) {
      const toolkit = files.toolkit({ environment: { HOME: home, RIPGREP_CONFIG_PATH: place } });
      const result = await toolkit.call("Grep", { pattern: "needle", glob: "*.txt", output_mode: "content" });
      expect(textOf(result)).toBe(`${files.path("a.txt")}\n1:needle`);
    }
    expect(hasRun()).toBe(false);
  });

  it("do not choose the program: none that the project brings is run [SEARCH-2]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    const outside = join(files.root, "..");
    const mark = join(outside, "has-run");
    const folders = [files.root, files.path("node_modules/.bin"), join(outside, "other/node_modules/.bin")];
    for (const folder of [...folders, join(outside, "bin")]) writeProgram(join(folder, "rg"), mark);
    const environment = { PATH: [".", "", ...folders, "node_modules/.bin"].join(":") };
    const result = await files.toolkit({ environment }).call("Grep", { pattern: "needle", glob: "*.txt" });
    expect(result.output?.filenames).toEqual([files.path("a.txt")]);
    expect(existsSync(mark)).toBe(false);

    // Nor where the package that brings ripgrep is missing.
    const locate = (searchPath: string): Promise<string> =>
      locateRipgrep({
        fileSystem: createNodeFileSystem(),
        searchPath,
        isInsideRoots: (path) => path.startsWith(`${files.root}/`),
        importPackage: () => Promise.reject(new Error("not installed")),
      });
    await expect(locate(environment.PATH)).rejects.toMatchObject({ code: "SEARCH_UNAVAILABLE" });
    expect(await locate(`${environment.PATH}:${join(outside, "bin")}`)).toBe(join(outside, "bin/rg"));
    expect(existsSync(mark)).toBe(false);
  });
});
