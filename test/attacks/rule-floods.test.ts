/** Rules of a repository that are meant to keep the engine busy: refused as a whole, or in force at once. */
import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileInSteps } from "../../src/permissions/compile-rules.js";
import { errorOf, textOf } from "../support/answers.js";
import { anchors, compileLines, givenRule, request } from "../support/permission-rules.js";
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
    [
      "few rules with very many names",
      rules(240, (number) => `n${number}/${"a/".repeat(250)}z`),
      "the patterns of its rules have more than 50,000 names",
    ],
    [
      "choices of long paths",
      rules(100, (number) => `{${"ab,cd,".repeat(20)}${number}}/${"a/".repeat(400)}z`),
      "the patterns of its rules have more than 50,000 names",
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

  it("is refused at once by every call after the first, until the settings change [HOST-158]", async () => {
    const files = withSettings(rules(500, (number) => `{a,b}{a,b}{a,b}{a,b}{a,b}${number}`));
    const { permissions } = files.toolkit().workspace.access;
    const refusalOf = async (): Promise<unknown> =>
      Promise.resolve(permissions.load({ isExact: true })).then(
        () => "none",
        (cause: unknown) => cause,
      );
    const refusals = await Promise.all([refusalOf(), refusalOf()]);
    refusals.push(await refusalOf());
    expect(refusals[0]).toMatchObject({ code: "SETTINGS_INVALID" });
    // The same error: nothing was compiled again.
    expect(new Set(refusals).size).toBe(1);
    writeFileSync(files.path(".filewright/settings.json"), JSON.stringify({ permissions: { deny: [] } }));
    expect(await refusalOf()).toBe("none");
  });

  it("is compiled in short steps, however long its patterns are [HOST-158]", () => {
    const count = 60;
    const given = rules(count, (number) => `{a,b,c,d}${number}/${"a/".repeat(150)}z`);
    const steps = compileInSteps(
      given.map((text) => givenRule(`deny ${text}`)),
      anchors,
    );
    let yields = 0;
    while (steps.next().done !== true) yields += 1;
    // One for each rule and for each of its four choices.
    expect(yields).toBeGreaterThanOrEqual(count * 5);
  });

  it("keeps no search from letting other work have its turn [HOST-159]", async () => {
    const letter = (number: number): string => String.fromCodePoint(98 + (Math.floor(number) % 24));
    const files = withSettings(
      rules(
        1900,
        (number) =>
          `**/*aaa*[${letter(number)}]*[${letter(number / 24)}]${"z".repeat(1 + ((number / 576) % 4))}*`,
      ),
    );
    for (let number = 0; number < 2000; number += 1)
      writeFileSync(files.path(`aaa-${number}-${number % 7}.txt`), "needle\n");
    const toolkit = files.toolkit();
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    let longest = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const found = [
      await toolkit.call("Glob", { pattern: "**/*" }),
      await toolkit.call("Grep", { pattern: "needle" }),
      await toolkit.call("Grep", { pattern: "needle", output_mode: "count" }),
      await toolkit.call("Grep", { pattern: "needle", output_mode: "content" }),
    ];
    clearInterval(watch);
    expect(found.map(({ isError }) => isError)).toEqual([false, false, false, false]);
    // Coarse: on a busy machine a turn is far longer than the 4 ms it should be. It was more than 500.
    expect(longest).toBeLessThan(300);
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

  it("guards a name that many patterns almost fit, and allows it nowhere [HOST-155]", () => {
    const letters = Array.from("bcdefghijklmnopqrstuvwxyz0123456789");
    const patterns = letters.flatMap((one) =>
      letters.map((two) => `Edit(*${"a".repeat(110)}[${one}${two}]*)`),
    );
    const path = request(`write /w/app/${"a".repeat(250)}`);
    expect(compileLines(patterns.map((text) => `deny ${text}`)).find("deny", path)).toBeDefined();
    expect(compileLines(patterns.map((text) => `ask ${text}`)).find("ask", path)).toBeDefined();
    expect(compileLines(patterns.map((text) => `allow ${text}`)).find("allow", path)).toBeUndefined();
    const other = request(`write /w/app/${"b".repeat(250)}`);
    expect(compileLines(patterns.map((text) => `deny ${text}`)).find("deny", other)).toBeUndefined();
  });

  it("has one bound for a path, whatever number of folders its patterns begin at [HOST-155]", () => {
    const deep = `${"a/".repeat(300)}q.txt`;
    const rulesOf = (anchor: string): readonly string[] =>
      Array.from({ length: 40 }, (_, number) => `deny Edit(${anchor}**/${"a/".repeat(number + 5)}[b])`);
    const find = (lines: readonly string[]): unknown =>
      compileLines(lines).find("deny", request(`write /w/app/${deep}`));
    // Either alone is within the bound, both are not.
    expect(find(rulesOf("/"))).toBeUndefined();
    expect(find(rulesOf("./"))).toBeUndefined();
    expect(find([...rulesOf("/"), ...rulesOf("./")])).toBeDefined();
    // All that climb come to the same folder, and cost no more than one.
    const climbing = Array.from({ length: 200 }, (_, up) => `deny Edit(${"../".repeat(up + 2)}**/a/a/a/[b])`);
    expect(find(climbing)).toBeUndefined();
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
