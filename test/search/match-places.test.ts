/** Lines are quoted from where they are, although ripgrep tells that only of the match that they are part of. */
import { describe, expect, it } from "vitest";
import { type Tree, tempWorkspace } from "../support/workspace.js";

async function contentOf(tree: Tree, input: object): Promise<string> {
  const files = tempWorkspace(tree);
  const result = await files.toolkit().call("Grep", { output_mode: "content", ...input });
  return (result.output?.content ?? "").replaceAll(`${files.root}/`, "");
}

const unlike = `${"unlike ".repeat(400)}\n`.repeat(4);

describe("Lines are quoted from their own place", () => {
  it.each(["\n", "\r\n"])(
    "when only matches over several lines are shown, ended by %j [GREP-5]",
    async (newline) => {
      const text = ["zz one", "two", "", "three zz", "one", "two three"].join(newline);
      const query = { pattern: "one\\s+two\\s+three", "-o": true, multiline: true };
      expect(await contentOf({ "a.txt": text }, query)).toBe(
        "a.txt\n1:one\n2:two\n4:three\n5:one\n6:two three",
      );
      expect(await contentOf({ "a.txt": text }, { ...query, offset: 2, head_limit: 2 })).toBe(
        "a.txt\n4:three\n5:one",
      );
    },
  );

  it("when the match is too long to be shown and begins far behind the start of its line [GREP-4]", async () => {
    const text = `${"x".repeat(9000)}${"ab".repeat(2000)}\n${unlike}`;
    expect(await contentOf({ "a.txt": text }, { pattern: "(ab)+", "-o": true })).toBe(
      `a.txt\n1:${"ab".repeat(250)}…`,
    );
    const short = `${"x".repeat(700)}${"ab".repeat(400)}\n${unlike}`;
    expect(await contentOf({ "a.txt": short }, { pattern: "(ab)+", "-o": true })).toBe(
      `a.txt\n1:${"ab".repeat(250)}…`,
    );
  });

  it("when a match over several lines begins further to the right than the next of them is long [GREP-4, GREP-5]", async () => {
    const [first, second] = [`${"x".repeat(9000)}start`, `end${"y".repeat(3000)}`];
    const query = { pattern: "start\\nend", multiline: true };
    const content = await contentOf({ "a.txt": `${first}\n${second}\n${unlike}` }, query);
    const [, firstShown = "", secondShown = ""] = content.split("\n");
    expect(firstShown).toMatch(/^1:…x+start \[match at byte 9,001 of this line\]$/);
    expect(secondShown).toBe(`2:end${"y".repeat(497)}…`);
  });
});

describe("A match of very many lines", () => {
  it("is quoted line by line, each found from the one before [SEARCH-11, GREP-5]", async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `line ${index + 1}`);
    const query = { pattern: "line[^#]*", "-o": true, multiline: true, head_limit: 0 };
    const content = await contentOf({ "a.txt": lines.join("\n") }, query);
    expect(content).toBe(["a.txt", ...lines.map((line, index) => `${index + 1}:${line}`)].join("\n"));
  });
});

describe("Folders beside the one that is looked for do not hide it", () => {
  it.each([" ", "\t", "\n", "\u00a0", "\u0085", "\u3000"])(
    "when their names are its own and %j [SEARCH-3]",
    async (blank) => {
      const files = tempWorkspace({ "src/a.ts": "needle\n", [`src${blank}/b.ts`]: "needle\n" });
      const toolkit = files.toolkit();
      const found = await toolkit.call("Glob", { pattern: "src/*.ts" });
      expect(found.output?.filenames).toEqual([files.path("src/a.ts")]);
      const searched = await toolkit.call("Grep", { pattern: "needle", glob: "src/**" });
      expect(searched.output?.filenames).toEqual([files.path("src/a.ts")]);
    },
  );

  it("when a glob names it at any depth [GREP-9]", async () => {
    const files = tempWorkspace({
      "src/a.ts": "needle\n",
      "lib/src/b.ts": "needle\n",
      "lib/c.ts": "needle\n",
    });
    const { output } = await files
      .toolkit()
      .call("Grep", { pattern: "needle", glob: "src/", output_mode: "count" });
    expect(output?.filenames).toEqual([files.path("lib/src/b.ts"), files.path("src/a.ts")]);
  });
});
