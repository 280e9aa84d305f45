/** Secrets that would slip into files which later conversations read. */
import { describe, expect, it } from "vitest";
import { findTokens } from "../../src/secrets/find-tokens.js";
import { randomLetters } from "../support/secret-corpus.js";
import { tempWorkspace } from "../support/workspace.js";

const KEY = `sk-${randomLetters(48, 7)}`;

describe("A secret", () => {
  it.each(["task-", "disk-", "sk-", "my-task-"])("is found behind %s [FIX-127]", (word) => {
    const end = word.length + KEY.length;
    expect(findTokens(`${word}${KEY}`)).toEqual([{ rule: "openai-key", start: word.length, end }]);
  });

  it("is looked for in runs of prefixes without following any run twice [FIX-127]", () => {
    const length = 1024 * 1024;
    for (const prefix of ["sk-ant-", "xsk-ant-", "glpat-", "xglpat-", "hf_", "xhf_", "AKIA", "xAKIA"]) {
      const text = prefix.repeat(length / prefix.length);
      expect(findTokens(text).length).toBeLessThan(2);
      expect(findTokens(`${text} ${KEY}`).at(-1)?.rule).toBe("openai-key");
    }
  });

  it.each([
    "agents.MD",
    "AGENT\u017f.md",
    "CLAUDE\u200c.md",
    "CLAUDE.md.",
    "CLAUDE.md ",
    ".CLAUDE/x/memory/a.txt",
  ])("is refused in %o, which some disk takes for a memory file [FIX-128]", async (name) => {
    const files = tempWorkspace({});
    const { error } = await files.editor().call("Write", { file_path: files.path(name), content: KEY });
    expect(error?.code).toBe("SECRET_IN_CONTENT");
  });

  it("is none of our business in a file with another name [FIX-128]", async () => {
    const files = tempWorkspace({});
    for (const name of ["CLAUDE.md.txt", "my-agents.md", "...", "a. b"]) {
      const { error } = await files.editor().call("Write", { file_path: files.path(name), content: KEY });
      expect(error).toBeUndefined();
    }
  });
});
