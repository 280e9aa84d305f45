/** What an account can't tell, and what it may not. */
import { hash } from "node:crypto";
import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, linesOf, write } from "../support/attribution.js";
import { repository } from "../support/repository.js";
import { tempWorkspace } from "../support/workspace.js";

const LINES = "one\ntwo\nthree\nfour\n";

describe("What can't be told", () => {
  it("is said of files whose contents are no longer kept [ATTR-7]", async () => {
    const files = repository({ "a.txt": LINES, "b.txt": LINES });
    const agent = files.editor({ history: { maxFileBytes: 100 } });
    await edit(agent, files.path("a.txt"), "one", "1");
    await write(agent, files.path("b.txt"), "long line\n".repeat(20));
    const account = await agent.history.attribution();
    expect(linesOf(account, files.root)).toEqual({ "a.txt": [1, 0, 3] });
    expect(account.uncounted).toEqual([
      { path: files.path("b.txt"), kind: "unknown", reason: "the history no longer has all of its contents" },
    ]);
  });

  it("is not said of large files that are kept by their changed places [ATTR-7]", async () => {
    const long = Array.from({ length: 40_000 }, (_, index) => `line number ${index}\n`).join("");
    const files = repository({ "a.txt": long });
    const agent = files.editor();
    for (const offset of [101, 30_001]) {
      await agent.call("Read", { file_path: files.path("a.txt"), offset, limit: 1 });
    }
    await edit(agent, files.path("a.txt"), "line number 100\n", "tool 100\n");
    await edit(agent, files.path("a.txt"), "line number 30000\n", "tool 30000\nand one more\n");
    expect(linesOf(await agent.history.attribution(), files.root)).toEqual({ "a.txt": [3, 0, 39_998] });
    files.write("a.txt", files.read("a.txt").replace("line number 5\n", "hand 5\n"));
    const account = await agent.history.attribution();
    // What the last change left is gone, and with it the way back to what was before.
    expect(account).toMatchObject({ files: [], uncounted: [{ kind: "unknown" }] });
  });

  it("is said of files that are no text, or that can't be read [ATTR-7]", async () => {
    const files = repository({ "a.bin": Buffer.from([0, 1, 2]), "same.bin": Buffer.from([0, 9]) });
    files.write("a.bin", Buffer.from([0, 1, 2, 3]));
    files.write("closed.txt", "new\n");
    chmodSync(files.path("closed.txt"), 0o000);
    const { files: counted, uncounted } = await files.editor().history.attribution({ since: "HEAD" });
    const isRoot = process.getuid?.() === 0;
    expect(counted.map(({ path }) => path)).toEqual(isRoot ? [files.path("closed.txt")] : []);
    expect(uncounted).toEqual([
      { path: files.path("a.bin"), kind: "binary", reason: "it is no text" },
      ...(isRoot ? [] : [{ path: files.path("closed.txt"), kind: "unknown", reason: "it can't be read" }]),
    ]);
  });

  it("is said of files that were committed as something else, unless they are known to be the same [ATTR-7]", async () => {
    const pointerTo = (content: string): string =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${hash("sha256", content, "hex")}\nsize ${content.length}\n`;
    const files = repository({
      "sub/same.txt": pointerTo("as it was\n"),
      "sub/large.txt": pointerTo("as it was\n"),
      "sub/n.ipynb": LINES,
      "sub/plain.txt": LINES,
    });
    files.write(".gitattributes", "*.ipynb filter=strip\n");
    files.write("sub/same.txt", "as it was\n");
    files.write("sub/large.txt", "as it is\n");
    files.write("sub/n.ipynb", `${LINES}outputs\n`);
    files.write("sub/plain.txt", `${LINES}more\n`);
    const agent = files.editor({ roots: [files.path("sub")] });
    const account = await agent.history.attribution({ since: "HEAD" });
    expect(linesOf(account, files.root)).toEqual({ "sub/plain.txt": [0, 1, 4] });
    expect(account.uncounted).toEqual([
      { path: files.path("sub/large.txt"), kind: "unknown", reason: "Git LFS keeps what was committed" },
      {
        path: files.path("sub/n.ipynb"),
        kind: "unknown",
        reason: "a filter stands between it and what was committed",
      },
    ]);
  });

  it("is refused without a work tree, or without git [ATTR-7]", async () => {
    const plain = tempWorkspace({ "a.txt": LINES });
    await expect(plain.editor().history.attribution({ since: "HEAD" })).rejects.toThrow(/lies in none/);
    const files = repository({ "a.txt": LINES });
    const agent = files.editor({ environment: { PATH: "/nowhere" } });
    await edit(agent, files.path("a.txt"), "one", "1");
    await expect(agent.history.attribution({ since: "HEAD" })).rejects.toThrow(/needs git/);
    expect(linesOf(await agent.history.attribution(), files.root)).toEqual({ "a.txt": [1, 0, 3] });
  });
});

describe("What rules deny", () => {
  const permissions = { deny: ["Read(secret/**)"] };

  it("is not in the account, touched by the tools or not, moved or not [ATTR-8]", async () => {
    const files = repository({ "secret/key.txt": LINES, "secret/other.txt": "1\n2\n3\n", "a.txt": LINES });
    await edit(files.editor(), files.path("secret/key.txt"), "one", "1");
    await edit(files.editor(), files.path("a.txt"), "one", "1");
    files.write("secret/new.txt", "new\n");
    files.git("mv", "secret/other.txt", "plain.txt");
    const agent = files.editor({ permissions });
    for (const options of [{}, { since: "HEAD" }]) {
      const account = await agent.history.attribution(options);
      expect(JSON.stringify(account)).not.toContain("secret");
      expect(account).toMatchObject({ withheld: 1, uncounted: [] });
    }
    expect(linesOf(await agent.history.attribution({ since: "HEAD" }), files.root)).toEqual({
      "a.txt": [1, 0, 3],
      "plain.txt": [0, 3, 0],
    });
  });

  it("is not reached through links, nor outside the roots [ATTR-8]", async () => {
    const files = repository({ "in/a.txt": LINES, "out/b.txt": LINES });
    const agent = files.editor({ roots: [files.path("in")] });
    files.write("out/b.txt", "changed\n");
    files.write("in/a.txt", `${LINES}more\n`);
    symlinkSync(files.path("out/b.txt"), files.path("in/link.txt"));
    symlinkSync(files.path("out"), files.path("in/folder"));
    const account = await agent.history.attribution({ since: "HEAD" });
    expect(linesOf(account, files.root)).toEqual({ [join("in", "a.txt")]: [0, 1, 4] });
  });
});
