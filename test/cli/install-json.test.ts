/** An entry in a client's JSON: put in, changed and taken out, with every other byte as it was. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planJsonEntry, planJsonRemoval } from "../../src/cli/commands/install/edit-json.js";
import { parseJsonc } from "../../src/json/jsonc.js";

const target = { key: "mcpServers", hasComments: true };
const entry = { command: "npx", args: ["-y", "filewright", "mcp"] };

function added(text: string | undefined): string {
  const edit = planJsonEntry(text, target, entry);
  if (edit.kind !== "changed") throw new Error(JSON.stringify(edit));
  return edit.text;
}

function removed(text: string): string {
  const edit = planJsonRemoval(text, target);
  if (edit.kind !== "changed") throw new Error(JSON.stringify(edit));
  return edit.text;
}

const inLine = '"filewright": {"command": "npx", "args": ["-y", "filewright", "mcp"]}';
/** The entry at an indentation, in the style of a unit. */
function lines(indent: string, unit: string = "  ", lineBreak: string = "\n"): string {
  const written = JSON.stringify(entry, undefined, unit).replaceAll("\n", () => lineBreak + indent);
  return `${indent}"filewright": ${written}`;
}

describe("An entry in JSON", () => {
  it.each<[string, string | undefined, string]>([
    ["no file", undefined, `{\n  "mcpServers": {\n${lines("    ")}\n  }\n}\n`],
    ["an empty file", "", `{\n  "mcpServers": {\n${lines("    ")}\n  }\n}\n`],
    [
      "a marked empty file",
      "\ufeff\r\n",
      `\ufeff{\r\n  "mcpServers": {\r\n${lines("    ", "  ", "\r\n")}\r\n  }\r\n}\r\n`,
    ],
    ["an empty object", "{}", `{\n  "mcpServers": {\n${lines("    ")}\n  }\n}`],
    ["one line", '{"a": 1}', `{"a": 1, "mcpServers": {${inLine}}}`],
    [
      "minified JSON",
      '{"mcpServers":{"a":{}}}',
      '{"mcpServers":{"a":{},"filewright":{"command":"npx","args":["-y","filewright","mcp"]}}}',
    ],
    [
      "other members, tabs",
      '{\n\t"theme": "dark"\n}\n',
      `{\n\t"theme": "dark",\n\t"mcpServers": {\n${lines("\t\t", "\t")}\n\t}\n}\n`,
    ],
    [
      "empty servers",
      '{\n    "mcpServers": {}\n}\n',
      `{\n    "mcpServers": {\n${lines("        ", "    ")}\n    }\n}\n`,
    ],
    [
      "another server, CRLF, a mark",
      '\ufeff{\r\n  "mcpServers": {\r\n    "a": {}\r\n  }\r\n}',
      `\ufeff{\r\n  "mcpServers": {\r\n    "a": {},\r\n${lines("    ", "  ", "\r\n")}\r\n  }\r\n}`,
    ],
    [
      "comments behind and below the last server",
      '// mine\n{\n  "mcpServers": {\n    "a": {} // the first\n    // no more\n  } /* end */\n}\n',
      `// mine\n{\n  "mcpServers": {\n    "a": {}, // the first\n${lines("    ")}\n    // no more\n  } /* end */\n}\n`,
    ],
    [
      "trailing commas",
      '{\n  "mcpServers": {\n    "a": {}, /* , */ // ,\n  },\n}\n',
      `{\n  "mcpServers": {\n    "a": {}, /* , */ // ,\n${lines("    ")},\n  },\n}\n`,
    ],
    [
      "a comma after a comment",
      '{\n  "mcpServers": {\n    "a": {} // , no\n    , // yes\n  }\n}\n',
      `{\n  "mcpServers": {\n    "a": {} // , no\n    , // yes\n${lines("    ")},\n  }\n}\n`,
    ],
    [
      "a comment of many lines",
      '{\n  "mcpServers": {\n    "a": {} /* x\n    y */ // z\n  }\n}\n',
      `{\n  "mcpServers": {\n    "a": {}, /* x\n    y */ // z\n${lines("    ")}\n  }\n}\n`,
    ],
  ])("goes into %s [CLI-81]", (_, before, after) => {
    expect(added(before)).toBe(after);
  });

  it("is written over in its place, and keeps what the user put into it [CLI-83]", () => {
    const before =
      '{"mcpServers": {\n  "filewright": {"command": "node", "timeout": 5, "url": "x", "args": []}, // mine\n  "b": {}}}';
    expect(added(before)).toBe(
      '{"mcpServers": {\n  "filewright": {"command": "npx", "timeout": 5, "args": ["-y", "filewright", "mcp"]}, // mine\n  "b": {}}}',
    );
    expect(planJsonEntry(added(before), target, entry)).toEqual({ kind: "unchanged", kept: ["timeout"] });
    expect(added('{"mcpServers": {"filewright": null}}')).toBe(`{"mcpServers": {${inLine}}}`);
  });

  it.each([
    ['{"filewright": 1, "b": 2}', '{"b": 2}'],
    ['{"a": 0, "filewright": 1, "b": 2}', '{"a": 0, "b": 2}'],
    ['{"a": 0, "filewright": 1}', '{"a": 0}'],
    ['{"filewright": 1}', "{}"],
    ['{\n  "filewright": 1, // ours\n  "b": 2\n}', '{ // ours\n  "b": 2\n}'],
    ['{\n  // ours\n  "filewright": 1\n}', "{\n  // ours\n}"],
    ['{\n  "a": 0, // a\n  // ours\n  "filewright": 1\n}', '{\n  "a": 0 // a\n  // ours\n}'],
  ])("is taken out of %s [CLI-86]", (before, after) => {
    expect(removed(`{"mcpServers": ${before}}`)).toBe(`{"mcpServers": ${after}}`);
  });

  it("is not there to be taken out [CLI-86]", () => {
    for (const text of ["", " \n", "{}", '{"mcpServers": {}}', '{"mcpServers": {"Filewright": {}}}']) {
      expect(planJsonRemoval(text, target)).toEqual({ kind: "unchanged" });
    }
  });

  it.each([
    ["[]", 1, 1, "the file must be an object in braces"],
    ['{"mcpServers": []}', 1, 16, '"mcpServers" must be an object in braces'],
    ['{\n  "mcpServers": {},\n  "mcpServers": {}}', 3, 3, '"mcpServers" stands here for the second time'],
    [
      '{"mcpServers": {"filewright": 1, "filewright": 2}}',
      1,
      34,
      '"filewright" stands here for the second time',
    ],
    ['{"a": 1', 1, 8, 'expected a comma or "}"'],
    ['{\n  "a": 1,,\n}', 3, 1, "expected a string in double quotes"],
    ["{} {}", 1, 4, "expected the end of the file"],
    ["{'a': 1}", 1, 2, "expected a string in double quotes"],
  ])("is refused by %s [CLI-84]", (text, line, column, problem) => {
    const expected = { kind: "invalid", problem, line, column };
    expect(planJsonEntry(text, target, entry)).toEqual(expected);
    expect(planJsonRemoval(text, target)).toEqual(expected);
  });

  it("is not put beside comments that the client does not read [CLI-84]", () => {
    const strict = { ...target, hasComments: false };
    expect(planJsonEntry("{\n  // mine\n}", strict, entry)).toEqual({
      kind: "invalid",
      problem: "the client reads no comments in this file",
      line: 2,
      column: 3,
    });
    expect(planJsonEntry('{"a": 1,}', strict, entry)).toMatchObject({ kind: "invalid", column: 9 });
  });
});

/** JSON with comments, in any layout, whose servers are not empty. */
const trivia = fc.constantFrom(
  "",
  " ",
  "\n",
  "\r\n\t",
  "\n    ",
  ' // , } "\n  ',
  "/* , { */",
  "\n  /* a\n b */\n  ",
);
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }).map((each) => JSON.stringify(each)),
  fc.constantFrom('"}"', '"// no"', '"/* no */,"', "{}", "[ ]"),
);

interface Written {
  readonly text: string;
}

function object(members: fc.Arbitrary<readonly (readonly [string, string])[]>): fc.Arbitrary<Written> {
  return fc
    .tuple(members, fc.infiniteStream(trivia), fc.boolean())
    .map(([pairs, stream, hasTrailingComma]) => {
      const blank = (): string => stream.next().value;
      const written = pairs.map(
        ([key, inner]) => `${blank()}${JSON.stringify(key)}${blank()}:${blank()}${inner}${blank()}`,
      );
      const comma = hasTrailingComma && pairs.length > 0 ? `,${blank()}` : "";
      return { text: `{${written.join(",")}${comma}}` };
    });
}

const names = fc.uniqueArray(fc.constantFrom("a", "b", "c é", "d", "__proto__", "mcp"), {
  minLength: 1,
  maxLength: 4,
});
const servers = object(
  names.chain((keys) => fc.tuple(...keys.map((key) => value.map((inner) => [key, inner] as const)))),
);
function filesWith(inner: fc.Arbitrary<Written>): fc.Arbitrary<string> {
  return fc
    .tuple(inner, names, fc.infiniteStream(value), fc.nat(), trivia, fc.constantFrom("", "\ufeff"))
    .chain(([{ text: written }, keys, values, at, around, mark]) => {
      const pairs = keys.map((key) => [key, values.next().value] as const);
      const place = at % (pairs.length + 1);
      const all = [...pairs.slice(0, place), ["mcpServers", written] as const, ...pairs.slice(place)];
      return object(fc.constant(all)).map(({ text }) => `${mark}${around}${text}${around}`);
    });
}

const files = filesWith(servers);

describe("Any JSON with comments", () => {
  it("holds the entry, and all that it held before [CLI-81]", () => {
    fc.assert(
      fc.property(files, (text) => {
        const before = parseJsonc(text) as { mcpServers: object };
        const after = parseJsonc(added(text));
        const expected = { ...before, mcpServers: { ...before.mcpServers, filewright: entry } };
        expect(JSON.stringify(after)).toBe(JSON.stringify(expected));
      }),
      { numRuns: 500 },
    );
  });

  it("holds it too where there were no servers [CLI-81]", () => {
    const empty = filesWith(trivia.map((inside) => ({ text: `{${inside}}` })));
    fc.assert(
      fc.property(fc.oneof(files, empty), fc.constantFrom("mcpServers", "other"), (text, key) => {
        const edit = planJsonEntry(text, { ...target, key }, entry);
        const before = parseJsonc(text) as Record<string, object>;
        const expected = { ...before, [key]: { ...before[key], filewright: entry } };
        const after = parseJsonc(edit.kind === "changed" ? edit.text : "");
        expect(JSON.stringify(after)).toBe(JSON.stringify(expected));
      }),
      { numRuns: 500 },
    );
  });

  it("is byte for byte what it was when the entry is taken out again [CLI-86]", () => {
    fc.assert(
      fc.property(files, (text) => {
        expect(removed(added(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
