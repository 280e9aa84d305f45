/** What the provider's text editor changes, and whose work it leaves alone. */
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { createTextEditor, type ToolResult } from "../../../src/adapters/anthropic/index.js";
import { tempWorkspace } from "../../support/workspace.js";
import { openEditor, textOf } from "../support/text-editors.js";

describe("The text editor's changes", () => {
  it("replace a text that stands once, by nothing if nothing is given [ANT-43]", async () => {
    const { workspace, edit } = openEditor({ "a.txt": "one\r\ntwo\r\nthree\r\n" });
    await edit("view", "a.txt");
    const told = await edit("str_replace", "a.txt", { old_str: "two\n", new_str: "2\n$&\n" });
    expect(told).toBe(
      `The file ${workspace.path("a.txt")} has been updated.\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n+$&\n three`,
    );
    expect(workspace.read("a.txt")).toBe("one\r\n2\r\n$&\r\nthree\r\n");
    await edit("str_replace", "a.txt", { old_str: "$&\n" });
    expect(workspace.read("a.txt")).toBe("one\r\n2\r\nthree\r\n");
  });

  it("create files and their folders, and replace a file that was viewed [ANT-44]", async () => {
    const { workspace, edit } = openEditor({ "old.txt": "old\n" });
    expect(await edit("create", "new/file.txt", { file_text: "x" })).toContain("new/file.txt");
    expect(workspace.read("new/file.txt")).toBe("x");
    expect(await edit("create", "old.txt", { file_text: "new\n" })).toBe(
      "Error: File has not been viewed yet. View it first before changing it.",
    );
    await edit("view", "old.txt");
    await edit("create", "old.txt", { file_text: "new\n" });
    expect(workspace.read("old.txt")).toBe("new\n");
  });

  it("insert lines behind a line, by either name of the text [ANT-45]", async () => {
    const { workspace, edit } = openEditor({ "a.txt": "one\ntwo" });
    await edit("view", "a.txt");
    await edit("insert", "a.txt", { insert_line: 0, insert_text: "zero" });
    await edit("insert", "a.txt", { insert_line: "1", new_str: "half\n" });
    expect(await edit("insert", "a.txt", { insert_line: 4, insert_text: "three\nfour" })).toContain("+four");
    expect(workspace.read("a.txt")).toBe("zero\nhalf\none\ntwo\nthree\nfour");
  });

  it("insert lines into any file as splicing its lines would, and leave its other bytes [ANT-45]", async () => {
    const options = { trailingBlanks: "keep", history: false, durability: "none", dedup: false } as const;
    const { workspace, edit } = openEditor({}, options);
    const bodies = fc.array(fc.constantFrom("a", "", " b\t", "→", "😀", "$&", "\rc", "if (x) {"), {
      maxLength: 6,
    });
    const ending = fc.constantFrom("\n", "\r\n");
    await fc.assert(
      fc.asyncProperty(
        fc.record({ bodies, ending, mark: fc.constantFrom("", "\uFEFF"), isOpen: fc.boolean() }),
        bodies.filter((lines) => lines.length > 0),
        fc.nat(),
        async (file, lines, anywhere) => {
          // Behind a last line that is empty and open there is nothing that could be a line.
          fc.pre(!file.isOpen || (file.bodies.at(-1) ?? "") !== "");
          const toText = (list: readonly string[]): string =>
            list.join(file.ending) + (file.isOpen ? "" : file.ending);
          const before = file.bodies.length === 0 ? "" : toText(file.bodies);
          // What has no line break says nothing of how its lines would end.
          fc.pre(before.includes("\n") || (file.ending === "\n" && !before.includes("\r")));
          workspace.write("any.txt", file.mark + before);
          await edit("view", "any.txt");
          const insert_line = anywhere % (file.bodies.length + 1);
          // Sent with one kind of ending, whatever the file has.
          const told = await edit("insert", "any.txt", { insert_line, insert_text: lines.join("\n") });
          expect(told).toContain("has been updated");
          const ends = lines.at(-1) === "" && lines.length > 1 ? lines.slice(0, -1) : lines;
          const isAppended = insert_line === file.bodies.length && file.isOpen;
          const after = toText(file.bodies.toSpliced(insert_line, 0, ...ends));
          const isEnded = isAppended && lines.at(-1) === "";
          const expected = before === "" ? `${ends.join("\n")}\n` : after + (isEnded ? file.ending : "");
          expect(workspace.read("any.txt")).toBe(file.mark + expected);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("of one reply are made in its order, though all are begun at once [ANT-46]", async () => {
    const { workspace, edit } = openEditor(
      { "a.txt": "1\n2\n3\n" },
      {
        // Whoever is asked takes longest over the first.
        onAsk: ({ change }) =>
          new Promise((resolve) => {
            setTimeout(() => resolve({ answer: "allow" }), change?.after === "x\n1\n2\n3\n" ? 30 : 0);
          }),
      },
    );
    await edit("view", "a.txt");
    await Promise.all([
      edit("insert", "a.txt", { insert_line: 0, insert_text: "x" }),
      edit("insert", "a.txt", { insert_line: 2, insert_text: "y" }),
      edit("str_replace", "a.txt", { old_str: "3", new_str: "three" }),
      edit("insert", "a.txt", { insert_line: 5, insert_text: "z" }),
    ]);
    expect(workspace.read("a.txt")).toBe("x\n1\ny\n2\nthree\nz\n");
  });

  it("that were aborted do not wait for those before them, and those behind them do [FIX-205]", async () => {
    const answers: (() => void)[] = [];
    const workspace = tempWorkspace({ "a.txt": "1\n" });
    const toolkit = workspace.toolkit({
      onAsk: () => new Promise((resolve) => answers.push(() => resolve({ answer: "allow" }))),
    });
    const editor = createTextEditor(toolkit);
    const path = workspace.path("a.txt");
    const make = (id: string, input: object, signal?: AbortSignal) =>
      editor.run({ id, name: editor.tool.name, input: { path, ...input } }, signal && { signal });
    const insert = (insert_line: number) => ({ command: "insert", insert_line, insert_text: "x" });
    await make("view", { command: "view" });
    const aborting = new AbortController();
    const first = make("first", insert(0));
    const aborted = make("aborted", insert(1), aborting.signal);
    const last = make("last", insert(2));
    aborting.abort();
    expect(textOf(await aborted)).toMatch(/^Error: /);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.();
    expect((await first).is_error).toBeUndefined();
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.();
    expect((await last).is_error).toBeUndefined();
    expect(workspace.read("a.txt")).toBe("x\n1\nx\n");
  });

  it("lose nothing of what others write meanwhile [ANT-47]", async () => {
    for (const change of [
      { command: "str_replace", old_str: "two", new_str: "2" },
      { command: "insert", insert_line: 1, insert_text: "x" },
      { command: "create", file_text: "gone\n" },
    ]) {
      const { command, ...more } = change;
      const others = "zero\none\ntwo\n";
      let asked = 0;
      const { workspace, edit } = openEditor(
        { "a.txt": "one\ntwo\n" },
        {
          onAsk: () => {
            asked += 1;
            workspace.write("a.txt", others);
            return { answer: "allow" };
          },
        },
      );
      await edit("view", "a.txt");
      expect(await edit(command, "a.txt", more)).toMatch(
        /^Error: File has been modified since it was viewed, either by the user or by a linter\. View it again before changing it\./,
      );
      expect(asked).toBe(1);
      expect(workspace.read("a.txt")).toBe(others);
    }
  });

  it("of two editors that share a workspace all arrive, once each has seen the other's [ANT-47]", async () => {
    const first = openEditor({ "a.txt": "1\n2\n3\n" });
    const second = createTextEditor(first.workspace.toolkit({ workspace: first.toolkit.workspace }));
    const path = first.workspace.path("a.txt");
    const sendSecond = (input: object): Promise<ToolResult> =>
      second.run({ id: "1", name: second.tool.name, input: { path, ...input } });
    const senders = [(input: object) => first.send({ path, ...input }), sendSecond];
    const work = senders.map(async (send, index) => {
      let tries = 0;
      for (let isDone = false; !isDone && tries < 5; tries += 1) {
        await send({ command: "view" });
        const insert = { command: "insert", insert_line: index * 3, insert_text: `by ${index}` };
        const { is_error } = await send(insert);
        isDone = is_error === undefined;
      }
      return tries;
    });
    expect(Math.max(...(await Promise.all(work)))).toBeLessThan(5);
    const lines = first.workspace.read("a.txt").trimEnd().split("\n");
    expect(lines.toSorted()).toEqual(["1", "2", "3", "by 0", "by 1"]);
  });
});
