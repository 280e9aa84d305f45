/** The workspace that others test their agents with. */
import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTempWorkspace, type TempWorkspace } from "../../src/testing/index.js";

function workspaceFor(...given: Parameters<typeof createTempWorkspace>): TempWorkspace {
  const workspace = createTempWorkspace(...given);
  onTestFinished(() => workspace.dispose());
  return workspace;
}

describe("A workspace for tests", () => {
  it("is made of files, folders and links, at its real path [KIT-10]", () => {
    const workspace = workspaceFor(
      {
        "src/deep/app.ts": "one\n",
        "bytes.bin": Uint8Array.of(0, 255),
        docs: { folder: { "a.md": "# A\n", empty: { folder: {} } } },
        way: { link: "docs/a.md" },
      },
      { prefix: "of-mine-" },
    );
    expect(workspace.root).toBe(realpathSync(workspace.root));
    expect(workspace.root).toContain("/of-mine-");
    expect(readdirSync(workspace.root, { recursive: true }).map(String).toSorted()).toEqual([
      "bytes.bin",
      "docs",
      "docs/a.md",
      "docs/empty",
      "src",
      "src/deep",
      "src/deep/app.ts",
      "way",
    ]);
    expect(workspace.read("src/deep/app.ts")).toBe("one\n");
    expect([...workspace.bytes("bytes.bin")]).toEqual([0, 255]);
    expect(readlinkSync(workspace.path("way"))).toBe("docs/a.md");
    expect(lstatSync(workspace.path("docs", "a.md")).mode & 0o777).toBe(0o644);
    const before = workspace.stamp("docs/a.md");
    expect(workspace.write("new/b.md", "# B\n")).toBe(workspace.path("new", "b.md"));
    expect(workspace.read("new/b.md")).toBe("# B\n");
    expect(workspace.stamp("docs/a.md")).toEqual(before);
    expect(workspace.stamp("missing")).toBeUndefined();
  });

  it("has toolkits with a home and a state of their own, and no variable of the machine's [KIT-11]", async () => {
    const workspace = workspaceFor({ "a.txt": "one\n" });
    const toolkit = workspace.editor();
    const engine = toolkit.workspace;
    expect(engine.environment).toEqual({ HOME: workspace.home });
    expect(engine.surroundings).toMatchObject({
      homeDirectory: workspace.home,
      workingDirectory: workspace.root,
    });
    await toolkit.call("Read", { file_path: workspace.path("a.txt") });
    await toolkit.call("Edit", { file_path: workspace.path("a.txt"), old_string: "one", new_string: "two" });
    expect(workspace.read("a.txt")).toBe("two\n");
    expect(dirname(workspace.stateDirectory)).toBe(dirname(workspace.root));
    expect(readdirSync(workspace.stateDirectory)).toContain("history");
    expect(readdirSync(workspace.root)).toEqual(["a.txt"]);
  });

  it("gives toolkits the options of the workspace, then their own [KIT-13]", async () => {
    const workspace = workspaceFor(
      { "a.txt": "one\n" },
      { toolkit: { lineNumbers: "tab", onAsk: () => ({ answer: "deny", reason: "not today" }) } },
    );
    const input = { file_path: workspace.path("a.txt") };
    const shown = async (toolkit = workspace.toolkit()): Promise<unknown> =>
      (await toolkit.call("Read", input)).content[0];
    expect(await shown()).toMatchObject({ text: "     1\tone" });
    expect(await shown(workspace.toolkit({ lineNumbers: "arrow" }))).toMatchObject({ text: "     1→one" });
    const write = { file_path: workspace.path("b.txt"), content: "x" };
    const refused = await workspace.toolkit().call("Write", write);
    expect(refused.error?.message).toContain("not today");
    expect((await workspace.editor().call("Write", write)).isError).toBe(false);
  });

  it.each(["dispose", Symbol.asyncDispose] as const)(
    "is gone after %s, toolkits closed, and may go twice [KIT-12]",
    async (end) => {
      const workspace = workspaceFor({ "a.txt": "one\n" });
      const toolkit = workspace.editor();
      await toolkit.call("Write", { file_path: workspace.path("b.txt"), content: "x" });
      await workspace[end]();
      expect(existsSync(dirname(workspace.root))).toBe(false);
      const late = await toolkit.call("Read", { file_path: workspace.path("a.txt") });
      expect(late.error?.code).toBe("CANCELLED");
      await workspace[end]();
    },
  );

  it("goes while a call waits for a person who never answers [KIT-12]", async () => {
    const workspace = workspaceFor();
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const toolkit = workspace.toolkit({
      onAsk: () => {
        asked();
        return new Promise(() => undefined);
      },
    });
    const call = toolkit.call("Write", { file_path: workspace.path("b.txt"), content: "x" });
    await isAsked;
    await workspace.dispose();
    expect((await call).error?.code).toBe("CANCELLED");
    expect(existsSync(dirname(workspace.root))).toBe(false);
  });
});
