/** Limits and change rules from settings files and command lines. */
import { describe, expect, it } from "vitest";
import type { ToolkitOptions } from "../../src/index.js";
import { parseServerWords } from "../../src/mcp/stdio/server-words.js";
import { parseSettings } from "../../src/permissions/settings/parse-settings.js";
import { resolveSettings, settingNames } from "../../src/session/setting-fields.js";
import { findFlagFaults, sessionOptionsOf } from "../../src/session/setting-flags.js";
import { errorOf, textOf } from "../support/answers.js";
import { runProgram, typeCommand } from "../support/command-line.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const everything = {
  limits: {
    maxTokens: 11,
    maxSizeBytes: 12,
    includeMaxSizeInPrompt: true,
    targetedRangeNudge: true,
    searchTimeoutMs: 13,
    maxImageBytes: 14,
    maxMediaBytes: 15,
    mediaTimeoutMs: 16,
  },
  dedup: false,
  staleEdits: "rebase",
  editRequires: "seen-lines",
  matching: "exact",
  trailingBlanks: "keep",
  lineEndings: "preserve",
  sandbox: "off",
} as const;

const { limits, ...beside } = everything;
const inForce = { ...limits, ...beside };

function withUserSettings(settings: object, more: Record<string, string> = {}): TempWorkspace {
  const files = tempWorkspace({ "a.txt": "one\n", ...more });
  files.write("../home/.config/filewright/settings.json", JSON.stringify(settings));
  return files;
}

describe("Settings files", () => {
  it("may set every field, under the names that the library's options have [LIMIT-340]", async () => {
    const files = withUserSettings(everything);
    const toolkit = files.toolkit();
    const { settings, warnings } = await toolkit.permissions.overview();
    expect(settings).toEqual(inForce);
    expect(Object.keys(settings).toSorted()).toEqual([...settingNames].toSorted());
    expect(warnings).toEqual([]);
    expect(toolkit.tools.find(({ name }) => name === "Read")?.description).toContain("12 bytes");
  });

  it("are in force from the first call, and fixed from then on [LIMIT-340]", async () => {
    const files = withUserSettings({ limits: { maxTokens: 5 } }, { "b.txt": "word ".repeat(40) });
    const toolkit = files.toolkit();
    // What a host reads before the first call does not keep the settings out.
    expect(toolkit.session.limits.maxTokens).toBe(25_000);
    expect(errorOf(await toolkit.call("Read", { file_path: files.path("b.txt") })).message).toContain("5");
    files.write("../home/.config/filewright/settings.json", JSON.stringify({ limits: { maxTokens: 9000 } }));
    expect(errorOf(await toolkit.call("Read", { file_path: files.path("b.txt") })).code).toBe(
      "TOO_MANY_TOKENS",
    );
    expect(toolkit.session.limits.maxTokens).toBe(5);
  });

  it.each<[string, ToolkitOptions, number]>([
    [
      "the environment before the host",
      { environment: { FILEWRIGHT_READ_MAX_TOKENS: "1" }, limits: { maxTokens: 2 } },
      1,
    ],
    ["the host before the settings", { limits: { maxTokens: 2 } }, 2],
    ["the settings where the host's value is not valid", { limits: { maxTokens: -2 } }, 3],
    ["the settings where nothing else is said", {}, 3],
  ])("come after others: %s [LIMIT-340]", async (_, options, expected) => {
    const files = withUserSettings({ limits: { maxTokens: 3 } });
    const environment = { HOME: files.home, ...options.environment };
    const { settings } = await files.toolkit({ ...options, environment }).permissions.overview();
    expect(settings.maxTokens).toBe(expected);
  });

  it("give way to each other in the order of their weight, field by field [LIMIT-340]", async () => {
    const files = withUserSettings({ limits: { maxTokens: 3, maxSizeBytes: 4 }, staleEdits: "rebase" });
    const settingsFile = files.write("given.json", JSON.stringify({ limits: { maxTokens: 7 } }));
    const { settings } = await files.toolkit({ permissions: { settingsFile } }).permissions.overview();
    expect(settings).toMatchObject({ maxTokens: 7, maxSizeBytes: 4, staleEdits: "rebase" });
  });

  it.each<[string, string]>([
    ['{"limits": {"maxTokens": 0}}', 'Line 1: "maxTokens" must be a whole number above 0; it is not used.'],
    [
      '{"limits": {"maxSizeBytes": "5"}}',
      'Line 1: "maxSizeBytes" must be a whole number above 0; it is not used.',
    ],
    ['{\n"dedup": 1}', 'Line 2: "dedup" must be true or false; it is not used.'],
    ['{"staleEdits": "merge"}', 'Line 1: "staleEdits" must be "refuse" or "rebase"; it is not used.'],
    [
      '{"limits": {"maxToken": 5}}',
      'Line 1: "maxToken" is not known and means nothing. Did you mean "maxTokens"?',
    ],
    ['{"limits": {"qqqqqqqqqqqq": 5}}', 'Line 1: a key in "limits" is not known and means nothing.'],
    ['{"limits": 5}', 'Line 1: "limits" must be an object in braces; it is not used.'],
  ])("with %s are warned of, and the rest of the file counts [LIMIT-341]", (text, warning) => {
    const parsed = parseSettings(text.replace("{", '{"trailingBlanks": "keep", '));
    expect(parsed).toMatchObject({
      kind: "settings",
      settings: { session: { trailingBlanks: "keep" } },
      warnings: [warning],
    });
  });

  it("of a folder that is not trusted set nothing, and are reported [LIMIT-342]", async () => {
    const project = JSON.stringify({ limits: { maxTokens: 999_999 }, staleEdits: "rebase", dedup: false });
    const files = tempWorkspace({
      ".filewright/settings.json": project,
      ".filewright/settings.local.json": JSON.stringify({ matching: "exact" }),
    });
    const stranger = await files.toolkit().permissions.overview();
    expect(stranger.settings).toEqual(resolveSettings({}, []));
    expect(stranger.warnings).toEqual([
      `${files.path(".filewright/settings.local.json")}: "matching" does not count, because the folder ${files.root} is not trusted.`,
      `${files.path(".filewright/settings.json")}: "maxTokens", "staleEdits", "dedup" do not count, because the folder ${files.root} is not trusted.`,
    ]);
    const toolkit = files.toolkit();
    await toolkit.permissions.trust(files.root);
    const { settings, warnings } = await toolkit.permissions.overview();
    expect(settings).toMatchObject({
      maxTokens: 999_999,
      staleEdits: "rebase",
      dedup: false,
      matching: "exact",
    });
    expect(warnings).toEqual([]);
  });
});

describe("Flags", () => {
  const words = [
    "--max-tokens=5000",
    "--max-size-bytes",
    "7",
    "--include-max-size-in-prompt",
    "--targeted-range-nudge",
    "--stale-edits",
    "rebase",
    "--edit-requires=whole-file",
    "--trailing-blanks=keep",
  ];

  it("of a server become options of its sessions [LIMIT-340, LEDGER-473]", () => {
    expect(sessionOptionsOf(parseServerWords(words))).toEqual({
      limits: { maxTokens: 5000, maxSizeBytes: 7, includeMaxSizeInPrompt: true, targetedRangeNudge: true },
      staleEdits: "rebase",
      editRequires: "whole-file",
      trailingBlanks: "keep",
    });
  });

  it("that are not valid are warned of, like variables that are not [LIMIT-341]", () => {
    const words = ["--max-tokens", "many", "--stale-edits", "merge", "--edit-requires", "nothing"];
    const flags = parseServerWords(words);
    const environment = { FILEWRIGHT_READ_MAX_TOKENS: "25k", FILEWRIGHT_SEARCH_TIMEOUT_MS: "" };
    expect(findFlagFaults(flags, environment)).toEqual([
      "FILEWRIGHT_READ_MAX_TOKENS must be a whole number above 0; it is not used.",
      "--max-tokens must be a whole number above 0; it is not used.",
      '--stale-edits must be "refuse" or "rebase"; it is not used.',
      '--edit-requires must be "seen-lines" or "whole-file"; it is not used.',
    ]);
    expect(resolveSettings(environment, [sessionOptionsOf(flags).limits])).toEqual(resolveSettings({}, []));
  });

  it("of the mcp server show in its descriptions, before settings, and faults on standard error [LIMIT-340, LIMIT-341]", async () => {
    const files = withUserSettings({ limits: { maxSizeBytes: 4096 } });
    const environment = {
      HOME: files.home,
      FILEWRIGHT_STATE: files.stateDirectory,
      PATH: process.env["PATH"] ?? "",
    };
    const { stderr } = await runProgram(["mcp", "--max-tokens", "0"], files.root, environment);
    expect(stderr).toContain("filewright mcp: --max-tokens must be a whole number above 0; it is not used.");
  });

  it("of tool commands count for the one call [LIMIT-340, LIMIT-341]", async () => {
    const files = tempWorkspace({ "b.txt": "word ".repeat(400) });
    const tooMuch = await typeCommand(["read", "b.txt", "--max-tokens", "20"], files.root);
    expect(tooMuch.code).toBe(2);
    expect(tooMuch.stderr).toContain("20");
    const wrong = await typeCommand(["read", "b.txt", "--max-tokens", "few"], files.root);
    expect(wrong.code).toBe(0);
    expect(wrong.stderr).toBe("filewright: --max-tokens must be a whole number above 0; it is not used.\n");
    files.write("c.txt", "one\n");
    await typeCommand(["read", "c.txt"], files.root);
    const edit = ["edit", "c.txt", "--old", "one", "--new", "two  ", "--yes", "--trailing-blanks", "keep"];
    expect((await typeCommand(edit, files.root)).code).toBe(0);
    expect(files.read("c.txt")).toBe("two  \n");
  });

  it("and settings reach the tools that a library lists [LIMIT-340]", async () => {
    const files = withUserSettings({ limits: { targetedRangeNudge: true } });
    const toolkit = files.toolkit();
    const describe = (): string => toolkit.tools.find(({ name }) => name === "Read")?.description ?? "";
    const before = describe();
    expect(textOf(await toolkit.call("Read", { file_path: files.path("a.txt") }))).toContain("one");
    expect(describe()).not.toBe(before);
  });
});
