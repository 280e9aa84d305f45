/** Where ripgrep is looked for, and which ones are not trusted. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createMemoryFileSystem, createNodeFileSystem, type RealPath } from "../../src/index.js";
import { locateRipgrep } from "../../src/search/ripgrep/locate.js";
import { textOf } from "../support/answers.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const missingPackage = (): Promise<never> => Promise.reject(new Error("no program for this platform"));

function plantProgram(path: string, mode = 0o755): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "#!/bin/sh\nexit 0\n");
  chmodSync(path, mode);
  return path;
}

/** Looks along these folders, below `root/project` as the only root. */
function locateAlong(files: TempWorkspace, folders: readonly string[]): Promise<string> {
  return locateRipgrep({
    fileSystem: createNodeFileSystem(),
    searchPath: folders.join(":"),
    isInsideRoots: (path: RealPath) => path.startsWith(`${files.path("project")}/`),
    importPackage: missingPackage,
  });
}

describe("ripgrep", () => {
  it("comes with the package, whatever is on the PATH [SEARCH-1]", async () => {
    const files = tempWorkspace();
    const found = await locateRipgrep({
      fileSystem: createNodeFileSystem(),
      searchPath: dirname(plantProgram(files.path("bin/rg"))),
      isInsideRoots: () => false,
    });
    expect(found).toMatch(/node_modules.@vscode.ripgrep-[\w-]+.bin.rg(?:\.exe)?$/);
  });

  it("is else the first one on the PATH, by its real path [SEARCH-1]", async () => {
    const files = tempWorkspace();
    const real = plantProgram(files.path("store/rg-15/rg"));
    mkdirSync(files.path("first"));
    symlinkSync(real, files.path("first/rg"));
    plantProgram(files.path("second/rg"));
    const folders = ["empty", "first", "second"].map((name) => files.path(name));
    expect(await locateAlong(files, folders)).toBe(real);
  });

  it.each([
    ["lies in the project", "project/bin"],
    ["lies among installed packages", "elsewhere/node_modules/.bin"],
    ["may not be run", "not-executable"],
    ["is a folder", "folder"],
    ["is a dangling link", "dangling"],
    ["is a link into the project", "link-into-project"],
    ["is a link into installed packages", "link-into-packages"],
    ["is found by a linked folder of the project", "linked-folder"],
  ])("is none that %s [SEARCH-1]", async (_, folder) => {
    const files = tempWorkspace();
    plantProgram(files.path("project/bin/rg"));
    plantProgram(files.path("elsewhere/node_modules/.bin/rg"));
    plantProgram(files.path("not-executable/rg"), 0o644);
    mkdirSync(files.path("folder/rg"), { recursive: true });
    for (const [name, target] of [
      ["dangling", "nowhere"],
      ["link-into-project", files.path("project/bin/rg")],
      ["link-into-packages", files.path("elsewhere/node_modules/.bin/rg")],
    ] as const) {
      mkdirSync(files.path(name));
      symlinkSync(target, files.path(name, "rg"));
    }
    symlinkSync(files.path("project/bin"), files.path("linked-folder"));
    const trusted = plantProgram(files.path("trusted/rg"));
    expect(await locateAlong(files, [files.path(folder), files.path("trusted")])).toBe(trusted);
    await expect(locateAlong(files, [files.path(folder)])).rejects.toMatchObject({
      code: "SEARCH_UNAVAILABLE",
    });
  });

  it("may be for its owner alone [SEARCH-1]", async () => {
    const files = tempWorkspace();
    const own = plantProgram(files.path("own/rg"), 0o700);
    expect(await locateAlong(files, [files.path("own")])).toBe(own);
  });

  it("is not looked for by relative folders of the PATH, nor in the working directory [SEARCH-1]", async () => {
    const files = tempWorkspace();
    plantProgram(files.path("project/rg"));
    await expect(locateAlong(files, ["", ".", "bin", "../project"])).rejects.toMatchObject({
      code: "SEARCH_UNAVAILABLE",
    });
  });

  it("missing everywhere is an error that says what to install [SEARCH-1]", async () => {
    await expect(locateAlong(tempWorkspace(), ["/no/such/folder"])).rejects.toMatchObject({
      code: "SEARCH_UNAVAILABLE",
      message:
        "Searching needs ripgrep, and neither its package nor a program rg on the PATH was found. Ask the user to reinstall Filewright with optional dependencies, or to install ripgrep.",
    });
  });

  it("of the project is never run, wherever it lies and whatever the PATH says [SEARCH-1]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    const trap = `#!/bin/sh\ntouch '${files.path("ran")}'\n`;
    for (const name of ["rg", "node_modules/.bin/rg", "bin/rg"]) chmodSync(files.write(name, trap), 0o755);
    const environment = {
      HOME: files.root,
      PATH: [".", files.root, files.path("bin"), files.path("node_modules/.bin")].join(":"),
      RIPGREP_CONFIG_PATH: files.write("ripgreprc", `--pre=${files.path("rg")}\n--hidden\n`),
    };
    const toolkit = files.toolkit({ environment, stateDirectory: join(dirname(files.root), "state") });
    const grep = await toolkit.call("Grep", { pattern: "^needle", output_mode: "content" });
    expect(textOf(grep)).toBe(`${files.path("a.txt")}\n1:needle`);
    expect(textOf(await toolkit.call("Glob", { pattern: "ran" }))).toBe("No files found");
  });

  it("can't search what lies on no disk of this machine [SEARCH-1]", async () => {
    const fileSystem = createMemoryFileSystem();
    fileSystem.put("/root/a.txt", "needle\n");
    const toolkit = tempWorkspace().toolkit({ fileSystem, roots: ["/root"], workingDirectory: "/root" });
    for (const [tool, input] of [
      ["Glob", { pattern: "*" }],
      ["Grep", { pattern: "needle" }],
    ] as const) {
      const { error } = await toolkit.call(tool, input);
      expect(error).toMatchObject({
        code: "SEARCH_UNAVAILABLE",
        message:
          "The files of this workspace do not lie on a disk of this machine, where they could be searched. Read files by their paths instead.",
      });
    }
  });
});
