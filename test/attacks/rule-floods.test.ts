/** Rules of a repository that are meant to keep the engine busy: refused as a whole, or in force at once. */
import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../support/answers.js";
import { compileLines, request } from "../support/permission-rules.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const rules = (count: number, patternOf: (number: number) => string): string[] =>
  Array.from({ length: count }, (_, number) => `Read(${patternOf(number)})`);

function withSettings(deny: readonly string[], name = "settings.json"): TempWorkspace {
  return tempWorkspace({
    "a.txt": "needle\n",
    "denied-7.txt": "canary needle\n",
    [`.filewright/${name}`]: JSON.stringify({ permissions: { deny } }),
  });
}

describe("A repository with very many rules", () => {
  it.each([
    ["a megabyte of rules", rules(30_000, (number) => `**/*secret${number}*.pem`), "it is larger than"],
    [
      "more rules than are allowed",
      rules(2001, (number) => `n${number}`),
      "it has 2,001 rules, and at most 2,000",
    ],
    ["a very long rule", rules(1, () => "a".repeat(2000)), "a rule has more than 1,024 characters"],
    [
      "few rules that stand for very many",
      rules(500, (number) => `{a,b}{a,b}{a,b}{a,b}{a,b}${number}`),
      "its rules stand for more than 10,000 patterns",
    ],
  ])("stops every tool with a clear error: %s [HOST-156]", async (_, deny, problem) => {
    for (const name of ["settings.json", "settings.local.json"]) {
      const files = withSettings(deny, name);
      const toolkit = files.toolkit();
      const calls = [
        toolkit.call("Read", { file_path: files.path("a.txt") }),
        toolkit.call("Glob", { pattern: "**/*" }),
        toolkit.call("Grep", { pattern: "needle" }),
        toolkit.call("Write", { file_path: files.path("new.txt"), content: "new\n" }),
      ];
      for (const result of await Promise.all(calls)) {
        const { code, message } = errorOf(result);
        expect(code).toBe("SETTINGS_INVALID");
        expect(message).toContain(problem);
        expect(message).toContain("No tool runs until the user mends them.");
      }
    }
  });

  it.each([
    ["names", (number: number) => `denied-${number}.txt`],
    ["wildcards", (number: number) => `**/*ied-${number}.t*`],
    ["sets", (number: number) => `**/[!x]enied-${number}.*`],
  ])("is obeyed up to the bound: %s [HOST-157]", async (_, patternOf) => {
    const files = withSettings(rules(2000, patternOf));
    const toolkit = files.toolkit();
    expect((await toolkit.call("Read", { file_path: files.path("a.txt") })).isError).toBe(false);
    expect(errorOf(await toolkit.call("Read", { file_path: files.path("denied-7.txt") })).code).toBe(
      "PERMISSION_DENIED",
    );
    const found = textOf(await toolkit.call("Grep", { pattern: "needle", output_mode: "content" }));
    expect(found).toContain("a.txt");
    expect(found).not.toContain("canary");
    expect(textOf(await toolkit.call("Glob", { pattern: "*.txt" }))).not.toContain("denied-7");
  });

  it("does not hide a denied file behind a hard link [HOST-157]", async () => {
    const files = withSettings(rules(2000, (number) => `/folder${number}/denied-${number}.txt`));
    mkdirSync(files.path("folder1999"));
    writeFileSync(files.path("folder1999/denied-1999.txt"), "canary\n");
    linkSync(files.path("folder1999/denied-1999.txt"), files.path("innocent.txt"));
    const result = await files.toolkit().call("Read", { file_path: files.path("innocent.txt") });
    expect(errorOf(result).code).toBe("PERMISSION_DENIED");
  });

  it("does not count against what the user has written [HOST-157]", async () => {
    const files = withSettings([]);
    const settingsFile = `${files.root}-own.json`;
    const deny = rules(20_000, (number) => `denied-${number}.txt`);
    writeFileSync(settingsFile, JSON.stringify({ permissions: { deny } }));
    const toolkit = files.toolkit({ permissions: { settingsFile } });
    expect((await toolkit.call("Read", { file_path: files.path("a.txt") })).isError).toBe(false);
    expect(errorOf(await toolkit.call("Read", { file_path: files.path("denied-7.txt") })).code).toBe(
      "PERMISSION_DENIED",
    );
  });

  it("guards a path that too many patterns fit, and allows it nowhere [HOST-155]", () => {
    const parts = ["a*", "*a", "?*", "*?", "*a*", "a", "*"];
    const patterns = parts.flatMap((one) =>
      parts.flatMap((two) => parts.map((three) => `/**/${one}/**/${two}/**/${three}/z`)),
    );
    const many = patterns.flatMap((pattern) =>
      parts.map((part) => `Edit(${pattern.replace("/z", `/${part}/z`)})`),
    );
    const path = request(`write /w/app/${"a/".repeat(1500)}end`);
    expect(compileLines(many.map((text) => `deny ${text}`)).find("deny", path)).toBeDefined();
    expect(compileLines(many.map((text) => `ask ${text}`)).find("ask", path)).toBeDefined();
    expect(compileLines(many.map((text) => `allow ${text}`)).find("allow", path)).toBeUndefined();
  });
});
