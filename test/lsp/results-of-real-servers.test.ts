import { realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CallResult } from "../../src/index.js";
import { deskWith, type LanguageDesk, type ServerEntry } from "../support/language-desk.js";

const require = createRequire(import.meta.url);
const packageFolder = (name: string): string =>
  realpathSync(dirname(require.resolve(`${name}/package.json`)));

interface Language {
  readonly name: string;
  readonly server: ServerEntry;
  readonly file: string;
  /** Has an error already, which is counted and not repeated. */
  readonly text: string;
  readonly good: string;
  readonly bad: string;
  readonly fault: RegExp;
}

const typescript: Language = {
  name: "TypeScript's own",
  server: {
    command: [process.execPath, join(packageFolder("typescript"), "bin/tsc"), "--lsp", "--stdio"],
    languages: { ".ts": "typescript" },
  },
  file: "total.ts",
  text: "const old: number = nowhere;\n\nexport function total(values: number[]): number {\n  return values.length;\n}\nvoid old;\n",
  good: "values.length",
  bad: '"none"',
  fault: /^4:3 error \(ts 2322\): Type 'string' is not assignable to type 'number'\.$/,
};

const python: Language = {
  name: "pyright",
  server: {
    command: [process.execPath, join(packageFolder("pyright"), "langserver.index.js"), "--stdio"],
    languages: { ".py": "python" },
  },
  file: "total.py",
  text: "old: int = nowhere\n\n\ndef total(values: list[int]) -> int:\n    return len(values)\n",
  good: "len(values)",
  bad: '"none"',
  fault: /^5:12 error \(Pyright reportReturnType\): Type .* is not assignable to return type "int"/,
};

const linesOf = (desk: LanguageDesk, result: CallResult): string[] => (desk.told(result) ?? "").split("\n");

describe.each([typescript, python])(
  "With $name language server",
  ({ server, file, text, good, bad, fault }) => {
    it("an edit tells exactly the error it introduced, its mending that it is gone, and both how many are left [LSP-39, LSP-460]", async () => {
      const desk = deskWith({ real: server }, { [file]: text });
      const broken = linesOf(desk, await desk.edit(file, good, bad));
      expect(broken).toEqual([
        "[Diagnostics, fresh: 1 introduced by this change; 2 errors remain, 1 of them older]",
        expect.stringMatching(fault),
      ]);
      const unrelated = linesOf(desk, await desk.edit(file, "total(", "sum_up("));
      expect(unrelated).toEqual([
        "[Diagnostics, fresh: nothing introduced or resolved in this file; 2 errors remain, both older.]",
      ]);
      const mended = linesOf(desk, await desk.edit(file, bad, good));
      expect(mended).toEqual([
        "[Diagnostics, fresh: 1 resolved by this change; 1 error remains, older]",
        expect.stringMatching(fault),
      ]);
      const result = await desk.edit(file, "nowhere", "1");
      expect(linesOf(desk, result)[0]).toBe(
        "[Diagnostics, fresh: 1 resolved by this change; no errors remain]",
      );
      expect(result.diagnostics).toMatchObject([{ remainingErrors: { total: 0, older: 0 } }]);
      expect(desk.toolkit.session.diagnostics()).toMatchObject([
        { path: desk.workspace.path(file), state: "fresh" },
      ]);
    });
  },
);

describe("With a real server that no sandbox keeps in the roots", () => {
  it("no value of another file is reported, nor one of a file outside the roots [LSP-42]", async () => {
    const desk = deskWith(
      { real: typescript.server },
      {
        private: {
          folder: { "s.ts": 'export const key = "the-private-content";\nexport const pin = 424242;\n' },
        },
        "a.ts": "export {};\n",
      },
      { sandbox: "off" },
    );
    const outside = join(dirname(desk.workspace.root), "outside.ts");
    writeFileSync(outside, 'export const word = "the-outside-content";\n');
    const text = [
      'import { key, pin } from "./private/s";',
      'import { word } from "../outside";',
      "export const a: 1 = key;",
      "export const b: 1 = pin;",
      "export const c: 1 = word;",
      'export const d: 1 = "my own";',
      "",
    ].join("\n");
    const result = await desk.edit("a.ts", "export {};\n", text);
    expect(linesOf(desk, result)).toEqual([
      "[Diagnostics, fresh: 4 introduced by this change]",
      `3:14 error (ts 2322): Type '"…"' is not assignable to type '1'.`,
      "4:14 error (ts 2322): Type '…' is not assignable to type '1'.",
      `5:14 error (ts 2322): Type '"…"' is not assignable to type '1'.`,
      `6:14 error (ts 2322): Type '"my own"' is not assignable to type '1'.`,
    ]);
    expect(JSON.stringify([result, desk.events, desk.toolkit.session.diagnostics()])).not.toMatch(
      /the-private-content|the-outside-content|424242/,
    );
  });
});
