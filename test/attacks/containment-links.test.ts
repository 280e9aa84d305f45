/** Attacks 3 to 6 and 8: links inside the root that lead to files, folders and missing names outside, and hard links. */
import { existsSync, linkSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../support/answers.js";
import {
  aimsAt,
  attempt,
  expectFencedOff,
  type Fence,
  fencedWorkspace,
  SECRET,
  SECRET_NOTEBOOK,
} from "../support/fenced-workspace.js";

const allowInside = (fence: Fence) => ({
  onAsk: ({ realPath }: { readonly realPath: string }) =>
    ({ answer: realPath.startsWith(`${fence.inside}/`) ? "allow" : "deny" }) as const,
});

function plant(): Fence {
  return fencedWorkspace({
    "in/mine.txt": "mine\n",
    "in/link.txt": { link: "../out/secret.txt" },
    "in/link.ipynb": { link: "../out/secret.ipynb" },
    "in/renamed.txt": { link: "../out/secret.ipynb" },
    "in/second": { link: "first" },
    "in/first": { link: "link.txt" },
    "in/dangling.txt": { link: "../out/not-yet.txt" },
    "in/dangling.ipynb": { link: "../out/not-yet.ipynb" },
    "in/deep-dangling": { link: "../out/no/such/folder/new.txt" },
    "in/dangling-chain": { link: "dangling.txt" },
    "in/folder": { link: "../out" },
    "in/chain": { link: "folder" },
    "in/sub/up": { link: "../.." },
    "in/sub/back": { link: "../../in/folder" },
    "out/secret.txt": SECRET,
    "out/secret.ipynb": SECRET_NOTEBOOK,
    "out/deeper/secret.txt": SECRET,
    "out/into": { link: "../third" },
    "third/secret.txt": SECRET,
  });
}

describe("A link to a file outside", () => {
  it.each([
    ["link.txt", "out/secret.txt"],
    ["link.ipynb", "out/secret.ipynb"],
    ["renamed.txt", "out/secret.ipynb"],
    ["second", "out/secret.txt"],
    ["../in/./link.txt", "out/secret.txt"],
  ])("is as much outside as the file: %s [ATTACK-3, ATTACK-4]", async (name, real) => {
    const fence = plant();
    await expectFencedOff(fence, `${fence.inside}/${name}`, fence.files.path(real));
  });

  it("to a file of the system is no way there [ATTACK-3]", async () => {
    const fence = fencedWorkspace({ "in/passwd": { link: "/etc/passwd" }, "in/etc": { link: "/etc" } });
    for (const name of ["passwd", "etc/passwd"]) {
      await expectFencedOff(fence, `${fence.inside}/${name}`, "/etc/passwd");
      for (const { result } of await attempt(fence, aimsAt(`${fence.inside}/${name}`)))
        expect(JSON.stringify(result)).not.toContain("root:");
    }
  });

  it("is not entered by searches of what is around it [ATTACK-3, ATTACK-6]", async () => {
    const fence = plant();
    const aims = [
      ...["*", "**", "**/*", "*/secret.txt", "f*/*", "{folder,chain}/**", "sub/*/*", "?(folder)/**"].map(
        (pattern) => ({ tool: "Glob", input: { pattern } }),
      ),
      ...["files_with_matches", "content", "count"].map((output_mode) => ({
        tool: "Grep",
        input: { pattern: "secret|mine", output_mode },
      })),
      { tool: "Grep", input: { pattern: "secret", glob: "folder/**" } },
      { tool: "Grep", input: { pattern: "secret", glob: "*.txt", multiline: true } },
    ];
    const attempts = await attempt(fence, aims);
    for (const { result } of attempts) {
      expect(result.error).toBeUndefined();
      const { filenames } = result.output as { readonly filenames: readonly string[] };
      expect(filenames.filter((path) => path !== fence.files.path("in/mine.txt"))).toEqual([]);
    }
    await fence.expectUnheard(attempts);
    await fence.expectIntact();
  });

  it("that takes the place of a changed file is not followed by undo [ATTACK-4]", async () => {
    const fence = fencedWorkspace({ "in/a.txt": "old\n", "out/a.txt": "new\n", "out/created.txt": "made\n" });
    const toolkit = fence.toolkit(allowInside(fence));
    const file_path = fence.files.path("in/a.txt");
    await toolkit.call("Read", { file_path });
    const { id } = await toolkit.history.checkpoint("before");
    const edited = await toolkit.call("Edit", { file_path, old_string: "old", new_string: "new" });
    const created = fence.files.path("in/created.txt");
    const made = await toolkit.call("Write", { file_path: created, content: "made\n" });
    for (const name of ["a.txt", "created.txt"]) {
      rmSync(fence.files.path("in", name));
      symlinkSync(`../out/${name}`, fence.files.path("in", name));
    }
    fence.remember();
    for (const change of [edited.output?.change, made.output?.change]) {
      const { isDone, files } = await toolkit.history.undo(change);
      expect([isDone, files[0]?.outcome]).toEqual([false, "refused"]);
    }
    expect((await toolkit.history.rewind(id)).isDone).toBe(false);
    await toolkit.history.rewind(id, { onConflict: "skip" });
    await toolkit.history.undo(undefined, { merge: true });
    await fence.expectIntact();
  });
});

describe("A link to a file outside that does not exist", () => {
  it.each([
    ["dangling.txt", "out/not-yet.txt"],
    ["dangling.ipynb", "out/not-yet.ipynb"],
    ["deep-dangling", "out/no/such/folder/new.txt"],
    ["dangling-chain", "out/not-yet.txt"],
    ["folder/not-yet.txt", "out/not-yet.txt"],
    ["sub/up/out/not-yet.txt", "out/not-yet.txt"],
  ])("makes nothing there: %s [ATTACK-5]", async (name, real) => {
    const fence = plant();
    await expectFencedOff(fence, `${fence.inside}/${name}`, fence.files.path(real));
    expect(existsSync(fence.files.path(real))).toBe(false);
  });

  it("makes nothing there for somebody who allows all changes inside [ATTACK-5]", async () => {
    const fence = plant();
    const toolkit = fence.toolkit(allowInside(fence));
    for (const name of ["dangling.txt", "deep-dangling", "dangling-chain", "folder/x/y.txt"]) {
      const file_path = `${fence.inside}/${name}`;
      for (const [tool, input] of [
        ["Write", { file_path, content: "new\n" }],
        ["Edit", { file_path, old_string: "", new_string: "new\n" }],
      ] as const)
        expect(errorOf(await toolkit.call(tool, input)).code).toBe("PERMISSION_DENIED");
    }
    await fence.expectIntact();
  });
});

describe("A folder that is a link, and a chain of links", () => {
  it.each([
    ["folder", "out"],
    ["folder/", "out"],
    ["folder/secret.txt", "out/secret.txt"],
    ["folder/secret.ipynb", "out/secret.ipynb"],
    ["folder/deeper/secret.txt", "out/deeper/secret.txt"],
    ["chain", "out"],
    ["chain/secret.txt", "out/secret.txt"],
    ["chain/into/secret.txt", "third/secret.txt"],
    ["sub/up/out/secret.txt", "out/secret.txt"],
    ["sub/up", ""],
    ["sub/back/into/secret.txt", "third/secret.txt"],
    ["folder/new/deep/file.txt", "out/new/deep/file.txt"],
    ["chain/into/new/file.ipynb", "third/new/file.ipynb"],
  ])("leads to where it really leads: %s [ATTACK-6]", async (name, real) => {
    const fence = plant();
    const realPath = real === "" ? fence.files.root : fence.files.path(real);
    await expectFencedOff(fence, `${fence.inside}/${name}`, realPath);
  });

  it("that leads out and back in is inside [ATTACK-6]", async () => {
    const fence = plant();
    const around = `${fence.inside}/sub/up/in/mine.txt`;
    expect(textOf(await fence.toolkit().call("Read", { file_path: around }))).toBe("     1→mine");
  });

  it("that takes the place of a folder is not followed by undo [ATTACK-6]", async () => {
    const fence = fencedWorkspace({
      "in/dir/a.txt": "old\n",
      "out/a.txt": "new\n",
      "out/made/created.txt": "made\n",
    });
    const toolkit = fence.toolkit(allowInside(fence));
    const file_path = fence.files.path("in/dir/a.txt");
    await toolkit.call("Read", { file_path });
    const edited = await toolkit.call("Edit", { file_path, old_string: "old", new_string: "new" });
    const created = fence.files.path("in/dir/made/created.txt");
    const made = await toolkit.call("Write", { file_path: created, content: "made\n" });
    renameSync(fence.files.path("in/dir"), fence.files.path("in/aside"));
    symlinkSync("../out", fence.files.path("in/dir"));
    fence.remember();
    for (const change of [edited.output?.change, made.output?.change]) {
      const { isDone, files } = await toolkit.history.undo(change);
      expect([isDone, files[0]?.outcome]).toEqual([false, "refused"]);
    }
    await fence.expectIntact();
    expect(readdirSync(fence.files.path("out"))).toEqual(["a.txt", "made"]);
  });
});

describe("A hard link to a file outside", () => {
  it("is changed only when someone allows it, and the answer says that all names show it [ATTACK-8]", async () => {
    const fence = fencedWorkspace({ "in/mine.txt": "mine\n", "out/shared.txt": "shared\n" });
    const file_path = fence.files.path("in/twin.txt");
    linkSync(fence.files.path("out/shared.txt"), file_path);
    fence.remember();
    const edit = { file_path, old_string: "shared", new_string: "changed" };
    for (const options of [{}, { onAsk: () => ({ answer: "deny" }) as const }]) {
      const toolkit = fence.toolkit(options);
      await toolkit.call("Read", { file_path });
      expect(errorOf(await toolkit.call("Edit", edit)).code).toBe("PERMISSION_DENIED");
      const write = { file_path, content: "changed\n" };
      expect(errorOf(await toolkit.call("Write", write)).code).toBe("PERMISSION_DENIED");
    }
    await fence.expectIntact();
    const toolkit = fence.toolkit({ onAsk: () => ({ answer: "allow" }) });
    await toolkit.call("Read", { file_path });
    const edited = await toolkit.call("Edit", edit);
    expect(textOf(edited)).toContain("several names (hard links)");
    expect(fence.files.read("out/shared.txt")).toBe("changed\n");
    expect((await toolkit.history.undo()).isDone).toBe(true);
    expect(fence.files.read("out/shared.txt")).toBe("shared\n");
  });
});
