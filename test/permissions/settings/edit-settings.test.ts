import { describe, expect, it } from "vitest";
import { planRuleAddition, planRuleRemoval } from "../../../src/permissions/settings/edit-settings.js";

const lines = (...texts: string[]): string => texts.join("\n");

describe("Adding a rule", () => {
  it("makes a file that people can read [PERM-22]", () => {
    const text = lines(
      "{",
      '  "permissions": {',
      '    "allow": [',
      '      "Edit(/a.ts)"',
      "    ]",
      "  }",
      "}",
      "",
    );
    expect(planRuleAddition(undefined, "allow", "Edit(/a.ts)")).toEqual({ kind: "changed", text });
  });

  it.each<[name: string, before: string, after: string]>([
    [
      "an empty object",
      "{}\n",
      lines("{", '  "permissions": {', '    "deny": [', '      "Read(x)"', "    ]", "  }", "}", ""),
    ],
    [
      "an empty object without a final newline",
      "{}",
      lines("{", '  "permissions": {', '    "deny": [', '      "Read(x)"', "    ]", "  }", "}"),
    ],
    [
      "other keys, indented by tabs",
      '{\n\t"model": "m"\n}\n',
      '{\n\t"model": "m",\n\t"permissions": {\n\t\t"deny": [\n\t\t\t"Read(x)"\n\t\t]\n\t}\n}\n',
    ],
    [
      "an empty block",
      '{\n    "permissions": {}\n}',
      '{\n    "permissions": {\n        "deny": [\n            "Read(x)"\n        ]\n    }\n}',
    ],
    [
      "another list",
      '{\n  "permissions": {\n    "allow": [\n      "Edit"\n    ]\n  }\n}\n',
      '{\n  "permissions": {\n    "allow": [\n      "Edit"\n    ],\n    "deny": [\n      "Read(x)"\n    ]\n  }\n}\n',
    ],
    [
      "another list in one line",
      '{\n  "permissions": {\n    "allow": ["Edit", "Write"]\n  }\n}\n',
      '{\n  "permissions": {\n    "allow": ["Edit", "Write"],\n    "deny": ["Read(x)"]\n  }\n}\n',
    ],
    [
      "an empty list",
      '{\n  "permissions": {\n    "deny": []\n  }\n}\n',
      '{\n  "permissions": {\n    "deny": [\n      "Read(x)"\n    ]\n  }\n}\n',
    ],
    [
      "entries",
      '{"permissions": {\n  "deny": [\n    "a",\n    "b"\n  ]\n}}',
      '{"permissions": {\n  "deny": [\n    "a",\n    "b",\n    "Read(x)"\n  ]\n}}',
    ],
    [
      "one entry in a line of its own",
      '{ "permissions": { "deny": [\n  "a"\n] } }',
      '{ "permissions": { "deny": [\n  "a",\n  "Read(x)"\n] } }',
    ],
    ["one line", '{"permissions":{"deny":["a"]}}', '{"permissions":{"deny":["a","Read(x)"]}}'],
    [
      "one line with blanks",
      '{ "a": 1, "b": 2 }',
      '{ "a": 1, "b": 2, "permissions": { "deny": ["Read(x)"] } }',
    ],
    ["one line without blanks", '{"a":1,"b":2}', '{"a":1,"b":2,"permissions":{"deny":["Read(x)"]}}'],
    [
      "Windows line endings and a mark",
      '\ufeff{\r\n  "permissions": {\r\n    "deny": [\r\n      "a"\r\n    ]\r\n  }\r\n}\r\n',
      '\ufeff{\r\n  "permissions": {\r\n    "deny": [\r\n      "a",\r\n      "Read(x)"\r\n    ]\r\n  }\r\n}\r\n',
    ],
    [
      "Windows line endings and no block",
      "{\r\n}\r\n",
      '{\r\n  "permissions": {\r\n    "deny": [\r\n      "Read(x)"\r\n    ]\r\n  }\r\n}\r\n',
    ],
    [
      "odd blanks",
      '{"permissions" : {"deny" :[ "a" , "b" ] } }',
      '{"permissions" : {"deny" :[ "a" , "b", "Read(x)" ] } }',
    ],
  ])("to %s keeps the style of the file [PERM-22]", (_, before, after) => {
    const edit = planRuleAddition(before, "deny", "Read(x)");
    expect(edit).toEqual({ kind: "changed", text: after });
    expect(JSON.parse(after.replace(/^\ufeff/, "")).permissions.deny).toContain("Read(x)");
  });

  it("writes any text as the file writes its own [PERM-22]", () => {
    const odd = 'Read(/ä"\\\n\u0000\ud800/**)';
    const raw = planRuleAddition('{"permissions":{"ask":["ä"]}}', "ask", odd);
    expect(raw).toEqual({
      kind: "changed",
      text: '{"permissions":{"ask":["ä","Read(/ä\\"\\\\\\n\\u0000\\ud800/**)"]}}',
    });
    const ascii = planRuleAddition('{"permissions":{"ask":["\\u00e4"]}}', "ask", odd);
    expect(ascii).toMatchObject({
      text: '{"permissions":{"ask":["\\u00e4","Read(/\\u00e4\\"\\\\\\n\\u0000\\ud800/**)"]}}',
    });
  });

  it("changes nothing where the rule is there, however it is written [PERM-22]", () => {
    expect(planRuleAddition('{"permissions":{"deny":["Re\\u0061d"]}}', "deny", "Read")).toEqual({
      kind: "unchanged",
    });
  });
});

describe("Removing a rule", () => {
  it.each<[name: string, before: string, after: string]>([
    ["alone", '{"permissions":{"deny":["x"]}}', '{"permissions":{"deny":[]}}'],
    ["alone in lines", '{"permissions":{"deny":[\n  "x"\n]}}', '{"permissions":{"deny":[]}}'],
    ["first", '{"permissions":{"deny":[ "x" , "a"]}}', '{"permissions":{"deny":[ "a"]}}'],
    ["last", '{"permissions":{"deny":[\n "a",\n "x"\n]}}', '{"permissions":{"deny":[\n "a"\n]}}'],
    ["in the middle", '{"permissions":{"deny":["a",  "x", "b" ]}}', '{"permissions":{"deny":["a", "b" ]}}'],
    [
      "several times, once escaped",
      '{"permissions":{"deny":["x","\\u0078","a","x","b","x"]}}',
      '{"permissions":{"deny":["a","b"]}}',
    ],
    [
      "from one list of two",
      '{"permissions":{"allow":["x"],"deny":["x"]}}',
      '{"permissions":{"allow":["x"],"deny":[]}}',
    ],
  ])("%s takes its comma along and nothing else [PERM-22]", (_, before, after) => {
    expect(planRuleRemoval(before, "deny", "x")).toEqual({ kind: "changed", text: after });
  });

  it.each(["{}", '{"permissions":{}}', '{"permissions":{"deny":["a"],"allow":["x"]}}'])(
    "changes nothing where it is not: %s [PERM-22]",
    (text) => {
      expect(planRuleRemoval(text, "deny", "x")).toEqual({ kind: "unchanged" });
    },
  );
});

describe("Settings that can't be used", () => {
  it.each([
    "",
    "[]",
    '{"permissions":{"ask":[1],"deny":["x"]}}',
    '{"permissions":{"deny":["x"],"deny":[]}}',
    "{,}",
  ])("are not edited: %j [PERM-22]", (text) => {
    expect([planRuleAddition(text, "deny", "y").kind, planRuleRemoval(text, "deny", "x").kind]).toEqual([
      "invalid",
      "invalid",
    ]);
  });
});
