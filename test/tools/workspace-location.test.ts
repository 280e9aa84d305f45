/** What a workspace makes of its roots and its working directory. */
import { describe, expect, it } from "vitest";
import { createToolkit, type ToolkitOptions } from "../../src/index.js";
import { tempWorkspace } from "../support/workspace.js";

describe("Options that are not roots", () => {
  it.each<[unknown, string]>([
    ["/tmp", 'roots must be a list of folders, such as roots: ["/home/me/project"], not a string.'],
    [
      { path: "/tmp" },
      'roots must be a list of folders, such as roots: ["/home/me/project"], not an object.',
    ],
    [null, 'roots must be a list of folders, such as roots: ["/home/me/project"], not null.'],
    [7, 'roots must be a list of folders, such as roots: ["/home/me/project"], not a number.'],
    [
      [],
      'roots is empty. Name at least one folder, such as roots: ["/home/me/project"], or leave roots out to work in the working directory.',
    ],
    [["/tmp", 5], "roots[1] must be the path of a folder, not a number."],
    [[""], "roots[0] must be the path of a folder, not an empty string."],
    [[undefined], "roots[0] must be the path of a folder, not undefined."],
  ])("such as %j are refused with what they have to be [PATH-342]", (roots, message) => {
    expect(() => createToolkit({ roots } as ToolkitOptions)).toThrow(
      expect.objectContaining({ code: "INPUT_INVALID", message }),
    );
  });

  it("include a file, and a working directory that is none [PATH-341, PATH-342]", () => {
    const files = tempWorkspace({ "a.txt": "x" });
    expect(() => files.toolkit({ roots: [files.path("a.txt")] })).toThrow(
      expect.objectContaining({
        code: "NOT_DIRECTORY",
        message: `The root ${files.path("a.txt")} is not a folder. Name the folder that holds it.`,
      }),
    );
    expect(() => createToolkit({ workingDirectory: 5 } as unknown as ToolkitOptions)).toThrow(
      "workingDirectory must be the path of a folder, not a number.",
    );
  });

  it("do not include relative ones, which are taken from the working directory [PATH-342]", async () => {
    const files = tempWorkspace({ "a/x.txt": "x\n" });
    const toolkit = files.toolkit({ roots: ["a"], workingDirectory: files.root });
    expect((await toolkit.call("Read", { file_path: files.path("a/x.txt") })).isError).toBe(false);
    expect(toolkit.workspace.roots.given).toEqual([files.path("a")]);
  });
});

describe("The working directory", () => {
  const place = (roots: readonly string[]): string =>
    createToolkit({ roots, history: false }).workspace.surroundings.workingDirectory;

  it("is the only root, the process's own among several, or else the first [PATH-343]", () => {
    const files = tempWorkspace({ "a/x": "", "b/x": "" });
    const [a, b] = [files.path("a"), files.path("b")];
    expect(place([a])).toBe(a);
    expect(place([b, a])).toBe(b);
    expect(place([a, process.cwd()])).toBe(process.cwd());
    const explicit = files.toolkit({ roots: [a], workingDirectory: b });
    expect(explicit.workspace.surroundings.workingDirectory).toBe(b);
  });

  it("is where the host's rules begin [PATH-343]", async () => {
    const files = tempWorkspace({ "a/src/x.ts": "one\n", "a/x.ts": "one\n" });
    const toolkit = createToolkit({
      roots: [files.path("a")],
      stateDirectory: files.stateDirectory,
      environment: { HOME: files.home },
      permissions: { allow: ["Edit(/src/**)"] },
    });
    const edit = async (name: string): Promise<boolean> => {
      const file_path = files.path(name);
      await toolkit.call("Read", { file_path });
      return (await toolkit.call("Edit", { file_path, old_string: "one", new_string: "two" })).isError;
    };
    expect([await edit("a/src/x.ts"), await edit("a/x.ts")]).toEqual([false, true]);
    await toolkit.close();
  });
});
