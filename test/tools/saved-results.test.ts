import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem, type LimitFlags } from "../../src/index.js";
import { errorOf, textOf } from "../support/answers.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { echoTool } from "../support/test-tools.js";
import { tempWorkspace } from "../support/workspace.js";

describe("A result too long to send", () => {
  it("saves a result past the bound and shows its beginning, size and the way on [CALL-8, CALL-9]", async () => {
    const files = tempWorkspace();
    const toolkit = files.toolkit({ tools: [echoTool("Long", { maxResultChars: 5000 })] });
    const whole = Array.from({ length: 700 }, (_, index) => `result line ${index + 1}`).join("\n");
    const shown = textOf(await toolkit.call("Long", { what: whole }));
    const preview = shown.slice(0, shown.lastIndexOf("\n"));
    expect(whole.startsWith(`${preview}\n`)).toBe(true);
    expect(preview.length).toBeLessThanOrEqual(2000);
    const saved = /All of it is in (.+); Read that file with offset (\d+) and limit \d+ to go on/.exec(shown);
    const [, path = "", offset = ""] = saved ?? [];
    expect(shown).toContain(
      `[Result too long: ${whole.length.toLocaleString("en")} characters, of which the first`,
    );
    expect(readFileSync(path, "utf8")).toBe(`${whole}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    const next = textOf(await toolkit.call("Read", { file_path: path, offset, limit: 1 }));
    expect(next.split("\n")[0]).toBe(`${offset.padStart(6)}→result line ${offset}`);
  });

  it("reads back only what the same session saved [CALL-9]", async () => {
    const files = tempWorkspace();
    const tools = [echoTool("Long", { maxResultChars: 10 })];
    const toolkit = files.toolkit({ tools });
    const stranger = files.toolkit({ tools, workspace: toolkit.workspace });
    const path =
      /is in (.+);/.exec(textOf(await toolkit.call("Long", { what: "longer than ten" })))?.[1] ?? "";
    expect((await toolkit.call("Read", { file_path: path })).isError).toBe(false);
    expect(errorOf(await stranger.call("Read", { file_path: path })).code).toBe("PERMISSION_DENIED");
    const beside = join(dirname(path), "other.txt");
    expect(errorOf(await toolkit.call("Read", { file_path: beside })).code).toBe("PERMISSION_DENIED");
  });

  it("still answers when the disk does not take the saved result [CALL-8, FS-2]", async () => {
    const files = tempWorkspace();
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    fileSystem.inject({ operation: "createFile", code: "ENOSPC" });
    const toolkit = files.toolkit({ fileSystem, tools: [echoTool("Long", { maxResultChars: 10 })] });
    const result = await toolkit.call("Long", { what: "longer than ten" });
    expect(result.isError).toBe(false);
    expect(textOf(result)).toContain("could not be saved; narrow the request");
  });

  it("leads back to a line of which only the beginning was shown, cut between characters [CALL-8]", async () => {
    const toolkit = tempWorkspace().toolkit({ tools: [echoTool("Long", { maxResultChars: 3000 })] });
    const shown = textOf(await toolkit.call("Long", { what: `x${"😀".repeat(4000)}\nsecond line` }));
    expect(shown.isWellFormed()).toBe(true);
    expect(shown).toContain("Read that file with offset 1 and limit 2 to go on.]");
  });

  it("names the file in full however long its path is [CALL-8, CALL-9]", async () => {
    const files = tempWorkspace();
    const stateDirectory = files.path(
      ...Array.from({ length: 8 }, (_, index) => `${index}-${"state".repeat(10)}`),
    );
    const toolkit = files.toolkit({ stateDirectory, tools: [echoTool("Long", { maxResultChars: 10 })] });
    const path =
      /is in (.+);/.exec(textOf(await toolkit.call("Long", { what: "longer than ten" })))?.[1] ?? "";
    expect(path.length).toBeGreaterThan(300);
    expect(textOf(await toolkit.call("Read", { file_path: path }))).toBe("     1→longer than ten");
  });

  const shapes: [string, string, LimitFlags][] = [
    ["many short lines", "result line\n".repeat(60_000), {}],
    ["lines of 1,900 characters", `${"word ".repeat(380)}\n`.repeat(2000), {}],
    ["one line without end", "x".repeat(3_000_000), {}],
    ["one long line of words, then short ones", `${"word ".repeat(400_000)}\n${"short\n".repeat(3000)}`, {}],
    ["a result past every size that Read takes unasked", "some words in a line\n".repeat(150_000), {}],
    ["characters of four bytes", `${"😀字".repeat(300)}\n`.repeat(900), {}],
    ["blank lines", "\n".repeat(400_000), {}],
    ["no newline at the end", `a\n${"b".repeat(150_000)}`, {}],
    ["Windows line endings", "result line\r\n".repeat(20_000), {}],
    ["lines for a small cap", "some words in a line\n".repeat(6000), { maxTokens: 300 }],
    ["a cap that not even one line fits", "x".repeat(150_000), { maxTokens: 5 }],
    ["a small size cap", "some words in a line\n".repeat(6000), { maxSizeBytes: 10 }],
    ["NUL characters", `${"\0\u0001".repeat(60_000)}\n`, {}],
    ["the beginning of a PDF", `%PDF-1.7\n${"x y z\n".repeat(30_000)}`, {}],
  ];
  it.each(shapes)(
    "gives advice that works when it is followed to the letter: %s [CALL-421]",
    async (_, whole, limits) => {
      const files = tempWorkspace();
      const toolkit = files.toolkit({ limits, tools: [echoTool("Long", { maxResultChars: 100_000 })] });
      let shown = textOf(await toolkit.call("Long", { what: whole }));
      const note = shown.slice(shown.lastIndexOf("\n") + 1);
      const advice =
        /All of it is in (.+); Read that file with offset (\d+) and limit (\d+) to go on\.\]$/.exec(note);
      if (advice === null) {
        // Only what Read can't show is left without a call.
        expect(note).toMatch(/, which Read can't show; narrow the request to see the part you need\.\]$/);
        const path = /All of it is in (.+), which/.exec(note)?.[1] ?? "";
        const offset = shown.split("\n").length;
        expect((await toolkit.call("Read", { file_path: path, offset, limit: 1 })).isError).toBe(true);
        return;
      }
      const [, file_path = "", offset = "", limit = ""] = advice;
      const result = await toolkit.call("Read", { file_path, offset, limit });
      expect(result.error?.message).toBeUndefined();
      expect(result.output).toMatchObject({ type: "text", file: { startLine: Number(offset) } });
      // And so does what that Read says about the lines that follow, with the same limit.
      shown = textOf(result);
      const next = /Read on with offset (\d+)\.\]$/.exec(shown)?.[1];
      if (next !== undefined) expect(Number(next)).toBe(Number(offset) + Number(limit));
    },
  );
});
