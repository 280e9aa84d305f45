/** A project that comes with a `.git` which leads to a repository outside the roots. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "../support/repository.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

type Plant = (folder: string, other: string) => void;

function plantHead(folder: string, other: string): void {
  mkdirSync(join(folder, "refs/heads"), { recursive: true });
  writeFileSync(join(folder, "HEAD"), "ref: refs/heads/main\n");
  symlinkSync(join(other, "refs/heads/main"), join(folder, "refs/heads/main"));
}

const plants: Readonly<Record<string, Plant>> = {
  "a file that names it": (folder, other) => writeFileSync(folder, `gitdir: ${other}\n`),
  "a link to it": (folder, other) => symlinkSync(other, folder),
  "a folder that shares it": (folder, other) => {
    mkdirSync(folder);
    writeFileSync(join(folder, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(folder, "commondir"), `${other}\n`);
    writeFileSync(join(folder, "gitdir"), `${folder}\n`);
  },
  "a link to its objects": (folder, other) => {
    plantHead(folder, other);
    symlinkSync(join(other, "objects"), join(folder, "objects"));
  },
  "links to each folder of its objects": (folder, other) => {
    plantHead(folder, other);
    mkdirSync(join(folder, "objects"));
    for (const name of readdirSync(join(other, "objects"))) {
      symlinkSync(join(other, "objects", name), join(folder, "objects", name));
    }
  },
  "alternates that name its objects": (folder, other) => {
    plantHead(folder, other);
    mkdirSync(join(folder, "objects/info"), { recursive: true });
    writeFileSync(join(folder, "objects/info/alternates"), `${join(other, "objects")}\n`);
  },
};

async function diffOf(files: TempWorkspace): Promise<unknown> {
  const toolkit = files.editor({ gitDiff: true });
  const { output, error } = await toolkit.call("Write", {
    file_path: files.path("a.txt"),
    content: "mine\n",
  });
  expect(error).toBeUndefined();
  return output?.gitDiff;
}

describe("A project's .git", () => {
  it.each(Object.keys(plants))("that is %s tells nothing of another repository [FIX-120]", async (name) => {
    const other = repository({ "a.txt": "private\n" });
    const files = tempWorkspace({});
    plants[name]?.(files.path(".git"), other.path(".git"));
    expect(await diffOf(files)).toBeUndefined();
  });

  it("may lead out of the roots where the repository knows of it [FIX-120]", async () => {
    const main = repository({ "a.txt": "committed\n" });
    const files = tempWorkspace({});
    const root = files.path("linked");
    main.git("worktree", "add", "-q", root);
    const toolkit = files.editor({ gitDiff: true, roots: [root] });
    const file_path = join(root, "a.txt");
    await toolkit.call("Read", { file_path });
    const { output } = await toolkit.call("Write", { file_path, content: "mine\n" });
    expect(output?.gitDiff).toMatchObject({ filename: "a.txt", status: "modified" });
  });
});
