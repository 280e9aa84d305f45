/** Searches by the real ripgrep under a limit of memory, so that no defect of ours harms the machine. */
import { rgPath } from "@vscode/ripgrep";
import { expect } from "vitest";
import type { ToolkitOptions } from "../../src/index.js";
import { errorOf } from "./answers.js";
import { type FakeRipgrep, fakeRipgrep, type SearchResult, searchInAllWays } from "./fake-ripgrep.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "./workspace.js";

export interface LimitedSearches {
  readonly files: TempWorkspace;
  readonly ripgrep: FakeRipgrep;
  readonly searchAll: (options?: ToolkitOptions) => Promise<readonly SearchResult[]>;
}

/** With a needle in `a.txt` and in `sub/b.txt`. */
export function limitedSearches(tree: Tree = {}): LimitedSearches {
  const files = tempWorkspace({ "a.txt": "needle\n", "sub/b.txt": "needle\n", ...tree });
  const ripgrep = fakeRipgrep(files, `ulimit -v 4000000; exec '${rgPath}' "$@"`);
  return {
    files,
    ripgrep,
    searchAll: async (options = {}) => [
      ...(await searchInAllWays(files.toolkit({ ripgrep: ripgrep.path, ...options }))).values(),
    ],
  };
}

/** All of them, with these words. */
export function expectSearchesRefused(results: readonly SearchResult[], ...words: readonly string[]): void {
  expect(results).toHaveLength(4);
  for (const result of results) {
    const { code, message } = errorOf(result);
    expect(code).toBe("SEARCH_UNAVAILABLE");
    for (const word of words) expect(message).toContain(word);
  }
}
