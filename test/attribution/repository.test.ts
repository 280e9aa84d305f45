/** Repositories in which people and tools have taken turns, against numbers counted by hand and by git. */
import { renameSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { charactersOf, edit, linesOf, write } from "../support/attribution.js";
import { type Repository, repository } from "../support/repository.js";

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join("");

/** What git counts as added, of all that it does not ignore. */
function addedByGit(files: Repository, since: string): Readonly<Record<string, number>> {
  files.git("add", "-A");
  const rows = files.git("diff", "--cached", "--numstat", "--no-renames", since).trim().split("\n");
  const counts = rows
    .map((row) => row.split("\t"))
    .map(([added, , name = ""]) => [name, Number(added)] as const);
  return Object.fromEntries(counts.filter(([, added]) => added > 0));
}

describe("The account of a file", () => {
  it("tells base, tools and others apart, by lines and characters [ATTR-1, ATTR-4]", async () => {
    const files = repository({ "a.txt": numbered(1, 6) });
    const agent = files.editor();
    const path = files.path("a.txt");
    await edit(agent, path, "line 2", "line two");
    files.write("a.txt", `by hand\n${files.read("a.txt")}`);
    await edit(agent, path, "line 6\n", "line 6\nnew 7\nnew 8\n");
    files.write("a.txt", files.read("a.txt").replace("new 8", "New 8"));
    const account = await agent.history.attribution();
    expect(linesOf(account, files.root)).toEqual({ "a.txt": [2, 2, 5] });
    // "two", and both new lines but the capital; "by hand\n" and the capital.
    expect(charactersOf(account.files[0]!)).toEqual([3 + 6 + 5, 8 + 1, 6 * 7 - 1]);
    expect(account.files[0]?.sessions).toEqual([
      { session: agent.session.id, tool: "Edit", lines: 2, characters: 14 },
    ]);
    expect(account).toMatchObject({
      totals: { tools: { lines: 2 }, share: { lines: 50, characters: 60.9 } },
      uncounted: [],
      withheld: 0,
    });
  });

  it("names every session and tool with its part [ATTR-1]", async () => {
    const files = repository({ "a.txt": numbered(1, 3) });
    const [one, two] = [files.editor(), files.editor()];
    await edit(one, files.path("a.txt"), "line 1\n", "first\nof one\n");
    await edit(two, files.path("a.txt"), "line 3\n", "of two\n");
    await write(two, files.path("a.txt"), `${files.read("a.txt")}more of two\n`);
    const [file] = (await one.history.attribution()).files;
    expect(file?.sessions).toEqual([
      { session: one.session.id, tool: "Edit", lines: 2, characters: 12 },
      { session: two.session.id, tool: "Write", lines: 1, characters: 12 },
      { session: two.session.id, tool: "Edit", lines: 1, characters: 6 },
    ]);
    expect(file).toMatchObject({ tools: { lines: 4, characters: 30 }, base: { lines: 1, characters: 9 } });
  });

  it("gives what is undone, redone or put back by hand to whom it belonged [ATTR-3]", async () => {
    const files = repository({ "a.txt": numbered(1, 6) });
    const agent = files.editor();
    const path = files.path("a.txt");
    await edit(agent, path, "line 2\n", "tool 2\n");
    files.write("a.txt", files.read("a.txt").replace("line 5", "hand 5"));
    const second = await edit(agent, path, "line 3\n", "");
    const lines = async (): Promise<unknown> =>
      linesOf(await agent.history.attribution(), files.root)["a.txt"];
    expect(await lines()).toEqual([1, 1, 3]);
    await agent.history.undo(second);
    expect(await lines()).toEqual([1, 1, 4]);
    await agent.history.redo();
    expect(await lines()).toEqual([1, 1, 3]);
    files.git("checkout", "-q", "a.txt");
    expect(await lines()).toEqual([0, 0, 6]);
  });

  it("gives what a merge brings back to whom it belonged, and keeps what was done since [ATTR-3]", async () => {
    const files = repository({ "a.txt": numbered(1, 12) });
    const agent = files.editor();
    const path = files.path("a.txt");
    const first = await edit(agent, path, "line 2\n", "tool 2\n");
    await edit(agent, path, "line 11\n", "tool 11\n");
    files.write("a.txt", files.read("a.txt").replace("line 6", "hand 6"));
    const { isDone } = await agent.history.undo(first, { merge: true });
    expect({ isDone, text: files.read("a.txt") }).toEqual({
      isDone: true,
      text: numbered(1, 12).replace("line 6", "hand 6").replace("line 11", "tool 11"),
    });
    expect(linesOf(await agent.history.attribution(), files.root)).toEqual({ "a.txt": [1, 1, 10] });
  });

  it("begins anew with a file that was removed and made again [ATTR-4]", async () => {
    const files = repository({ "a.txt": numbered(1, 3) });
    const agent = files.editor();
    await edit(agent, files.path("a.txt"), "line 1", "tool 1");
    rmSync(files.path("a.txt"));
    expect((await agent.history.attribution()).files).toEqual([]);
    files.write("a.txt", "by hand\n");
    expect(linesOf(await agent.history.attribution(), files.root)).toEqual({ "a.txt": [0, 1, 0] });
  });
});

describe("The account since a commit", () => {
  it("counts all that was added since, as git does, whoever added it [ATTR-5]", async () => {
    const files = repository({
      "src/app.ts": numbered(1, 10),
      "src/old.ts": numbered(1, 4),
      "readme.md": "# Title\n",
      "same.txt": "same\n",
      ".gitignore": "*.log\ndist\n",
    });
    const agent = files.editor();
    await edit(agent, files.path("src/app.ts"), "line 1\n", "before the commit\n");
    const since = files.commit("with something of the tools");
    await edit(agent, files.path("src/app.ts"), "line 4\nline 5\n", "tool 4\ntool 5\ntool 5b\n");
    await write(agent, files.path("src/new.ts"), numbered(1, 3));
    await write(agent, files.path("dist/out.js"), "ignored\n");
    files.write("src/app.ts", files.read("src/app.ts").replace("line 9\n", "hand 9\nhand 9b\n"));
    files.write("readme.md", "# Title\n\nBy hand.\n");
    files.write("notes/todo.txt", "untracked\n");
    files.write("debug.log", "ignored\n");
    rmSync(files.path("src/old.ts"));
    const account = await agent.history.attribution({ since: "HEAD" });
    const lines = linesOf(account, files.root);
    expect(lines).toEqual({
      "notes/todo.txt": [0, 1, 0],
      "readme.md": [0, 2, 1],
      "src/app.ts": [3, 2, 7],
      "src/new.ts": [3, 0, 0],
    });
    expect(account).toMatchObject({
      since: { given: "HEAD", commits: [since] },
      totals: { tools: { lines: 6 }, elsewhere: { lines: 5 }, share: { lines: 54.5 } },
    });
    const added = Object.entries(lines).map(([name, [tools, elsewhere]]) => [name, tools + elsewhere]);
    expect(Object.fromEntries(added)).toEqual(addedByGit(files, "HEAD"));
    // And of a part of the tree, by an older commit.
    const part = await agent.history.attribution({ since: "HEAD~1", paths: [files.path("src")] });
    expect(linesOf(part, files.root)).toEqual({ "src/app.ts": [4, 2, 6], "src/new.ts": [3, 0, 0] });
  });

  it("knows what the tools did through commits, rebases and other people's merges [ATTR-5]", async () => {
    const files = repository({ "a.txt": numbered(1, 20) });
    const base = files.git("rev-parse", "HEAD").trim();
    const agent = files.editor();
    files.git("checkout", "-q", "-b", "work");
    await edit(agent, files.path("a.txt"), "line 3\n", "tool 3\n");
    files.commit("by the tools");
    files.git("checkout", "-q", "main");
    files.write("a.txt", numbered(1, 20).replace("line 18", "main 18"));
    files.commit("by others");
    files.git("checkout", "-q", "work");
    files.git("rebase", "-q", "main");
    expect(files.read("a.txt")).toContain("tool 3\n");
    const account = async (since: string): Promise<unknown> =>
      linesOf(await agent.history.attribution({ since }), files.root);
    expect(await account("main")).toEqual({ "a.txt": [1, 0, 19] });
    expect(await account(base)).toEqual({ "a.txt": [1, 1, 18] });
    expect(await account("HEAD")).toEqual({});
  });

  it("does not take converted line endings for changes [ATTR-5]", async () => {
    const files = repository({ "a.txt": numbered(1, 5), "b.txt": numbered(1, 5) });
    files.git("config", "core.autocrlf", "true");
    for (const name of ["a.txt", "b.txt"]) files.write(name, numbered(1, 5).replaceAll("\n", "\r\n"));
    const agent = files.editor();
    await edit(agent, files.path("a.txt"), "line 2", "tool 2");
    expect(linesOf(await agent.history.attribution({ since: "HEAD" }), files.root)).toEqual({
      "a.txt": [1, 0, 4],
    });
  });

  it.each(["no-such-commit", "--all", "-1", "HEAD:a.txt", "", "HEAD^{tree}"])(
    "is refused for what is no commit: %j [ATTR-5]",
    async (since) => {
      const agent = repository({ "a.txt": "x\n" }).editor();
      await expect(agent.history.attribution({ since })).rejects.toMatchObject({ code: "INPUT_INVALID" });
    },
  );
});

describe("A file that was moved", () => {
  it("is still whose it was, with changes since and without [ATTR-6]", async () => {
    const files = repository({
      "a.txt": numbered(1, 6),
      "b.txt": numbered(11, 16),
      "c.txt": numbered(21, 26),
    });
    const agent = files.editor();
    await edit(agent, files.path("a.txt"), "line 1\n", "tool 1\n");
    await edit(agent, files.path("b.txt"), "line 11\n", "tool 11\n");
    files.git("mv", "a.txt", "moved.txt");
    files.git("mv", "b.txt", "changed.txt");
    files.git("mv", "c.txt", "untouched.txt");
    files.write("changed.txt", files.read("changed.txt").replace("line 16", "hand 16"));
    const since = await agent.history.attribution({ since: "HEAD" });
    expect(linesOf(since, files.root)).toEqual({ "changed.txt": [1, 1, 4], "moved.txt": [1, 0, 5] });
    expect(since.files.map(({ movedFrom }) => movedFrom)).toEqual([files.path("b.txt"), files.path("a.txt")]);
    // Without a commit to compare with only the very same content is known again.
    expect(linesOf(await agent.history.attribution(), files.root)).toEqual({ "moved.txt": [1, 0, 5] });
  });

  it("is followed from name to name through changes under each [ATTR-6]", async () => {
    const files = repository({ "a.txt": numbered(1, 6) });
    const agent = files.editor();
    await edit(agent, files.path("a.txt"), "line 1\n", "tool 1\n");
    renameSync(files.path("a.txt"), files.path("b.txt"));
    await edit(agent, files.path("b.txt"), "line 2\n", "tool 2\n");
    renameSync(files.path("b.txt"), files.path("c.txt"));
    await edit(agent, files.path("c.txt"), "line 3\n", "tool 3\n");
    files.write("c.txt", `${files.read("c.txt")}by hand\n`);
    for (const options of [{}, { since: "HEAD" }]) {
      expect(linesOf(await agent.history.attribution(options), files.root)).toEqual({ "c.txt": [3, 1, 3] });
    }
  });
});
