/** What only a view of a file contains never reaches the file unseen: a person is asked, and without one it is refused. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Answer, OpenQuestion, ToolkitOptions } from "../../../src/index.js";
import { errorOf, textOf } from "../../support/answers.js";
import { tempWorkspace } from "../../support/workspace.js";

/** Changes need nobody's permission, and nobody is there to be asked. */
const unattended: ToolkitOptions = { permissions: { mode: "acceptEdits" } };
const pasted = "     1→one\n     2→two\n";
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
      const toolkit = workspace.toolkit({ ...unattended, ...options });
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
    const toolkit = workspace.toolkit(unattended);
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
      const toolkit = workspace.toolkit(unattended);
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
    const toolkit = workspace.toolkit(unattended);
    const file_path = workspace.path("guide.md");
    await toolkit.call("Read", { file_path });
    const edit = { file_path, old_string: "a\n", new_string: "b\n" };
    expect((await toolkit.call("Edit", edit)).isError).toBe(false);
    const content = "// ... existing code ...\nc\n";
    expect((await toolkit.call("Write", { file_path, content })).isError).toBe(false);
  });
});

describe("A person who can be asked", () => {
  const asking = (answer: Answer, options: ToolkitOptions, asked: OpenQuestion[]): ToolkitOptions => ({
    ...options,
    onAsk: (question) => {
      asked.push(question);
      return answer;
    },
  });

  it.each<[string, ToolkitOptions]>([
    ["the default mode", {}],
    ["acceptEdits", { permissions: { mode: "acceptEdits" } }],
    ["bypassPermissions", { permissions: { mode: "bypassPermissions" } }],
    ["an allow rule", { permissions: { allow: ["Edit"] } }],
  ])("is asked about content that looks pasted, with the reason, in %s [GUARD-380]", async (_, options) => {
    const workspace = tempWorkspace({ "a.txt": "old\n" });
    const asked: OpenQuestion[] = [];
    const toolkit = workspace.toolkit(asking({ answer: "allow" }, options, asked));
    const file_path = workspace.path("guide.txt");
    expect((await toolkit.call("Write", { file_path, content: pasted })).isError).toBe(false);
    expect(workspace.read("guide.txt")).toBe(pasted);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.reason).toContain(
      `line 1 of the new text looks like Filewright's own output (the line numbers that Read adds)`,
    );
    expect(asked[0]?.flags).toMatchObject([{ kind: "suspicious-content", risk: "warning" }]);
    expect(asked[0]?.suggestions).toEqual([{ scope: "once", covers: "file" }]);
    // A yes is for this content alone.
    await toolkit.call("Write", { file_path: workspace.path("b.txt"), content: pasted });
    expect(asked).toHaveLength(2);
  });

  it("may say no, and nothing is written [GUARD-380]", async () => {
    const workspace = tempWorkspace({ "a.ts": "const a = 1;\nconst b = 2;\n" });
    const asked: OpenQuestion[] = [];
    const toolkit = workspace.toolkit(asking({ answer: "deny", reason: "Whole file." }, unattended, asked));
    const file_path = workspace.path("a.ts");
    await toolkit.call("Read", { file_path });
    const content = "const a = 2;\n// ... rest of the file unchanged ...\n";
    const { code, message } = errorOf(await toolkit.call("Write", { file_path, content }));
    expect(code).toBe("PERMISSION_DENIED");
    expect(message).toContain("Whole file.");
    expect(asked[0]?.reason).toContain("parts of the file that were left out");
    expect(workspace.read("a.ts")).toBe("const a = 1;\nconst b = 2;\n");
  });

  it.each<[string, ToolkitOptions]>([
    ["no one can be asked", { permissions: { mode: "bypassPermissions" } }],
    [
      "the mode is dontAsk",
      { permissions: { mode: "dontAsk", allow: ["Edit"] }, onAsk: () => ({ answer: "allow" }) },
    ],
  ])("is not there when %s: the call is refused with the explanation [GUARD-381]", async (_, options) => {
    const workspace = tempWorkspace({});
    const file_path = workspace.path("a.txt");
    const { code, message } = errorOf(
      await workspace.toolkit(options).call("Write", { file_path, content: pasted }),
    );
    expect(code).toBe("CONTENT_SUSPICIOUS");
    expect(message).toBe(
      "Line 1 of the new text looks like the line numbers that Read adds. Nothing was written. Send the text of the file itself; if the file is meant to contain this, ask the user.",
    );
    expect(existsSync(file_path)).toBe(false);
  });

  it("is not told to the model outside the roots, where it would tell what is there [GUARD-381]", async () => {
    const workspace = tempWorkspace({ "a.txt": "old\n" });
    const file_path = `${workspace.home}/x.txt`;
    const { code } = errorOf(await workspace.toolkit().call("Write", { file_path, content: pasted }));
    expect(code).toBe("PERMISSION_DENIED");
  });
});

describe("A file that shows such text on purpose", () => {
  const page = readFileSync(new URL("../../../docs/tools/read.md", import.meta.url), "utf8");
  const example =
    "# Guide\n\n     1→import x\n     2→import y\n\n[Lines 1-2 of 9. Read on with offset 3.]\nend\n";

  it("can be read, changed and written back by an agent on its own [GUARD-382]", async () => {
    const workspace = tempWorkspace({ "read.md": page });
    const toolkit = workspace.toolkit(unattended);
    const file_path = workspace.path("read.md");
    await toolkit.call("Read", { file_path });
    const written = page.replace("# Read", "# Read files");
    expect((await toolkit.call("Write", { file_path, content: written })).isError).toBe(false);
    expect(workspace.read("read.md")).toBe(written);
  });

  it.each<[string, string, string]>([
    ["a numbered line", "     1→import x", "     1→import z"],
    [
      "a note at the end of a page",
      "[Lines 1-2 of 9. Read on with offset 3.]",
      "[Lines 1-2 of 8. Read on with offset 3.]",
    ],
    [
      "an ordinary line next to one",
      "     2→import y\n\n[Lines",
      "     2→import w\n     3→import v\n\n[Lines",
    ],
  ])("has %s edited without anyone being asked [GUARD-382]", async (_, old_string, new_string) => {
    const workspace = tempWorkspace({ "guide.md": example });
    const toolkit = workspace.toolkit(unattended);
    const file_path = workspace.path("guide.md");
    await toolkit.call("Read", { file_path });
    const result = await toolkit.call("Edit", { file_path, old_string, new_string });
    expect(textOf(result)).toContain("has been updated");
    expect(workspace.read("guide.md")).toBe(example.replace(old_string, new_string));
  });

  it("does not vouch for more of it in other places [GUARD-382]", async () => {
    const workspace = tempWorkspace({ "guide.md": example });
    const toolkit = workspace.toolkit(unattended);
    const file_path = workspace.path("guide.md");
    await toolkit.call("Read", { file_path });
    for (const new_string of ["     7→pasted", "[Lines 4-5 of 9. Read on with offset 6.]"]) {
      const edit = { file_path, old_string: "end", new_string };
      expect(errorOf(await toolkit.call("Edit", edit)).code).toBe("CONTENT_SUSPICIOUS");
    }
    expect(workspace.read("guide.md")).toBe(example);
  });
});
