/** Where a search looks when it is not told, in workspaces with one root, several and none that can be used. */
import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync, utimesSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Toolkit, ToolkitOptions } from "../../src/index.js";
import { errorOf, textOf } from "../support/answers.js";
import { readCounts } from "../support/common-folder.js";
import { readContent } from "../support/raw-search.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "../support/workspace.js";

/** Two projects, each with files of its own; nothing works in the folder above them. */
function twoProjects(more: Tree = {}): TempWorkspace {
  const files = tempWorkspace({
    "a/src/old.ts": "port: 1\n",
    "a/src/new.ts": "port: 2\nport: 3\n",
    "b/src/middle.ts": "port: 4\n",
    "b/lib/newest.ts": "port: 5\n",
    "elsewhere/x.ts": "port: 6\n",
    ...more,
  });
  for (const [name, seconds] of [
    ["a/src/old.ts", 1000],
    ["b/src/middle.ts", 2000],
    ["a/src/new.ts", 3000],
    ["b/lib/newest.ts", 4000],
  ] as const)
    utimesSync(files.path(name), seconds, seconds);
  return files;
}

function open(files: TempWorkspace, roots: readonly string[], more: ToolkitOptions = {}): Toolkit {
  return files.toolkit({
    roots: roots.map((root) => files.path(root)),
    workingDirectory: files.path("elsewhere"),
    ...more,
  });
}

/** What a search names, below the folder that all of it lies in. */
async function found(
  files: TempWorkspace,
  toolkit: Toolkit,
  tool: "Glob" | "Grep",
  input: object,
): Promise<string> {
  return textOf(await toolkit.call(tool, input))
    .replaceAll(`${files.root}/`, "")
    .replaceAll(files.root, "<all>");
}

describe("A search without a path", () => {
  it.each<[string, string]>([
    ["the working directory inside the root", "a/src"],
    ["the root when it works elsewhere", "elsewhere"],
  ])("looks in %s [FIND-340]", async (_, workingDirectory) => {
    const files = twoProjects();
    const toolkit = open(files, ["a"], { workingDirectory: files.path(workingDirectory) });
    expect(await found(files, toolkit, "Glob", { pattern: "**/*.ts" })).toBe("In a/src:\nnew.ts\nold.ts");
    expect(await found(files, toolkit, "Grep", { pattern: "port" })).toBe(
      "Found 2 files\nIn a/src:\nnew.ts\nold.ts",
    );
  });

  it("looks in all roots when it works outside of them, newest first over all [FIND-340, FIND-341]", async () => {
    const files = twoProjects();
    const toolkit = open(files, ["a", "b"]);
    const newestFirst = ["b/lib/newest.ts", "a/src/new.ts", "b/src/middle.ts", "a/src/old.ts"];
    expect(await found(files, toolkit, "Glob", { pattern: "**/*.ts" })).toBe(
      ["In <all>:", ...newestFirst].join("\n"),
    );
    expect(await found(files, toolkit, "Grep", { pattern: "port" })).toBe(
      ["Found 4 files\nIn <all>:", ...newestFirst].join("\n"),
    );
  });

  it("looks in one of several roots when it works there [FIND-340]", async () => {
    const files = twoProjects();
    const toolkit = open(files, ["a", "b"], { workingDirectory: files.path("b/lib") });
    expect(await found(files, toolkit, "Glob", { pattern: "**/*.ts" })).toBe("b/lib/newest.ts");
  });

  it("asks about the working directory when there is no root [FIND-340]", async () => {
    const files = twoProjects();
    const toolkit = files.toolkit({ roots: "none", workingDirectory: files.root });
    const { code, message } = errorOf(await toolkit.call("Glob", { pattern: "*" }));
    expect(code).toBe("PERMISSION_DENIED");
    expect(message).toContain("There is no root.");
  });
});

describe("A search of several roots", () => {
  it.each(["files_with_matches", "count", "content"])(
    "shows every entry on exactly one page of %s, in the order of the whole [FIND-341]",
    async (output_mode) => {
      const files = twoProjects();
      const toolkit = open(files, ["b", "a"]);
      const page = async (offset: number, head_limit: number): Promise<readonly string[]> => {
        const { output } = await toolkit.call("Grep", { pattern: "port", output_mode, offset, head_limit });
        const { filenames = [], content = "" } = output ?? {};
        if (output_mode === "files_with_matches") return filenames;
        if (output_mode === "count") return readCounts(content);
        return readContent(content, files.root).map(({ name, text }) => `${name} ${text}`);
      };
      const whole = await page(0, 0);
      expect(whole.length).toBe(output_mode === "content" ? 5 : 4);
      for (const size of [1, 2, 3]) {
        const pages: string[] = [];
        for (let offset = 0; offset < whole.length; offset += size) pages.push(...(await page(offset, size)));
        expect(pages).toEqual(whole);
      }
    },
  );

  it("tells how to go on, and the totals of all roots [FIND-341]", async () => {
    const files = twoProjects();
    const toolkit = open(files, ["a", "b"]);
    const input = { pattern: "port", output_mode: "count", head_limit: 2 };
    expect(await found(files, toolkit, "Grep", input)).toBe(
      "Matches per file, most first:\nIn a/src:\nnew.ts:2\nold.ts:1\n\nFound 5 matches in 4 files\n[Entries 1-2 of 4 files, most matches first. There are more: go on with offset 2.]",
    );
    const lines = { pattern: "port", output_mode: "content", head_limit: 3 };
    expect((await toolkit.call("Grep", lines)).output).toMatchObject({ numLines: 3, appliedLimit: 3 });
    expect((await toolkit.call("Grep", { ...lines, offset: 3 })).output?.appliedLimit).toBeUndefined();
    expect(textOf(await toolkit.call("Grep", { ...lines, offset: 9 }))).toBe(
      "Nothing is left after offset 9",
    );
  });

  it("counts what it searched in all roots, what lies in two of them once [FIND-342, COST-4]", async () => {
    const files = twoProjects();
    const count = (roots: readonly string[], input: object = {}): Promise<string> =>
      found(files, open(files, roots), "Grep", { pattern: "nowhere", ...input });
    expect(await count(["a"])).toBe("No matches found in 2 files");
    expect(await count(["a", "b"])).toBe("No matches found in 4 files");
    expect(await count(["a", "b"], { glob: "n*" })).toBe("No matches found in 2 files");
    expect(await count(["a", "b"], { path: "lib" })).toBe("No matches found in 1 file");
    expect(await count(["a/src", "a", "b"])).toBe("No matches found in 4 files");
  });

  it("counts matches with most first over all roots, ties by path, on pages too [FIND-341, COST-4]", async () => {
    const files = twoProjects({ "b/lib/many.ts": "port\n".repeat(3) });
    const toolkit = open(files, ["b", "a"]);
    const query = { pattern: "port", output_mode: "count" };
    const order = [
      "b/lib/many.ts:3",
      "a/src/new.ts:2",
      "a/src/old.ts:1",
      "b/lib/newest.ts:1",
      "b/src/middle.ts:1",
    ];
    expect(await found(files, toolkit, "Grep", query)).toBe(
      ["Matches per file, most first:\nIn <all>:", ...order, "", "Found 8 matches in 5 files"].join("\n"),
    );
    const pages: string[] = [];
    for (let offset = 0; offset < 5; offset += 2) {
      const { output } = await toolkit.call("Grep", { ...query, head_limit: 2, offset });
      pages.push(...readCounts(output?.content ?? ""));
    }
    expect(pages).toEqual(order.map((line) => files.path(line)));
  });

  it("shows the hundred newest of more, and the total [FIND-341]", async () => {
    const files = tempWorkspace({ "a/x": "", "b/x": "", "elsewhere/x": "" });
    for (let index = 0; index < 70; index += 1)
      for (const root of ["a", "b"]) {
        const path = files.write(`${root}/f${index}.txt`, "");
        utimesSync(path, 1000 + index, 1000 + index);
      }
    const { output } = await open(files, ["a", "b"]).call("Glob", { pattern: "*.txt" });
    expect(output).toMatchObject({ numFiles: 100, truncated: true, totalMatches: 140 });
    const shown = output?.filenames ?? [];
    expect(shown.slice(0, 2)).toEqual([files.path("a/f69.txt"), files.path("b/f69.txt")]);
    expect(shown.slice(-2)).toEqual([files.path("a/f20.txt"), files.path("b/f20.txt")]);
  });

  it("shows ignored files only when no root has others [FIND-341]", async () => {
    const files = twoProjects({ "a/.gitignore": "*.log\n", "a/x.log": "port\n", "b/y.txt": "harbour\n" });
    execFileSync("git", ["init", "--quiet"], { cwd: files.path("a"), stdio: "ignore" });
    const toolkit = open(files, ["a", "b"]);
    expect(await found(files, toolkit, "Glob", { pattern: "*.{log,txt}" })).toBe("b/y.txt");
    expect(await found(files, toolkit, "Glob", { pattern: "*.log" })).toContain("a/x.log\n[Only files that");
    const grep = { pattern: "port|harbour", glob: "*.{log,txt}" };
    expect(await found(files, toolkit, "Grep", grep)).toBe("Found 1 file\nb/y.txt");
    expect(await found(files, toolkit, "Grep", { pattern: "port", glob: "*.log" })).toContain(
      "a/x.log\n[Only files",
    );
  });

  it("never names denied files, and leaves a denied root out [FIND-341]", async () => {
    const files = twoProjects();
    const deny = ["Read(middle.ts)", `Read(/${files.path("a")}/**)`];
    const toolkit = open(files, ["a", "b"], { permissions: { deny } });
    expect(await found(files, toolkit, "Glob", { pattern: "**/*.ts" })).toBe("b/lib/newest.ts");
    expect((await toolkit.call("Grep", { pattern: "port", output_mode: "count" })).output).toMatchObject({
      totalFiles: 1,
      numMatches: 1,
    });
    expect(errorOf(await toolkit.call("Glob", { pattern: "*", path: files.path("a/src") })).code).toBe(
      "PERMISSION_DENIED",
    );
  });

  it("is one search by its time: what was found so far is shown and said to be that [FIND-341]", async () => {
    const files = twoProjects();
    const toolkit = open(files, ["a", "b"], {
      ripgrep: files.write("slow-rg", "#!/bin/sh\nexec sleep 30\n"),
      limits: { searchTimeoutMs: 200 },
    });
    execFileSync("chmod", ["755", files.path("slow-rg")]);
    const result = await toolkit.call("Grep", { pattern: "port.", output_mode: "count" });
    expect(result.output).toMatchObject({ timedOut: true, totalFiles: 0 });
    // Files that were not searched in time are not counted.
    expect(textOf(result)).toMatch(/^No matches found so far\n\[Incomplete: /);
  });

  it("refuses a pattern that leads upwards, from nobody knows where [FIND-341]", async () => {
    const files = twoProjects();
    const { code, message } = errorOf(await open(files, ["a", "b"]).call("Glob", { pattern: "../*" }));
    expect([code, message]).toEqual([
      "INPUT_INVALID",
      'Glob: "../*" leads upwards, and with several roots it is not clear from where. Give an absolute path.',
    ]);
  });

  it("looks once into a root inside another, and into one under two names [FIND-342]", async () => {
    const files = twoProjects();
    symlinkSync(files.path("a"), files.path("link"));
    for (const roots of [
      ["a", "a/src"],
      ["a/src", "a"],
      ["a", "link"],
      ["a", "a"],
    ]) {
      const toolkit = open(files, roots);
      expect((await toolkit.call("Glob", { pattern: "**/*.ts" })).output).toMatchObject({
        numFiles: 2,
        totalMatches: 2,
      });
      expect((await toolkit.call("Grep", { pattern: "port", output_mode: "count" })).output).toMatchObject({
        totalFiles: 2,
        numMatches: 3,
      });
    }
  });

  it("goes without a root that is missing, and says so [FIND-343]", async () => {
    const files = twoProjects();
    const toolkit = open(files, ["gone", "b"]);
    const note = "[Incomplete: the root gone does not exist.]";
    expect(await found(files, toolkit, "Glob", { pattern: "**/m*.ts" })).toBe(`b/src/middle.ts\n${note}`);
    expect(await found(files, toolkit, "Glob", { pattern: "*.zzz" })).toBe(`No files found so far\n${note}`);
    expect(await found(files, toolkit, "Grep", { pattern: "zzz" })).toBe(
      `No matches found in 2 files so far\n${note}`,
    );
    const { output } = await toolkit.call("Grep", { pattern: "port" });
    expect(output).toMatchObject({ numFiles: 2, skippedRoots: [files.path("gone")] });
    files.write("gone/x.ts", "port\n");
    expect((await toolkit.call("Grep", { pattern: "port" })).output).toMatchObject({ numFiles: 3 });
  });
});

describe("A relative path of a search", () => {
  it("is taken from the root when the working directory lies outside [FIND-344]", async () => {
    const files = twoProjects();
    const toolkit = open(files, ["b"]);
    expect(await found(files, toolkit, "Glob", { pattern: "*", path: "lib" })).toBe("b/lib/newest.ts");
    expect(await found(files, toolkit, "Grep", { pattern: "port", path: "lib/newest.ts" })).toBe(
      "Found 1 file\nb/lib/newest.ts",
    );
  });

  it("is taken from the working directory when that lies inside [FIND-344]", async () => {
    const files = twoProjects();
    const toolkit = open(files, ["a"], { workingDirectory: files.path("a/src") });
    expect(await found(files, toolkit, "Glob", { pattern: "*", path: "." })).toBe(
      "In a/src:\nnew.ts\nold.ts",
    );
    expect(errorOf(await toolkit.call("Glob", { pattern: "*", path: "src" })).code).toBe("FILE_NOT_FOUND");
  });

  it("is searched below each of several roots where it exists [FIND-344]", async () => {
    const files = twoProjects();
    const toolkit = open(files, ["a", "b"]);
    expect(await found(files, toolkit, "Glob", { pattern: "*", path: "src" })).toBe(
      "In <all>:\na/src/new.ts\nb/src/middle.ts\na/src/old.ts",
    );
    expect(await found(files, toolkit, "Grep", { pattern: "port", path: "lib" })).toBe(
      "Found 1 file\nb/lib/newest.ts",
    );
    const { code, message } = errorOf(await toolkit.call("Grep", { pattern: "x", path: "zzz" }));
    expect([code, message]).toEqual([
      "FILE_NOT_FOUND",
      `Path does not exist: ${files.path("a/zzz")}. Leave path out to search all roots.`,
    ]);
  });

  it("does not lead out of the roots unasked [FIND-344]", async () => {
    const files = twoProjects();
    for (const path of ["../elsewhere", "src/../../elsewhere"])
      for (const tool of ["Glob", "Grep"])
        expect(errorOf(await open(files, ["a"]).call(tool, { pattern: "*.", path })).code).toBe(
          "PERMISSION_DENIED",
        );
  });
});

describe("An absolute pattern", () => {
  it.each(["/", "elsewhere"])("inside a root needs no path, from %s [FIND-345]", async (place) => {
    const files = twoProjects();
    const workingDirectory = place === "/" ? "/" : files.path(place);
    for (const roots of [["b"], ["a", "b"]]) {
      const toolkit = open(files, roots, { workingDirectory });
      expect(await found(files, toolkit, "Glob", { pattern: `${files.path("b")}/**/n*.ts` })).toBe(
        "b/lib/newest.ts",
      );
    }
  });
});

describe("A relative file_path", () => {
  it.each(["Read", "Edit", "Write", "NotebookEdit"])(
    "of %s is refused with the path that exists under a root [PATH-340]",
    async (tool) => {
      const files = twoProjects();
      const inputs: Readonly<Record<string, object>> = {
        Edit: { old_string: "a", new_string: "b" },
        Write: { content: "x" },
        NotebookEdit: { new_source: "x" },
      };
      const name = tool === "NotebookEdit" ? "notebook_path" : "file_path";
      const ask = async (path: string, toolkit: Toolkit): Promise<readonly string[]> => {
        const { code, message } = errorOf(await toolkit.call(tool, { [name]: path, ...inputs[tool] }));
        return [code, message];
      };
      const both = open(files, ["a", "b"]);
      expect(await ask("lib/newest.ts", both)).toEqual([
        "PATH_NOT_ABSOLUTE",
        `The path must be absolute. It exists as ${files.path("b/lib/newest.ts")}.`,
      ]);
      expect(await ask("lib/none.ts", both)).toEqual([
        "PATH_NOT_ABSOLUTE",
        `The path must be absolute. Under the root it would be ${files.path("a/lib/none.ts")}.`,
      ]);
      const denied = open(files, ["a", "b"], { permissions: { deny: ["Read(newest.ts)"] } });
      expect((await ask("lib/newest.ts", denied))[1]).toBe(
        `The path must be absolute. Under the root it would be ${files.path("a/lib/newest.ts")}.`,
      );
    },
  );
});

describe("A root that can't be used", () => {
  it.each<[string, string, string]>([
    ["missing", "gone", "The root <root>/gone does not exist."],
    [
      "a placeholder",
      "${workspaceFolder}",
      "The root <root>/${workspaceFolder} does not exist: ${workspaceFolder} was not replaced by the path of a folder.",
    ],
  ])("because it is %s is named in every refusal that it causes [PATH-341]", async (_, root, sentence) => {
    const files = twoProjects();
    const said = async (tool: string, input: object, more: ToolkitOptions = {}): Promise<string> =>
      errorOf(await open(files, [root], more).call(tool, input)).message.replaceAll(files.root, "<root>");
    for (const file_path of [files.path(`${root}/x.ts`), files.path("a/src/old.ts")]) {
      expect(await said("Read", { file_path })).toContain(sentence);
      expect(await said("Write", { file_path, content: "x" })).toContain(sentence);
      expect(await said("Read", { file_path }, { permissions: { mode: "dontAsk" } })).toContain(sentence);
    }
    expect(await said("Grep", { pattern: "x" })).toContain(sentence);
    expect(await said("Glob", { pattern: "*" })).toContain(sentence);
    const bypass = { permissions: { mode: "bypassPermissions" as const } };
    expect(await said("Grep", { pattern: "x" }, bypass)).toBe(
      `${sentence} There is nothing to search. Tell the user to name a root that exists.`,
    );
  });

  it("is not blamed for what lies outside the roots anyway [PATH-341]", async () => {
    const files = twoProjects();
    const toolkit = open(files, ["a", "gone"]);
    const { message } = errorOf(await toolkit.call("Read", { file_path: files.path("elsewhere/x.ts") }));
    expect(message).toContain("it lies outside the roots");
    rmSync(files.path("a"), { recursive: true });
    const asked: string[] = [];
    const person = open(files, ["gone"], {
      onAsk: ({ reason }) => {
        asked.push(reason);
        return { answer: "deny" };
      },
    });
    await person.call("Read", { file_path: files.path("gone/x.ts") });
    expect(asked).toEqual([`the root ${files.path("gone")} does not exist`]);
  });
});
