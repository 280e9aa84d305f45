import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../../support/answers.js";
import { tempWorkspace } from "../../support/workspace.js";

const lines = (count: number, line: string): string => `${line}\n`.repeat(count);

describe("Read's gates", () => {
  it("refuses a file over the size cap unless a limit is given [READ-5]", async () => {
    const files = tempWorkspace({ "a.txt": lines(30_000, "0123456789") });
    const toolkit = files.toolkit();
    const error = errorOf(await toolkit.call("Read", { file_path: files.path("a.txt") }));
    expect(error.code).toBe("FILE_TOO_LARGE");
    expect(error.message).toBe(
      "File is 322.3 KB and has 30,000 lines, over the cap of 256 KB for a read without limit. Read it with offset 1 and limit 2000, or use Grep to find the part you need.",
    );
    expect(error.data["nextCall"]).toEqual({ file_path: files.path("a.txt"), offset: 1, limit: 2000 });
    const limited = await toolkit.call("Read", { file_path: files.path("a.txt"), offset: 29_999, limit: 5 });
    expect(textOf(limited)).toBe(" 29999→0123456789\n 30000→0123456789");
  });

  it("refuses at one byte over the cap, not at it [READ-5]", async () => {
    const files = tempWorkspace({ "at.txt": "x".repeat(100), "over.txt": "x".repeat(101) });
    const toolkit = files.toolkit({ limits: { maxSizeBytes: 100 } });
    expect((await toolkit.call("Read", { file_path: files.path("at.txt") })).isError).toBe(false);
    expect(errorOf(await toolkit.call("Read", { file_path: files.path("over.txt") })).code).toBe(
      "FILE_TOO_LARGE",
    );
  });

  it("refuses a result over the token cap with a page that fits [READ-6, READ-7]", async () => {
    const files = tempWorkspace({ "a.ts": lines(1800, "export const value = compute(input, options, 42);") });
    const toolkit = files.toolkit();
    const error = errorOf(await toolkit.call("Read", { file_path: files.path("a.ts") }));
    expect(error.code).toBe("TOO_MANY_TOKENS");
    expect(error.data).toMatchObject({ maxTokens: 25_000, totalLines: 1800 });
    expect(error.message).toContain(
      "over the cap of 25,000 for one Read; the file is 87.9 KB and has 1,800 lines.",
    );
    const advised = await toolkit.call("Read", error.data["nextCall"]);
    expect(advised.isError).toBe(false);
    expect(textOf(advised)).toContain("Read on with offset");
  });

  it("does not advise what was just tried: a limit too high is answered with a lower one [READ-7]", async () => {
    const files = tempWorkspace({
      "a.ts": lines(20_000, "export const value = compute(input, options, 42);"),
    });
    const toolkit = files.toolkit();
    const asked = { file_path: files.path("a.ts"), offset: 5000, limit: 15_000 };
    const error = errorOf(await toolkit.call("Read", asked));
    const advice = error.data["nextCall"] as { offset: number; limit: number };
    expect(advice.offset).toBe(5000);
    expect(advice.limit).toBeLessThan(15_000);
    expect((await toolkit.call("Read", advice)).isError).toBe(false);
  });

  it("refuses a limit no token cap could allow without gathering it all [READ-6, READ-15]", async () => {
    const files = tempWorkspace({ "a.txt": lines(300_000, "word word word word") });
    const toolkit = files.toolkit();
    const error = errorOf(await toolkit.call("Read", { file_path: files.path("a.txt"), limit: 300_000 }));
    expect(error.code).toBe("TOO_MANY_TOKENS");
    expect(error.message).toContain(
      "This part of the file comes to far more than the cap of 25,000 tokens for one Read; the file is 5.7 MB and has 300,000 lines.",
    );
    expect((await toolkit.call("Read", error.data["nextCall"])).isError).toBe(false);
  });

  it("points to Grep when not even one line fits [READ-7]", async () => {
    const files = tempWorkspace({ "a.txt": `${"word ".repeat(300)}\n` });
    const toolkit = files.toolkit({ limits: { maxTokens: 50 } });
    const error = errorOf(await toolkit.call("Read", { file_path: files.path("a.txt") }));
    expect(error.message).toContain("Not even one line fits: use Grep to find the part you need.");
    expect(error.data["nextCall"]).toBeUndefined();
  });

  it("shows the beginning of a single line of 50 MB when told to [READ-2, READ-5]", async () => {
    const files = tempWorkspace({ "a.json": Buffer.alloc(50 * 1024 * 1024, "abcdefgh") });
    const toolkit = files.toolkit();
    const error = errorOf(await toolkit.call("Read", { file_path: files.path("a.json") }));
    expect(error.message).toContain("File is 50 MB and has 1 line,");
    const advised = await toolkit.call("Read", error.data["nextCall"]);
    expect(textOf(advised)).toBe(
      `     1→${"abcdefgh".repeat(250)}… [${50 * 1024 * 1024 - 2000} more characters in this line are hidden]\n[No newline at the end of the file.]`,
    );
  });

  it("records nothing as seen when it refuses [READ-6, LEDGER-1]", async () => {
    const files = tempWorkspace({ "a.txt": lines(30_000, "0123456789") });
    const toolkit = files.toolkit();
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    expect(await toolkit.session.freshnessOf(files.path("a.txt"))).toEqual({ state: "unread" });
  });

  const awkward = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.string({ unit: fc.constantFrom("中", "文", "😀", "é", " ", "\t"), maxLength: 60 }),
    fc.base64String({ maxLength: 400 }),
    fc.constantFrom("", "x".repeat(3000), " ".repeat(500), "if (a) { return b; }"),
  );

  it("gives advice that succeeds when followed, for any file, range and caps [READ-7]", async () => {
    const files = tempWorkspace();
    const { workspace } = files.toolkit();
    await fc.assert(
      fc.asyncProperty(
        fc.array(awkward, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 400 }),
        fc.record({
          maxTokens: fc.integer({ min: 20, max: 4000 }),
          maxSizeBytes: fc.integer({ min: 50, max: 20_000 }),
        }),
        fc.record(
          { offset: fc.integer({ min: 0, max: 200 }), limit: fc.integer({ min: 1, max: 5000 }) },
          { requiredKeys: [] },
        ),
        async (pieces, repeat, limits, range) => {
          files.write("a.txt", `${pieces.join("\n")}\n`.repeat(repeat).slice(0, 400_000));
          // One workspace for all of them: what counts tokens is loaded once.
          const toolkit = files.toolkit({ limits, workspace });
          const result = await toolkit.call("Read", { file_path: files.path("a.txt"), ...range });
          if (!result.isError) return;
          const { code, data, message } = errorOf(result);
          if (code === "BINARY_FILE") return;
          expect(["FILE_TOO_LARGE", "TOO_MANY_TOKENS"]).toContain(code);
          if (data["nextCall"] === undefined) expect(message).toContain("use Grep");
          else expect(await toolkit.call("Read", data["nextCall"])).toMatchObject({ isError: false });
        },
      ),
      { numRuns: 150 },
    );
  });

  it("names a limit for the next page where a Read without one would be too long [READ-5, READ-7]", async () => {
    const files = tempWorkspace({ "a.txt": lines(2500, "word ".repeat(20)) });
    const toolkit = files.toolkit();
    const read = async (range: object) => toolkit.call("Read", { file_path: files.path("a.txt"), ...range });
    const [, offset, limit] =
      / Read on with offset (\d+) and limit (\d+)\.\]$/.exec(textOf(await read({ limit: 50 }))) ?? [];
    expect(Number(offset)).toBe(51);
    expect(Number(limit)).toBeGreaterThan(100);
    expect((await read({ offset })).isError).toBe(true);
    expect((await read({ offset, limit })).isError).toBe(false);
  });

  it("asks the host's counter only past a quarter of the cap, and believes it [LIMIT-4]", async () => {
    const files = tempWorkspace({
      "small.txt": "word ".repeat(50),
      "large.txt": lines(100, "word word word"),
    });
    const counted: number[] = [];
    const countTokens = async (text: string): Promise<number> => {
      counted.push(text.length);
      return text.length > 1000 ? 9999 : 10;
    };
    const toolkit = files.toolkit({ countTokens, limits: { maxTokens: 1000 } });
    await toolkit.call("Read", { file_path: files.path("small.txt") });
    expect(counted).toEqual([]);
    const error = errorOf(await toolkit.call("Read", { file_path: files.path("large.txt") }));
    expect(error.data["tokens"]).toBe(9999);
    expect((await toolkit.call("Read", error.data["nextCall"])).isError).toBe(false);
  });

  it("answers in a bounded number of counts even when the counter never agrees [READ-7]", async () => {
    const files = tempWorkspace({ "a.txt": lines(1500, "word word word word word") });
    let counts = 0;
    const toolkit = files.toolkit({ limits: { maxTokens: 1000 }, countTokens: () => ++counts + 1_000_000 });
    const error = errorOf(await toolkit.call("Read", { file_path: files.path("a.txt") }));
    expect(error.message).toContain("use Grep");
    expect(counts).toBeLessThan(20);
  });

  it("fixes its limits at first use, whatever the host's flags do later [LIMIT-2]", async () => {
    const files = tempWorkspace({ "a.txt": "x".repeat(500) });
    const flags = { maxSizeBytes: 1000 };
    const toolkit = files.toolkit({ limits: () => ({ ...flags }) });
    flags.maxSizeBytes = 600;
    expect((await toolkit.call("Read", { file_path: files.path("a.txt") })).isError).toBe(false);
    flags.maxSizeBytes = 10;
    toolkit.session.newContextEpoch();
    expect((await toolkit.call("Read", { file_path: files.path("a.txt") })).isError).toBe(false);
    expect(toolkit.session.limits.maxSizeBytes).toBe(600);
  });

  it("takes the token cap from the environment first [LIMIT-1]", async () => {
    const files = tempWorkspace();
    const of = (environment: Record<string, string>) =>
      files.toolkit({ environment, limits: { maxTokens: 300 } }).session.limits.maxTokens;
    expect(of({ FILEWRIGHT_READ_MAX_TOKENS: "100", CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS: "200" })).toBe(
      100,
    );
    expect(of({ FILEWRIGHT_READ_MAX_TOKENS: "-1", CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS: "200" })).toBe(
      200,
    );
    expect(of({ FILEWRIGHT_READ_MAX_TOKENS: "many" })).toBe(300);
  });
});
