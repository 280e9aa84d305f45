import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findReviewFlags } from "../../src/permissions/review-flags.js";
import { createHunks } from "../../src/text/diff/hunks.js";
import { splitLines } from "../../src/text/diff/split-lines.js";
import { executable, flagsOf, remote } from "./reviewed-changes.js";

describe("Flags", () => {
  it("are at most ten, the gravest first, and the last says how many more there are [PERM-47]", () => {
    const addresses = Array.from({ length: 30 }, (_, index) => `"u${index}": "https://h${index}.example"`);
    const after = `{\n${[...addresses, '"$schema": "https://evil.example"', '"git.path": "x"'].join(",\n")}\n}`;
    const flags = flagsOf("/w/.vscode/settings.json", "{}", after);
    expect(flags).toHaveLength(10);
    expect(flags[0]).toEqual(executable("git.path"));
    expect(flags[1]).toEqual(remote("has its $schema fetched from evil.example"));
    expect(flags[9]).toEqual(remote("and 23 more"));
  });

  it("show no invisible characters and stay short, whatever the names [PERM-47]", () => {
    const key = `git.path\u202e${"\u200b".repeat(500)}`;
    const after = JSON.stringify({ [key]: "x", u: `ssh://\u202eevil\u200b${"x".repeat(3000)}/` });
    for (const { text } of flagsOf("/w/.vscode/settings.json", "{}", after)) {
      expect(text.length).toBeLessThanOrEqual(200);
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
    expect(flagsOf("/w/.vscode/settings.json", "{}", after)).toHaveLength(2);
  });

  it("come for any change without a failure, and only of the kinds there are [PERM-47]", () => {
    const paths = fc.constantFrom(
      "package.json",
      ".vscode/settings.json",
      ".idea/x.xml",
      "a.yml",
      "Dockerfile",
      ".github/workflows/a.yml",
      "package-lock.json",
      "deno.jsonc",
    );
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.json(),
      fc.webUrl(),
      fc.constantFrom(
        '"$schema": "//',
        "https://",
        '"path": "',
        "\\u00",
        "\n",
        "/*",
        '{"scripts":',
        "@",
        "RUN x",
      ),
    );
    const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(paths, fc.option(texts), fc.option(texts), (path, before, after) => {
        const structuredPatch = createHunks(splitLines(before ?? ""), splitLines(after ?? ""));
        const flags = findReviewFlags(path, { before, after, structuredPatch });
        expect(flags.length).toBeLessThanOrEqual(10);
        for (const { kind, text } of flags) {
          expect([
            "runs-later",
            "runs-download",
            "remote-code",
            "remote-reference",
            "executable-setting",
          ]).toContain(kind);
          expect(text.length).toBeLessThanOrEqual(200);
          expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, string]>([
    ["slashes", `https:${"/".repeat(10_000_000)}`],
    ["addresses", '"https://a.example/x",'.repeat(400_000)],
    [
      "other addresses",
      Array.from({ length: 300_000 }, (_, index) => `https://a.example/${index}`).join(" "),
    ],
    ["quotes", '"'.repeat(10_000_000)],
    ["a word", "a".repeat(10_000_000)],
    ["blanks", `"path"${" ".repeat(10_000_000)}`],
    ["words", "path ".repeat(2_000_000)],
    ["backslashes", "\\u0068\\".repeat(1_500_000)],
    ["schemas", '$schema":"'.repeat(1_000_000)],
    ["depth", '{"path":'.repeat(1_000_000)],
    ["nested values", `${'{"path":['.repeat(500_000)}"x"${"]}".repeat(500_000)}`],
  ])("come for megabytes of %s [PERM-47]", (_, text) => {
    const lines = [`+${text}`];
    const structuredPatch = [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines }];
    for (const path of [".vscode/settings.json", ".idea/x.xml", "package.json", "Dockerfile"]) {
      const flags = findReviewFlags(path, { before: text.slice(1), after: text, structuredPatch });
      expect(flags.length).toBeLessThanOrEqual(10);
    }
  });
});
