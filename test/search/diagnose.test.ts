/** ripgrep's words about a place are told apart from those about the whole search. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findComplaint, findUnreadable, refuseHindrance } from "../../src/search/ripgrep/diagnose.js";
import { errorOf } from "../support/answers.js";
import { tempWorkspace } from "../support/workspace.js";

describe("A refusal of an ignore file that is none", () => {
  it.each(["fifo", "device"] as const)("keeps its advice however long the name: a %s [CALL-5]", (kind) => {
    const { message } = refuseHindrance(`/${"x".repeat(500)}/.gitignore`, kind);
    expect(message).toMatch(/ Ask the user to remove it, or search another folder\.$/);
    expect(message.length).toBeLessThanOrEqual(300);
  });
});

describe("What ripgrep says of places it can't look into", () => {
  it.each([
    ["rg: ./a: Permission denied (os error 13)\n", ["a"]],
    ["rg: .: Permission denied (os error 13)\n", ["."]],
    ["rg: ./new\nline: x: Permission denied (os error 13)\n", ["new\nline: x"]],
    [
      "rg: ./regex parse error\nthe literal: Permission denied (os error 13)\n",
      ["regex parse error\nthe literal"],
    ],
    ["rg: ./gone: No such file or directory (os error 2)\nrg: ./b: Permission denied (os error 13)\n", ["b"]],
    // What does not fit into memory is cut off.
    ["rg: ./a: Permission denied (os error 13)\nrg: ./b: Permiss", ["a", "b"]],
    ["rg: ./a: Permission denied (os error 13)\nrg", ["a"]],
  ])("is no complaint about the search: %j [SEARCH-5]", (errors, places) => {
    expect(findComplaint(2, errors)).toBeUndefined();
    expect(findUnreadable(errors)).toEqual(places);
  });

  it("does not hide a complaint [SEARCH-5]", () => {
    const errors = "rg: ./a: Permission denied (os error 13)\nrg: something else\n";
    expect(findComplaint(2, errors)).toEqual({ kind: "other", text: "something else" });
    expect(findUnreadable(errors)).toEqual(["a"]);
  });
});

describe("A ripgrep that ends as if something were wrong", () => {
  it.each(["exit 2", "exit 101", "echo oops >&2; exit 2", "echo 'rg: ./a: odd' >&2; exit 3"])(
    "is never an empty answer: %s [SEARCH-10]",
    async (command) => {
      const files = tempWorkspace({ "a.txt": "needle\n" });
      files.write("../search", `#!/bin/sh\n${command}\n`);
      const program = join(files.root, "../search");
      chmodSync(program, 0o755);
      const toolkit = files.toolkit({ ripgrep: program });
      expect(errorOf(await toolkit.call("Glob", { pattern: "*" })).code).toBe("SEARCH_UNAVAILABLE");
      for (const output_mode of ["files_with_matches", "count", "content"]) {
        const result = await toolkit.call("Grep", { pattern: "needle", output_mode });
        expect(errorOf(result).code).toBe("SEARCH_UNAVAILABLE");
      }
    },
  );
});
