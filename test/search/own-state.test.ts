/** What Filewright keeps for itself is in no answer, wherever it lies. */
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createToolkit, type Toolkit } from "../../src/index.js";
import { errorOf, textOf } from "../support/answers.js";
import { searchInAllWays } from "../support/fake-ripgrep.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

/** Fills history, locks and saved results with what is searched for. */
async function makeState(toolkit: Toolkit, files: TempWorkspace): Promise<string> {
  const file_path = files.path("a.txt");
  await toolkit.call("Read", { file_path });
  await toolkit.call("Write", { file_path, content: "needle\n".repeat(4000) });
  const long = await toolkit.call("Grep", { pattern: "needle", output_mode: "content", head_limit: 4000 });
  await toolkit.call("Write", { file_path, content: "needle\n" });
  const saved = /\/\S+Grep-[\w-]+\.txt/.exec(textOf(long))?.[0];
  if (saved === undefined) throw new Error(`no result was saved: ${textOf(long).slice(0, 200)}`);
  return saved;
}

async function expectHidden(toolkit: Toolkit, files: TempWorkspace, secret: RegExp): Promise<void> {
  const answers = await searchInAllWays(toolkit);
  for (const result of answers.values()) {
    expect(result.output?.filenames).toEqual([files.path("a.txt")]);
    expect(JSON.stringify(result)).not.toMatch(secret);
  }
  expect(answers.get("Glob")?.output).toMatchObject({ totalMatches: 1 });
  expect(answers.get("files_with_matches")?.output).toMatchObject({ totalFiles: 1 });
  expect(answers.get("count")?.output).toMatchObject({ totalFiles: 1, numMatches: 1 });
}

describe("Our own state", () => {
  it("inside the root is neither named, counted nor quoted [SEARCH-6]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    const toolkit = files.editor({ stateDirectory: files.path("hidden-state") });
    await makeState(toolkit, files);
    await expectHidden(toolkit, files, /hidden-state/);
    for (const pattern of [
      "hidden-state/**",
      "**/history/**",
      "{hidden-state,zzz}/**",
      "h*/**",
      "**/*.txt.*",
    ])
      expect(textOf(await toolkit.call("Glob", { pattern }))).toBe("No files found");
    for (const glob of ["hidden-state/**", "**/history/**"])
      expect(textOf(await toolkit.call("Grep", { pattern: ".", glob }))).toBe("No matches found in 0 files");
  });

  it("under a root that is named by a link is hidden all the same [SEARCH-6]", async () => {
    const files = tempWorkspace({ "real/a.txt": "needle\n", way: { link: "real" } });
    const toolkit = files.editor({
      roots: [files.path("way")],
      workingDirectory: files.path("way"),
      stateDirectory: files.path("way/hidden-state"),
    });
    await toolkit.call("Write", { file_path: files.path("way/b.txt"), content: "hay\n" });
    for (const path of [files.path("way"), files.path("real")]) {
      const glob = await toolkit.call("Glob", { pattern: "**", path });
      expect(glob.output?.filenames.toSorted()).toEqual([join(path, "a.txt"), join(path, "b.txt")]);
      const grep = await toolkit.call("Grep", { pattern: ".", path, output_mode: "count" });
      expect(grep.output).toMatchObject({ totalFiles: 2, numMatches: 9 });
    }
  });

  it("in a home directory that is a root is hidden [SEARCH-6]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    const toolkit = createToolkit({
      roots: ["~"],
      workingDirectory: files.root,
      environment: { HOME: files.root },
      onAsk: () => ({ answer: "allow" }),
    });
    await makeState(toolkit, files);
    await expectHidden(toolkit, files, /\.local/);
    expect(textOf(await toolkit.call("Glob", { pattern: "~/**" }))).toBe(files.path("a.txt"));
    expect(textOf(await toolkit.call("Glob", { pattern: "~/.local/**" }))).toBe("No files found");
  });

  it("can't be searched by its path, but for a result saved for this session [SEARCH-6]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    const state = join(dirname(files.root), "state");
    const toolkit = files.editor();
    const saved = await makeState(toolkit, files);
    for (const path of [state, join(state, "history"), dirname(saved)]) {
      for (const tool of ["Glob", "Grep"])
        expect(errorOf(await toolkit.call(tool, { pattern: "needle", path })).code).toBe("PERMISSION_DENIED");
    }
    const own = await toolkit.call("Grep", { pattern: "^4000:needle", path: saved, output_mode: "content" });
    expect(textOf(own)).toMatch(/\n\d+:4000:needle$/);
    const others = await files.editor().call("Grep", { pattern: "needle", path: saved });
    expect(errorOf(others).code).toBe("PERMISSION_DENIED");
  });
});
