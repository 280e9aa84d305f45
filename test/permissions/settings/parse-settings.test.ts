import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseManaged } from "../../../src/permissions/settings/parse-managed.js";
import { parseSettings, type Settings } from "../../../src/permissions/settings/parse-settings.js";

const nothing: Settings = {
  deny: [],
  ask: [],
  allow: [],
  additionalDirectories: [],
  isBypassDisabled: false,
  session: {},
};

const block = (content: string): string => `{"permissions": ${content}}`;

describe("Settings that can be used", () => {
  it("are those that the documentation shows, as they stand there [PERM-20]", () => {
    const page = readFileSync("docs/concepts/permissions.md", "utf8");
    const [settings = "", managed = "", ...others] = [...page.matchAll(/^```jsonc?\n(.*?)^```/gms)].map(
      ([, text = ""]) => text,
    );
    expect(parseSettings(settings)).toMatchObject({ kind: "settings", warnings: [] });
    expect(parseManaged(managed)).toMatchObject({ kind: "managed", sandbox: "require" });
    expect(others).toEqual([]);
  });

  it.each<[name: string, text: string, settings: Partial<Settings>]>([
    ["no block", "{}", {}],
    ["an empty block", block("{}"), {}],
    ["keys of other programs", '{"model": "x", "hooks": {"deny": [1]}, "env": {}}', {}],
    ["empty lists", block('{"deny": [], "ask": [], "allow": []}'), {}],
    [
      "all lists",
      block('{"deny": ["Read(.env)", "Bash(rm:*)"], "ask": ["Edit"], "allow": ["Read(//tmp/**)"]}'),
      { deny: ["Read(.env)", "Bash(rm:*)"], ask: ["Edit"], allow: ["Read(//tmp/**)"] },
    ],
    ["escapes in keys and rules", block('{"d\\u0065ny": ["Read(\\u002eenv)"]}'), { deny: ["Read(.env)"] }],
    ["a byte order mark", `\ufeff${block('{"deny": ["Read(.env)"]}')}`, { deny: ["Read(.env)"] }],
    ["Windows line endings", block('{\r\n  "deny": [\r\n    "Read"\r\n  ]\r\n}\r\n'), { deny: ["Read"] }],
    [
      "folders",
      block('{"additionalDirectories": ["../docs/", "~/notes"]}'),
      { additionalDirectories: ["../docs/", "~/notes"] },
    ],
    ["bypass ruled out", block('{"disableBypassPermissionsMode": "disable"}'), { isBypassDisabled: true }],
    ["default", block('{"defaultMode": "default"}'), { defaultMode: "default" }],
    ["manual", block('{"defaultMode": "manual"}'), { defaultMode: "default" }],
    ["acceptEdits", block('{"defaultMode": "acceptEdits"}'), { defaultMode: "acceptEdits" }],
    ["plan", block('{"defaultMode": "plan"}'), { defaultMode: "plan" }],
    ["dontAsk", block('{"defaultMode": "dontAsk"}'), { defaultMode: "dontAsk" }],
    ["bypass", block('{"defaultMode": "bypassPermissions"}'), { defaultMode: "bypassPermissions" }],
    [
      "foreign keys in the block",
      block('{"disableAutoMode": "disable", "skipDangerousModePermissionPrompt": true}'),
      {},
    ],
    ["keys that are on every object", block('{"deny": ["__proto__"]}'), { deny: ["__proto__"] }],
    ["a foreign key of that kind", '{"__proto__": {"permissions": {"allow": ["Edit"]}}}', {}],
  ])("with %s say what they say, without a warning [PERM-20]", (_, text, settings) => {
    expect(parseSettings(text)).toEqual({
      kind: "settings",
      settings: { ...nothing, ...settings },
      warnings: [],
    });
  });

  it.each<[text: string, settings: Partial<Settings>, warning: string]>([
    [
      block('{\n"denny": ["Read"]}'),
      {},
      'Line 2: "denny" is not known and means nothing. Did you mean "deny"?',
    ],
    [block('{"Allow": []}'), {}, 'Line 1: "Allow" is not known and means nothing. Did you mean "allow"?'],
    [
      block('{"additionalDirectory": []}'),
      {},
      'Line 1: "additionalDirectory" is not known and means nothing. Did you mean "additionalDirectories"?',
    ],
    [
      block('{"\\u202edeny": []}'),
      {},
      'Line 1: "\\u202edeny" is not known and means nothing. Did you mean "deny"?',
    ],
    [block('{"canary-secret": 1}'), {}, 'Line 1: a key in "permissions" is not known and means nothing.'],
    [
      '{"permission": {"deny": ["Read"]}}',
      {},
      'Line 1: "permission" is not known and means nothing. Did you mean "permissions"?',
    ],
    ['{\n\n"deny": ["Read"]}', {}, 'Line 3: "deny" means something only inside "permissions".'],
    [
      block('{"defaultMode": "auto"}'),
      { defaultMode: "default" },
      'Line 1: there is no mode "auto" here; "default" is used, in which changes are asked about.',
    ],
    [
      block('{"defaultMode": "canary-secret"}'),
      {},
      "Line 1: the mode is not known and not used. Known: default, acceptEdits, plan, dontAsk, bypassPermissions.",
    ],
  ])("may be warned of: %j [PERM-20]", (text, settings, warning) => {
    expect(parseSettings(text)).toEqual({
      kind: "settings",
      settings: { ...nothing, ...settings },
      warnings: [warning],
    });
  });
});

describe("Settings that can't be used", () => {
  it.each<[name: string, text: string, line: number, column: number, problem: string]>([
    ["nothing", "", 1, 1, "the file is empty; settings without any rule are written {}"],
    ["blanks", " \n", 1, 1, "the file is empty; settings without any rule are written {}"],
    ["a mark alone", "\ufeff", 1, 1, "the file is empty; settings without any rule are written {}"],
    ["words", "canary", 1, 1, "expected a value"],
    ["a comma too many", '{"permissions": {"deny": ["a",]}}', 1, 31, "expected a value"],
    ["a comma too few", '{"permissions": {\n"deny": ["a" "b"]}}', 2, 14, 'expected a comma or "]"'],
    ["an open end", '{"permissions": {"deny": ["canary', 1, 27, "a string is not closed"],
    ["more behind the end", "{} canary", 1, 4, "expected the end of the file"],
    ["a comment", '{\n  // canary\n  "permissions": {}}', 2, 3, "comments are not allowed in settings"],
    ["a comment behind a mark", "\ufeff/* canary */ {}", 1, 1, "comments are not allowed in settings"],
    ["a list", '["canary"]', 1, 1, "settings must be an object in braces"],
    ["null", "null", 1, 1, "settings must be an object in braces"],
    ["a block that is a list", block('["canary"]'), 1, 17, '"permissions" must be an object in braces'],
    ["a block that is null", block("null"), 1, 17, '"permissions" must be an object in braces'],
    [
      "a list that is a string",
      block('{"deny": "canary"}'),
      1,
      26,
      '"deny" must be a list in square brackets',
    ],
    ["a list that is an object", block('{"ask": {}}'), 1, 25, '"ask" must be a list in square brackets'],
    ["a list that is null", block('{"allow": null}'), 1, 27, '"allow" must be a list in square brackets'],
    ["a number in a list", block('{"deny": ["a", 1]}'), 1, 32, 'each entry of "deny" must be in quotes'],
    ["a list in a list", block('{"deny": [["a"]]}'), 1, 27, 'each entry of "deny" must be in quotes'],
    [
      "a folder that is none",
      block('{"additionalDirectories": [true]}'),
      1,
      44,
      'each entry of "additionalDirectories" must be in quotes',
    ],
    [
      "folders that are none",
      block('{"additionalDirectories": "x"}'),
      1,
      43,
      '"additionalDirectories" must be a list in square brackets',
    ],
    ["a mode that is none", block('{"defaultMode": true}'), 1, 33, '"defaultMode" must be a word in quotes'],
    [
      "a switch that is none",
      block('{"disableBypassPermissionsMode": true}'),
      1,
      50,
      '"disableBypassPermissionsMode" must be a word in quotes',
    ],
    [
      "a switch with another word",
      block('{"disableBypassPermissionsMode": "canary"}'),
      1,
      50,
      '"disableBypassPermissionsMode" must be "disable" or be left out',
    ],
    [
      "a list twice",
      block('{"deny": ["canary"], "deny": []}'),
      1,
      38,
      '"deny" stands here for the second time',
    ],
    [
      "a list twice, once escaped",
      block('{"deny": ["canary"], "d\\u0065ny": []}'),
      1,
      38,
      '"deny" stands here for the second time',
    ],
    [
      "the block twice",
      '{"permissions": {"deny": ["canary"]}, "permissions": {}}',
      1,
      39,
      '"permissions" stands here for the second time',
    ],
    ["no end of brackets", "[".repeat(2000), 1, 901, "nested more than 900 deep"],
  ])("with %s are told by place, and not quoted [PERM-21]", (_, text, line, column, problem) => {
    expect(parseSettings(text)).toEqual({ kind: "invalid", line, column, problem });
    expect(problem).not.toContain("canary");
  });
});
