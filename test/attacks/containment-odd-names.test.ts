/** Attack 11: paths that no file can have, names that look like options, and settings that would make ripgrep run things. */
import { chmodSync, existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { textOf } from "../support/answers.js";
import { aimsAt, attempt, type Fence, fencedWorkspace, SECRET } from "../support/fenced-workspace.js";

const everyone = { answer: () => ({ answer: "allow" }) as const };
const plant = (): Fence => fencedWorkspace({ "in/mine.txt": "mine\n", "out/secret.txt": SECRET });

/** Characters that move a cursor, hide, or turn the text around. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}]/u;

describe("A path that no file can have", () => {
  it.each([
    ["nothing", () => ""],
    ["blanks", () => " \t "],
    ["a NUL", (inside: string) => `${inside}/a\0b`],
    ["a NUL behind a good name", (inside: string) => `${inside}/mine.txt\0.png`],
    ["5,000 letters", (inside: string) => `${inside}/${"a".repeat(5000)}`],
    ["5,000 folders", (inside: string) => `${inside}${"/a".repeat(2500)}`],
    ["half a surrogate pair", (inside: string) => `${inside}/a\ud800b`],
    ["the other half", (inside: string) => `${inside}/\udc00`],
    ["a share", () => "\\\\server\\share\\x"],
    ["a drive", () => "C:\\Windows\\x"],
    ["a URL", (inside: string) => `file://${inside}/mine.txt`],
  ])(
    "is refused by its letters, by every tool and whoever allows it: %s [ATTACK-11]",
    async (_name, make) => {
      const fence = plant();
      const path = make(fence.inside);
      for (const options of [{}, everyone]) {
        for (const { tool, input, result, questions } of await attempt(fence, aimsAt(path), options)) {
          // Without a path, a pattern is what it is: relative to the working directory, and often of no file at all.
          if (tool === "Glob" && !("path" in input)) {
            expect(result.error?.code ?? "").not.toBe("INTERNAL");
            continue;
          }
          expect(["PATH_INVALID", "PATH_NOT_ABSOLUTE"], tool).toContain(result.error?.code);
          expect(questions).toEqual([]);
          expect(textOf(result).length).toBeLessThanOrEqual(300);
          expect(textOf(result)).not.toMatch(unseen);
        }
      }
      await fence.expectIntact();
    },
  );

  it.each(["mine.txt", "../out/secret.txt", "--pre=x", "-"])(
    "is refused when it is relative, but by searches, which take it for a path below the root: %s [ATTACK-11, FIND-344]",
    async (path) => {
      const fence = plant();
      for (const { tool, result, questions } of await attempt(fence, aimsAt(path), {})) {
        expect(textOf(result)).not.toContain(SECRET.trim());
        expect(questions).toEqual([]);
        if (tool === "Glob" || tool === "Grep") expect(result.error?.code ?? "").not.toBe("INTERNAL");
        else expect(result.error?.code, tool).toBe("PATH_NOT_ABSOLUTE");
      }
      await fence.expectIntact();
    },
  );

  it.each([
    ["a segment", "x".repeat(256)],
    ["a segment of wide letters", "漢".repeat(100)],
    ["all its bytes", `${"漢".repeat(60)}/`.repeat(30)],
  ])("is refused where only the disk knows that it is too long: %s [ATTACK-11]", async (_name, way) => {
    const fence = plant();
    for (const { tool, input, result } of await attempt(fence, aimsAt(`${fence.inside}/${way}`), everyone)) {
      if (tool === "Glob" && !("path" in input)) expect(result.error?.code ?? "").not.toBe("INTERNAL");
      else expect(["PATH_INVALID", "NOTEBOOK_INVALID"], tool).toContain(result.error?.code);
      expect(textOf(result).length).toBeLessThanOrEqual(1000);
    }
    await fence.expectIntact();
  });
});

describe("A name that can be had and is odd", () => {
  it.each(["a\nb", "a\u001b[2Jb", "\u202etxt.exe", "a\rb", "\u007f", "a\u200bb", "\ufeffa", "a\u0007"])(
    "is used as it is and shown so that it can't deceive: %j [ATTACK-11]",
    async (name) => {
      const fence = fencedWorkspace({ [`in/${name}/${name}.txt`]: "mine\n" });
      const path = fence.files.path("in", name, `${name}.txt`);
      const toolkit = fence.toolkit({ onAsk: () => ({ answer: "allow" }) });
      expect(textOf(await toolkit.call("Read", { file_path: path }))).toBe("     1→mine");
      const edit = { file_path: path, old_string: "mine", new_string: "ours" };
      expect((await toolkit.call("Edit", edit)).error).toBeUndefined();
      for (const [tool, input] of [
        ["Glob", { pattern: "**/*" }],
        ["Grep", { pattern: "ours" }],
        ["Grep", { pattern: "ours", path }],
        ["Grep", { pattern: "[o]urs", output_mode: "content", path: fence.files.path("in", name) }],
      ] as const) {
        const result = await toolkit.call(tool, input);
        expect(result.output?.filenames, tool).toEqual([path]);
        expect(textOf(result)).not.toMatch(unseen);
        expect(
          textOf(result)
            .split("\n")
            .filter((line) => line.includes(fence.inside)),
        ).toHaveLength(1);
      }
      for (const { result } of await attempt(fence, aimsAt(`${path}.missing`)))
        expect(textOf(result)).not.toMatch(unseen);
    },
  );

  it.each([
    "-rf",
    "--pre=x",
    "-e",
    "--",
    "-",
    "--files",
    "--hidden",
    "-f",
    "--no-config",
    "@file",
    "--pre",
    "-uuu",
  ])("is no option of the program that searches: %s [ATTACK-11]", async (name) => {
    const fence = fencedWorkspace({
      [`in/${name}`]: "mine here\n",
      [`in/folder/${name}/${name}.txt`]: "mine there\n",
    });
    const toolkit = fence.toolkit({ onAsk: () => ({ answer: "allow" }) });
    const [file, folder] = [fence.files.path("in", name), fence.files.path("in/folder", name)];
    const below = `${folder}/${name}.txt`;
    for (const [output_mode, pattern] of [
      ["files_with_matches", "mine"],
      ["content", "m[i]ne"],
    ]) {
      const grep = async (input: object): Promise<readonly string[] | undefined> =>
        (await toolkit.call("Grep", { pattern, output_mode, ...input })).output?.filenames;
      expect(await grep({ path: file })).toEqual([file]);
      expect(await grep({ path: folder })).toEqual([below]);
      expect((await grep({}))?.toSorted()).toEqual([file, below].toSorted());
      expect(await grep({ glob: `${name}.txt` })).toEqual([below]);
    }
    expect((await toolkit.call("Glob", { pattern: name })).output?.filenames).toEqual([file]);
    expect((await toolkit.call("Glob", { pattern: `${name}.txt`, path: folder })).output?.filenames).toEqual([
      below,
    ]);
    const { output } = await toolkit.call("Glob", { pattern: `folder/${name}/*` });
    expect(output?.filenames).toEqual([below]);
    // As the thing to look for it is text as well; what is no regular expression is said to be none.
    const asPattern = await toolkit.call("Grep", { pattern: name });
    expect([undefined, "PATTERN_INVALID"]).toContain(asPattern.error?.code);
    for (const [tool, input] of [
      ["Read", { file_path: file }],
      ["Write", { file_path: file, content: "ours\n" }],
      ["Edit", { file_path: file, old_string: "ours", new_string: "yours" }],
    ] as const)
      expect((await toolkit.call(tool, input)).error, tool).toBeUndefined();
    expect(fence.files.read(`in/${name}`)).toBe("yours\n");
  });
});

describe("Settings of the program that searches", () => {
  it("are not read from wherever the environment says, so that nothing is run [ATTACK-11]", async () => {
    const fence = plant();
    const trace = fence.files.path("out/ran");
    const program = fence.files.write("in/program", `#!/bin/sh\ntouch '${trace}'\ncat "$1"\n`);
    chmodSync(program, 0o755);
    const settings = `--pre=${program}\n--pre-glob=*\n--no-ignore\n--hostname-bin=${program}\n`;
    const places = [
      ".ripgreprc",
      "in/.ripgreprc",
      "in/ripgreprc",
      "home/.ripgreprc",
      "home/.config/ripgrep/config",
    ];
    for (const place of places) fence.files.write(place, settings);
    const variables = { ...process.env };
    for (const place of places) {
      const environment = {
        ...variables,
        HOME: fence.files.path("home"),
        XDG_CONFIG_HOME: fence.files.path("home/.config"),
        RIPGREP_CONFIG_PATH: fence.files.path(place),
      };
      const toolkit = fence.toolkit({ environment, stateDirectory: fence.files.path("../state") });
      for (const [tool, input] of [
        ["Grep", { pattern: "mine" }],
        ["Grep", { pattern: "m[i]ne", output_mode: "content", glob: "*.txt" }],
        ["Grep", { pattern: "m[i]ne", path: fence.files.path("in/mine.txt"), output_mode: "count" }],
        ["Glob", { pattern: "**/mine.txt" }],
      ] as const)
        expect((await toolkit.call(tool, input)).output?.filenames, place).toEqual([
          fence.files.path("in/mine.txt"),
        ]);
    }
    expect(existsSync(trace)).toBe(false);
  });
});
