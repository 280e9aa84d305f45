/** What only a view of a file contains never reaches the file, unless the host vouches for it. */
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../../support/answers.js";
import { tempWorkspace } from "../../support/workspace.js";

const source = `${Array.from({ length: 30 }, (_, index) => `const value${index} = ${index};`).join("\n")}\n`;

describe("What Read answers", () => {
  it.each([
    ["a whole file", {}, {}],
    ["a page", { offset: 3, limit: 5 }, {}],
    ["a file numbered with tabs", {}, { lineNumbers: "tab" }],
  ] as const)(
    "for %s is refused when it comes back as content [GUARD-3, GUARD-1]",
    async (_name, page, options) => {
      const workspace = tempWorkspace({ "a.ts": source });
      const toolkit = workspace.editor(options);
      const file_path = workspace.path("a.ts");
      const view = textOf(await toolkit.call("Read", { file_path, ...page }));
      await toolkit.call("Read", { file_path });
      for (const [tool, input] of [
        ["Write", { file_path, content: view }],
        ["Write", { file_path: workspace.path("new.ts"), content: view }],
        ["Edit", { file_path, old_string: "const value7 = 7;", new_string: view }],
      ] as const) {
        expect(errorOf(await toolkit.call(tool, input)).code).toBe("CONTENT_SUSPICIOUS");
      }
      expect(workspace.read("a.ts")).toBe(source);
    },
  );

  it("for a cut line or an unchanged file is refused too [GUARD-3, GUARD-1]", async () => {
    const workspace = tempWorkspace({ "long.txt": `${"x".repeat(3000)}\nshort\n` });
    const toolkit = workspace.editor();
    const file_path = workspace.path("long.txt");
    const cut = textOf(await toolkit.call("Read", { file_path }));
    const unchanged = textOf(await toolkit.call("Read", { file_path }));
    const lines = cut.split("\n").map((line) => line.replace(/^ *\d+→/, ""));
    for (const content of [lines.join("\n"), unchanged]) {
      expect(errorOf(await toolkit.call("Write", { file_path, content })).code).toBe("CONTENT_SUSPICIOUS");
    }
  });
});

describe("A host that vouches for a call", () => {
  it.each([["     1→one\n     2→two\n"], ["new\n// ... rest of the code unchanged ...\n"]])(
    "gets %j written [GUARD-3]",
    async (content) => {
      const workspace = tempWorkspace({ "a.txt": "old\n" });
      const toolkit = workspace.editor();
      const file_path = workspace.path("a.txt");
      await toolkit.call("Read", { file_path });
      expect(errorOf(await toolkit.call("Write", { file_path, content })).code).toBe("CONTENT_SUSPICIOUS");
      expect((await toolkit.call("Write", { file_path, content }, { force: true })).isError).toBe(false);
      expect(workspace.read("a.txt")).toBe(content);
    },
  );

  it("is not needed where the file had such lines already [GUARD-3, GUARD-2]", async () => {
    const before = "// ... existing code ...\na\n     1→one\n     2→two\n";
    const workspace = tempWorkspace({ "guide.md": before });
    const toolkit = workspace.editor();
    const file_path = workspace.path("guide.md");
    await toolkit.call("Read", { file_path });
    const edit = { file_path, old_string: "a\n", new_string: "b\n" };
    expect((await toolkit.call("Edit", edit)).isError).toBe(false);
    const content = "// ... existing code ...\nc\n";
    expect((await toolkit.call("Write", { file_path, content })).isError).toBe(false);
  });
});
