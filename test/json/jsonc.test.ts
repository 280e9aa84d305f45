import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJsonc } from "../../src/json/jsonc.js";

describe("JSON with comments", () => {
  it.each<[string, unknown]>([
    ['{"a": 1}', { a: 1 }],
    ["\ufeff[1]", [1]],
    ['// first\n{"a": 1, // second\n "b": [1, 2, ], /* third */ }', { a: 1, b: [1, 2] }],
    [
      '{"a": "// no comment", "b": "/* neither */", "c": ",]", }',
      { a: "// no comment", b: "/* neither */", c: ",]" },
    ],
    ['{"a": "quote \\" // in", }', { a: 'quote " // in' }],
    ['{"a": "\\\\", /* x */ }', { a: "\\" }],
    ["[1, /* a */ // b\n ]", [1]],
    ["[1] // at the end", [1]],
    ['{"a": 1, "a": 2,}', { a: 2 }],
  ])("%s is %j [PERM-44]", (text, value) => {
    expect(parseJsonc(text)).toEqual(value);
  });

  it.each(["", "{", "[1,,]", "{/}", "/* open", '{"a": 1 /* 2 */ 3}', "1/**/2", '["open', '["\\', "[1] /"])(
    "%s is refused [PERM-47]",
    (text) => {
      expect(() => parseJsonc(text)).toThrow(SyntaxError);
    },
  );

  it("is what JSON is, with comments and commas anywhere between [PERM-44]", () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.constantFrom('/* " */', '// ] "\n', "\n"),
        (values, between) => {
          const items = values.map((value) => JSON.stringify(value) + between);
          const text = `${between}[${between}${items.map((item) => `${item},${between}`).join("")}]${between}`;
          expect(parseJsonc(text)).toEqual(JSON.parse(JSON.stringify(values)));
        },
      ),
    );
  });
});
