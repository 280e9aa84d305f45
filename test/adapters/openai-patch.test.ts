/** Patches of the OpenAI Agents SDK on our engine: what they make of files. */
import { applyDiff } from "@openai/agents";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { narrowChange } from "../../src/adapters/openai-agents/narrow-change.js";
import { isNewerNode, onNewerNode } from "../support/newer-node.js";
import { openBench } from "./support/patch-bench.js";

describe.runIf(isNewerNode)(`OpenAI Agents ${onNewerNode}: a patch`, () => {
  it("makes one change of all its hunks, which can be undone as one [OAI-40]", async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`);
    const { workspace, toolkit, read, update } = openBench({ "a.txt": `${lines.join("\n")}\n` });
    await read("a.txt");
    const diff =
      "@@\n line 4\n-line 5\n+fifth\n line 6\n@@\n line 49\n-line 50\n line 51\n@@\n line 59\n+between\n line 60\n";
    const { status, output } = await update("a.txt", diff);
    expect(status).toBe("completed");
    expect(output).toContain("-line 5\n+fifth");
    expect(output).not.toContain("line 30");
    const made = [
      ...lines.slice(0, 4),
      "fifth",
      ...lines.slice(5, 49),
      ...lines.slice(50, 59),
      "between",
      "line 60",
    ];
    expect(workspace.read("a.txt")).toBe(`${made.join("\n")}\n`);
    expect(await toolkit.history.list()).toHaveLength(1);
    await toolkit.history.undo();
    expect(workspace.read("a.txt")).toBe(`${lines.join("\n")}\n`);
  });

  it("keeps line endings, also mixed ones, byte order mark, encoding and the last line as it ends [OAI-41]", async () => {
    const { workspace, read, update } = openBench({
      "crlf.txt": "one\r\ntwo\r\nthree\r\nfour\r\n",
      "mixed.txt": "one\r\ntwo\nthree\r\nfour\nfive\r\nsix\n",
      "twins.txt": "one\r\none\nend\n",
      "bom.txt": "\uFEFFone\ntwo\n",
      "latin.txt": Buffer.from("café\nnaïve\n", "latin1"),
      "open.txt": "one\ntwo",
      "blank.txt": "one\ntwo\nthree\n",
      "gone.txt": "one\ntwo\n",
      "empty.txt": "",
    });
    const cases: readonly (readonly [string, string, string | Buffer])[] = [
      [
        "crlf.txt",
        "@@ one\n-two\n+zwei\n@@\n three\n-four\n+vier\n+more\n",
        "one\r\nzwei\r\nthree\r\nvier\r\nmore\r\n",
      ],
      ["mixed.txt", "@@\n one\n-two\n+zwei\n@@\n-five\n+cinq\n", "one\r\nzwei\nthree\r\nfour\ncinq\r\nsix\n"],
      ["twins.txt", "@@\n-one\n+uno\n one\n end\n", "uno\r\none\nend\n"],
      ["bom.txt", "@@\n-one\n+uno\n", "\uFEFFuno\ntwo\n"],
      ["latin.txt", "@@\n café\n-naïve\n+naïf\n", Buffer.from("café\nnaïf\n", "latin1")],
      ["open.txt", "@@\n one\n-two\n+zwei\n", "one\nzwei"],
      ["blank.txt", "@@\n one\n-two\n+\n", "one\n\nthree\n"],
      ["gone.txt", "@@\n-one\n-two\n", ""],
      ["empty.txt", "+first\n+second\n", "first\nsecond\n"],
    ];
    for (const [name, diff, made] of cases) {
      await read(name);
      expect([name, await update(name, diff)]).toMatchObject([name, { status: "completed" }]);
      expect([name, workspace.bytes(name)]).toEqual([name, Buffer.from(made)]);
    }
  });

  it("is refused whole where a character does not fit the file's encoding [OAI-41]", async () => {
    const { workspace, read, update } = openBench({ "latin.txt": Buffer.from("café\n", "latin1") });
    await read("latin.txt");
    const before = workspace.stamp("latin.txt");
    const { status, output } = await update("latin.txt", "@@\n-café\n+日本\n");
    expect(status).toBe("failed");
    expect(output).toContain("日");
    expect(workspace.stamp("latin.txt")).toEqual(before);
  });

  it("gives what the SDK's own function gives, in files that repeat themselves too [OAI-42]", async () => {
    const { workspace, read, update } = openBench(
      {},
      { toolkit: (files) => files.editor({ trailingBlanks: "keep" }) },
    );
    const line = fc.constantFrom("a", "b", "", " ", "ab", "a b");
    const ending = fc.constantFrom("\n", "\r\n");
    const part = fc.record({ kind: fc.constantFrom("keep", "drop", "add"), line });
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 12 }),
        ending,
        fc.boolean(),
        async (parts, end, isOpen) => {
          const kept = parts.filter(({ kind }) => kind !== "add").map((each) => each.line);
          const before = kept.join(end) + (isOpen || kept.length === 0 ? "" : end);
          const marks = { keep: " ", drop: "-", add: "+" } as const;
          const diff = parts.map(({ kind, line: text }) => marks[kind] + text).join("\n");
          const expected = applyOrUndefined(before, diff);
          workspace.write("a.txt", before);
          await read("a.txt");
          const { status } = await update("a.txt", diff);
          const isChange = expected !== undefined && expected !== before;
          expect(status).toBe(isChange ? "completed" : "failed");
          expect(workspace.read("a.txt")).toBe(isChange ? expected : before);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("is an Edit of as few lines as are found only once [OAI-42]", () => {
    const text = fc.array(fc.constantFrom("a", "b", ""), { maxLength: 20 });
    const ending = fc.constantFrom("\n", "\r\n");
    fc.assert(
      fc.property(text, text, ending, (one, other, end) => {
        const [before, after] = [one.join(end), other.join(end)];
        const { old_string, new_string } = narrowChange(before, after);
        expect(before.indexOf(old_string)).toBe(before.lastIndexOf(old_string));
        expect(before.replace(old_string, () => new_string)).toBe(after);
      }),
    );
  });
});

function applyOrUndefined(before: string, diff: string): string | undefined {
  try {
    return applyDiff(before, diff);
  } catch {
    return undefined;
  }
}
