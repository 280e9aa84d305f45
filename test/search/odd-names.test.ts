/** Names that no one would type: each is found, shown so that it can't deceive, and never taken for something else. */
import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { textOf } from "../support/answers.js";
import { nameBelow } from "../support/common-folder.js";
import { searchInAllWays } from "../support/fake-ripgrep.js";
import { tempWorkspace } from "../support/workspace.js";

/** A name, and how it is shown. */
const names: readonly (readonly [string, string])[] = [
  ["new\nline.txt", "new\\nline.txt"],
  ["esc\u001b[31m.txt", "esc\\u001b[31m.txt"],
  ["bidi\u202egpj.txt", "bidi\\u202egpj.txt"],
  ["zero\u200bwidth.txt", "zero\\u200bwidth.txt"],
  ["-rf", "-rf"],
  ["--pre=sh", "--pre=sh"],
  ["--", "--"],
  ["a:1:b.txt", "a:1:b.txt"],
  ["12:3:4:needle", "12:3:4:needle"],
  ["back\\slash.txt", "back\\slash.txt"],
  ["*.txt", "*.txt"],
  ["{a,b}", "{a,b}"],
  ["!not", "!not"],
  ["#hash", "#hash"],
  [" blank ", " blank "],
  ["\ttab", "\\ttab"],
  ["😀e\u0301.txt", "😀e\u0301.txt"],
  ["x".repeat(255), "x".repeat(255)],
];

describe("A file with an odd name", () => {
  it("is found, counted and quoted in every way, its name escaped [SEARCH-5]", async () => {
    const files = tempWorkspace(Object.fromEntries(names.map(([name]) => [name, "needle\n"])));
    const shown = names.map(([, name]) => nameBelow(files.root, files.path(name))).toSorted();
    const real = names.map(([name]) => files.path(name)).toSorted();
    const answers = await searchInAllWays(files.toolkit());
    for (const result of answers.values())
      expect([...(result.output?.filenames ?? [])].toSorted()).toEqual(real);
    const [glob = "", list = "", count = "", content = ""] = [...answers.values()].map(textOf);
    const inAnyOrder = (text: string, separator = "\n"): readonly string[] => {
      const folder = `In ${files.root}:`;
      const heading = text.slice(0, text.indexOf(folder) + folder.length);
      return [
        heading,
        ...text
          .slice(heading.length + 1)
          .split(separator)
          .toSorted(),
      ];
    };
    expect(inAnyOrder(glob)).toEqual([`In ${files.root}:`, ...shown]);
    expect(inAnyOrder(list)).toEqual([`Found ${names.length} files\nIn ${files.root}:`, ...shown]);
    expect(inAnyOrder(count.split("\n\n")[0] ?? "")).toEqual([
      `Matches per file, most first:\nIn ${files.root}:`,
      ...shown.map((name) => `${name}:1`).toSorted(),
    ]);
    expect(inAnyOrder(content, "\n\n")).toEqual([
      `In ${files.root}:`,
      ...shown.map((name) => `${name}\n1:needle`).toSorted(),
    ]);
  });

  it.each(names)("can be searched by it alone: %j [SEARCH-5]", async (name, shown) => {
    const files = tempWorkspace({ [name]: "needle\n", other: "needle\n" });
    const grep = { pattern: "needle", path: files.path(name) };
    const toolkit = files.toolkit();
    expect(textOf(await toolkit.call("Grep", { ...grep, output_mode: "content" }))).toBe(
      `${files.path(shown)}\n1:needle`,
    );
    expect(textOf(await toolkit.call("Grep", { ...grep, output_mode: "count" }))).toBe(
      `${files.path(shown)}:1\n\nFound 1 match in 1 file`,
    );
  });

  it("that is no text is found, and what stands in it is quoted [SEARCH-5, SEARCH-8]", async () => {
    const files = tempWorkspace({ sub: { folder: {} } });
    const raw = (...bytes: number[]): Buffer =>
      Buffer.concat([Buffer.from(`${files.root}/`), Buffer.from(bytes)]);
    const long = `${"a".repeat(3000)}needle${"b".repeat(3000)}\n`;
    // "caf\xE9.txt", and a folder "\xFF" with a file in it.
    writeFileSync(raw(0x63, 0x61, 0x66, 0xe9, 0x2e, 0x74), `needle\n${long}`);
    mkdirSync(raw(0xff));
    writeFileSync(raw(0xff, 0x2f, 0x61), "needle\r\n");
    const answers = [...(await searchInAllWays(files.toolkit())).values()].map(textOf);
    const [odd, inOdd] = ["\ncaf\\xE9.t", "\n\\xFF/a"];
    for (const text of answers) {
      expect(text.split("\n").slice(0, 2)).toContain(`In ${files.root}:`);
      expect(text).toContain(odd);
      expect(text).toContain(inOdd);
      expect(text).not.toContain("Incomplete");
    }
    expect(answers[3]).toContain(`${odd}\n1:needle\n2:…aaa`);
    expect(answers[3]).toContain("aaaneedlebbb");
    expect(answers[3]).toContain(`${inOdd}\n1:needle`);
  });

  it.each([" ", "  ", "\t", "\n", "\u00a0", "\u2003", "\\", "*", "[a]", "\u0085"])(
    "does not hide the folder beside it that is called the same but for %j [SEARCH-5, FIND-4]",
    async (end) => {
      const files = tempWorkspace({ "src/a.ts": "needle\n", [`src${end}/b.ts`]: "needle\n" });
      const toolkit = files.toolkit();
      expect(textOf(await toolkit.call("Glob", { pattern: "src/**" }))).toBe(files.path("src/a.ts"));
      const grep = await toolkit.call("Grep", { pattern: "needle", glob: "src/**" });
      expect(textOf(grep)).toBe(`Found 1 file\n${files.path("src/a.ts")}`);
    },
  );

  it("of 5,000 bytes is refused before anything is searched [FIND-5]", async () => {
    const files = tempWorkspace();
    for (const tool of ["Glob", "Grep"]) {
      const { error } = await files
        .toolkit()
        .call(tool, { pattern: "x", path: files.path("x".repeat(5000)) });
      expect(error?.code).toBe("PATH_INVALID");
    }
  });
});
