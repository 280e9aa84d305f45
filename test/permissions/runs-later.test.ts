import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isManifestName } from "../../src/permissions/manifest-names.js";
import { findRunsLater } from "../../src/permissions/runs-later.js";

const plain = {
  name: "app",
  version: "1.0.0",
  scripts: { build: "tsc", test: "vitest" },
  dependencies: { a: "1" },
};

/** A manifest with some of its members others. */
function write(changes: object, space = 2): string {
  return JSON.stringify({ ...plain, ...changes }, undefined, space);
}

describe("A change of package.json", () => {
  it.each<[string, object, string]>([
    [
      "a hook of the installation",
      { scripts: { ...plain.scripts, postinstall: "x" } },
      "the script postinstall",
    ],
    ["another command", { scripts: { ...plain.scripts, test: "jest" } }, "the script test"],
    [
      "several, those first that run by themselves",
      { scripts: { build: "a", test: "b", prepare: "c", lint: "d", preinstall: "e" } },
      "the scripts prepare, preinstall, build and 2 more",
    ],
    ["two", { scripts: { build: "a", test: "b" } }, "the scripts build and test"],
    ["hooks of git", { husky: { hooks: { "pre-commit": "x" } } }, "husky"],
    ["commands for staged files", { "lint-staged": { "*": "x" } }, "lint-staged"],
    ["hooks by another name", { "simple-git-hooks": { "pre-push": "x" } }, "simple-git-hooks"],
    ["a native build", { gypfile: true }, "gypfile"],
    ["another package manager", { packageManager: "yarn@https://example.com/y.tgz" }, "packageManager"],
    [
      "the same by its newer name",
      { devEngines: { packageManager: { name: "x" } } },
      "devEngines.packageManager",
    ],
    [
      "dependencies that may run scripts",
      { pnpm: { onlyBuiltDependencies: ["a"] } },
      "pnpm.onlyBuiltDependencies",
    ],
    ["the same for another", { trustedDependencies: ["a"] }, "trustedDependencies"],
    [
      "a script and a block",
      { scripts: { ...plain.scripts, prepare: "husky" }, husky: {}, gypfile: true },
      "the script prepare, husky and gypfile",
    ],
    ["scripts of another form", { scripts: "rm -rf /" }, "scripts"],
    ["a name that reads on", { scripts: { "x and nothing else": "y" } }, 'the script "x and nothing else"'],
    ["an invisible name", { scripts: { "a\u202eb": "y" } }, 'the script "a\\u202eb"'],
    [
      "a name that objects have anyway",
      { scripts: { ...plain.scripts, constructor: "y" } },
      "the script constructor",
    ],
  ])("that brings %s is told in words [PERM-44]", (_, changes, words) => {
    expect(findRunsLater("/w/app/package.json", write({}), write(changes))).toBe(`${words} in package.json`);
  });

  it.each<[string, object]>([
    ["the version", { version: "2.0.0" }],
    ["dependencies", { dependencies: { a: "2" }, devDependencies: { b: "1" } }],
    ["programs it offers", { bin: { app: "cli.js" } }],
    ["a script less", { scripts: { build: "tsc" } }],
    ["no scripts at all", { scripts: undefined }],
    ["scripts in another order", { scripts: { test: "vitest", build: "tsc" } }],
    ["other settings of pnpm", { pnpm: { overrides: { a: "1" } } }],
    ["scripts elsewhere", { config: { scripts: { postinstall: "x" } } }],
  ])("that brings %s makes nothing run [PERM-44]", (_, changes) => {
    expect(findRunsLater("package.json", write({}), write(changes))).toBeUndefined();
  });

  it("in form alone makes nothing run: blanks, line endings, marks, escapes [PERM-44]", () => {
    const before = write({ husky: { hooks: { "pre-push": "x" } } });
    for (const after of [
      write({ husky: { hooks: { "pre-push": "x" } } }, 0),
      before.replaceAll("\n", "\r\n"),
      `\ufeff${before}\n\n`,
      before.replace('"build"', String.raw`"\u0062uild"`),
      before.replace("{", "{ // a comment, as one runtime takes it\n"),
    ]) {
      expect(findRunsLater("package.json", before, after)).toBeUndefined();
      expect(findRunsLater("package.json", after, before)).toBeUndefined();
    }
  });

  it("is understood however the script is written [PERM-44]", () => {
    const hidden = write({}).replace('"build"', String.raw`"\u0070ostinstall": "x", "build"`);
    expect(findRunsLater("package.json", write({}), hidden)).toBe("the script postinstall in package.json");
    const twice = write({}).replace('"version"', '"scripts": {}, "version"');
    expect(findRunsLater("package.json", write({}), twice)).toBeUndefined();
    const lastCounts = write({}).replace(/\}$/, ', "scripts": { "postinstall": "x" } }');
    expect(findRunsLater("package.json", write({}), lastCounts)).toBe(
      "the script postinstall in package.json",
    );
  });

  it.each<[string, string | null, string | null, string | undefined]>([
    ["new, with scripts", null, write({}), "the scripts build and test in package.json"],
    ["new, without", null, '{ "name": "a" }', undefined],
    ["new and empty", null, "", undefined],
    ["new and broken, with scripts", null, '{ "scripts": {', "package.json can't be parsed afterwards"],
    [
      "new and broken, with an escape",
      null,
      String.raw`{ "\u0073cr`,
      "package.json can't be parsed afterwards",
    ],
    ["broken where scripts were", write({}), "{", "package.json can't be parsed afterwards"],
    ["broken where none were", "{}", "{", undefined],
    ["mended", "{", write({}), "the scripts build and test in package.json"],
    ["no object", write({}), "[1]", undefined],
    ["null", write({}), "null", undefined],
    ["too large to hold", null, null, "package.json is too large to look through"],
    ["as it was", "{ broken scripts", "{ broken scripts", undefined],
  ])("that is %s is told as %s [PERM-44]", (_, before, after, expected) => {
    expect(findRunsLater("package.json", before, after)).toBe(expected);
  });
});

describe("A change of another file", () => {
  it.each<[string, string, string, string | undefined]>([
    ["composer.json", "{}", '{ "scripts": { "post-install-cmd": "x" } }', "the script post-install-cmd"],
    ["composer.json", "{}", '{ "config": { "allow-plugins": true } }', "config.allow-plugins"],
    ["deno.json", "{}", '{ "tasks": { "dev": "x" } }', "the task dev"],
    ["deno.jsonc", "// tasks\n{}", '{ "tasks": { "dev": "x", }, /* y */ }', "the task dev"],
    ["PACKAGE.JSON", "{}", '{ "scripts": { "a": "x" } }', "the script a"],
    ["tsconfig.json", "{}", '{ "scripts": { "a": "x" } }', undefined],
    ["my-package.json", "{}", '{ "scripts": { "a": "x" } }', undefined],
    ["deno.json", "{}", '{ "scripts": { "a": "x" } }', undefined],
  ])("%s from %s to %s is told as %s [PERM-44]", (name, before, after, words) => {
    const expected = words === undefined ? undefined : `${words} in ${name}`;
    if (expected !== undefined) expect(isManifestName(name)).toBe(true);
    expect(findRunsLater(`/w/app/${name}`, before, after)).toBe(expected);
    expect(findRunsLater(`C:\\w\\app\\${name}`, before, after)).toBe(expected);
  });

  it("that is not parsed here is told when it mentions scripts [PERM-44]", () => {
    expect(findRunsLater("package.yaml", "", "scripts:\n  a: b\n")).toBe("package.yaml may hold scripts");
    expect(findRunsLater("package.yaml", "name: a", "name: b")).toBeUndefined();
  });
});

describe("Words for what runs later", () => {
  it("are there exactly when a script is new or another, and short and visible [PERM-44, PERM-47]", () => {
    const scripts = fc.dictionary(fc.string({ unit: "binary" }), fc.string(), { maxKeys: 8 });
    fc.assert(
      fc.property(scripts, scripts, fc.nat(4), (before, after, space) => {
        const words = findRunsLater(
          "package.json",
          write({ scripts: before }),
          write({ scripts: after }, space),
        );
        const isGained = Object.entries(after).some(
          ([name, command]) => !Object.hasOwn(before, name) || before[name] !== command,
        );
        expect(words !== undefined).toBe(isGained);
        expect((words ?? "").length).toBeLessThanOrEqual(200);
        expect(words ?? "").not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
    );
  });

  it.each<[string, string, string]>([
    ["nested deep", `{"a": ${"[".repeat(200)}${"]".repeat(200)}}`, "complex"],
    ["with many values", `{"a": [${"[],".repeat(100_000)}[]]}`, "complex"],
    ["with many values and comments", `// " \n{"a": [${"/**/[],".repeat(30_000)}[]]}`, "complex"],
    ["with little but commas", ",".repeat(2_000_000), "complex"],
    ["that is long", `{"a": "${"x".repeat(3_000_000)}"}`, "large"],
    ["that is broken and long", `{"a": "${'\\"/*,'.repeat(1_000_000)}`, "large"],
  ])(
    "say that a text can't be looked through %s, and don't parse it [PERM-47, HOST-163]",
    (_, text, what) => {
      const words = `package.json is too ${what} to look through`;
      expect(findRunsLater("package.json", write({}), text)).toBe(words);
      expect(findRunsLater("package.json", text, `${text} `)).toBe(words);
      // Of what can't be looked through, nothing counts as having been there before.
      expect(findRunsLater("package.json", text, write({}))).toBe(
        "the scripts build and test in package.json",
      );
      expect(findRunsLater("package.json5", "{}", text.padEnd(3_000_000))).toContain("too large");
    },
  );

  it("come for thousands of values and comments [PERM-47]", () => {
    const many = write({ keywords: Array.from({ length: 15_000 }, (_, index) => `k${index}`) });
    const commented = many.replaceAll(",", ", // [ and so on\n");
    for (const text of [many, commented]) {
      expect(findRunsLater("package.json", text, text.replace("vitest", "jest"))).toBe(
        "the script test in package.json",
      );
    }
  });
});
