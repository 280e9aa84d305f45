/** Links and second names stay what they are; what they lead to is changed. */
import { linkSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../support/answers.js";
import { change, expectDone, NEW, OLD, tools, writer } from "../support/one-change.js";
import { describeEntry, takeSnapshot } from "../support/snapshot.js";
import { type Tree, tempWorkspace } from "../support/workspace.js";

describe.each(tools)("%s through a link or by one of two names", (tool) => {
  const chain: Tree = {
    "real/a.txt": OLD,
    "1": { link: "2" },
    "2": { link: "links/3" },
    "links/3": { link: "../4" },
    "4": { link: "5" },
    "5": { link: "real/a.txt" },
  };

  it.each([
    ["a chain of five links", chain, "1", "real/a.txt"],
    [
      "a relative link with .. inside a linked folder",
      { "deep/er/links/a": { link: "../../a.txt" }, "deep/a.txt": OLD, short: { link: "deep/er/links" } },
      "short/a",
      "deep/a.txt",
    ],
    [
      "a link in a linked folder",
      { "real/a.txt": OLD, folder: { link: "real" } },
      "folder/a.txt",
      "real/a.txt",
    ],
  ] as [string, Tree, string, string][])(
    "follows %s to the file itself [KEEP-3]",
    async (_, tree, name, target) => {
      const files = tempWorkspace(tree);
      const before = takeSnapshot(files.root);
      expectDone(await change(writer(files), tool, files.path(name)));
      const after = takeSnapshot(files.root);
      expect(after[target]?.content).toBe(NEW);
      const { [target]: oldFile, ...otherBefore } = before;
      const { [target]: newFile, ...otherAfter } = after;
      expect(linksOf(otherAfter)).toEqual(linksOf(otherBefore));
      expect(Object.keys(after)).toEqual(Object.keys(before));
      expect(newFile?.mode).toBe(oldFile?.mode);
    },
  );

  it("refuses a circle of links and leaves it as it is [KEEP-3]", async () => {
    const files = tempWorkspace({ a: { link: "b" }, b: { link: "a" } });
    const input =
      tool === "Write"
        ? { file_path: files.path("a"), content: NEW }
        : { file_path: files.path("a"), old_string: "", new_string: NEW };
    expect(errorOf(await writer(files).call(tool, input))).toMatchObject({
      code: "PATH_INVALID",
      data: { reason: "ELOOP" },
    });
    expect(linksOf(takeSnapshot(files.root))).toEqual({ a: "b", b: "a" });
  });

  it("creates the file a dangling link names, and keeps the link [KEEP-3]", async () => {
    const files = tempWorkspace({ a: { link: "not/yet/there.txt" } });
    const input =
      tool === "Write"
        ? { file_path: files.path("a"), content: NEW }
        : { file_path: files.path("a"), old_string: "", new_string: NEW };
    expectDone(await writer(files).call(tool, input));
    expect(linksOf(takeSnapshot(files.root))).toEqual({ a: "not/yet/there.txt" });
    expect(readFileSync(files.path("not/yet/there.txt"), "utf8")).toBe(NEW);
  });

  it("writes a file with two names in place, and says so [KEEP-4]", async () => {
    const files = tempWorkspace({ "a.txt": OLD });
    mkdirSync(files.path("other"));
    linkSync(files.path("a.txt"), files.path("other/b.txt"));
    const { inode } = describeEntry(files.path("a.txt"));
    const result = await change(writer(files), tool, files.path("a.txt"));
    expectDone(result);
    expect(textOf(result)).toContain("[Written in place, because it has several names (hard links).]");
    for (const name of ["a.txt", "other/b.txt"]) {
      expect(describeEntry(files.path(name))).toMatchObject({ inode, links: 2, content: NEW });
    }
    expect(Object.keys(takeSnapshot(files.root))).toEqual(["a.txt", "other", "other/b.txt"]);
  });

  it("writes a longer, a shorter and an empty content in place, byte for byte [KEEP-4]", async () => {
    const files = tempWorkspace({ "a.txt": OLD });
    linkSync(files.path("a.txt"), files.path("b.txt"));
    const toolkit = writer(files);
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    for (const content of ["x".repeat(100_000), "short", "", OLD]) {
      expectDone(await toolkit.call("Write", { file_path: files.path("a.txt"), content }));
      expect(readFileSync(files.path("b.txt"), "utf8")).toBe(content);
    }
  });
});

describe("A link that leaves the roots", () => {
  it("is followed only when a person allows it, and then changes the file outside itself [KEEP-3]", async () => {
    const files = tempWorkspace({ "in/a.txt": { link: "../out/a.txt" }, "out/a.txt": OLD });
    const roots = [files.path("in")];
    const asked: string[] = [];
    const refusing = files.toolkit({
      roots,
      onAsk: ({ operation }) => ({ answer: operation === "read" ? "allow" : "deny" }),
    });
    expect(errorOf(await change(refusing, "Write", files.path("in/a.txt"))).code).toBe("PERMISSION_DENIED");
    expect(readFileSync(files.path("out/a.txt"), "utf8")).toBe(OLD);
    const allowing = files.toolkit({
      roots,
      onAsk: ({ realPath, operation }) => {
        asked.push(`${operation} ${realPath}`);
        return { answer: "allow" };
      },
    });
    expectDone(await change(allowing, "Write", files.path("in/a.txt")));
    expect(asked).toContain(`write ${realpathSync(files.path("out/a.txt"))}`);
    expect(readFileSync(files.path("out/a.txt"), "utf8")).toBe(NEW);
    expect(linksOf(takeSnapshot(files.path("in")))).toEqual({ "a.txt": "../out/a.txt" });
  });
});

function linksOf(snapshot: ReturnType<typeof takeSnapshot>): Record<string, string> {
  const links = Object.entries(snapshot).filter(([, { kind }]) => kind === "link");
  return Object.fromEntries(links.map(([name, { content }]) => [name, content]));
}
