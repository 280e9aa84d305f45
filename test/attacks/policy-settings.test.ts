/** Attack 22 with a hostile hand: settings of any shape and rules of any length widen nothing, and hold nothing up. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallResult, Toolkit } from "../../src/index.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

/** With nobody to ask, every change must be refused, and every look at what lies outside. */
async function expectNarrow(files: TempWorkspace, toolkit: Toolkit): Promise<void> {
  const calls: [string, object][] = [
    ["Write", { file_path: files.path("in/new.txt"), content: "x" }],
    ["Edit", { file_path: files.path("in/.git/config"), old_string: "", new_string: "x" }],
    ["Read", { file_path: files.path("out/b.txt") }],
    ["Glob", { pattern: "*", path: files.path("out") }],
  ];
  for (const [tool, input] of calls) {
    const { error } = await toolkit.call(tool, input);
    expect(["PERMISSION_DENIED", "SETTINGS_INVALID"]).toContain(error?.code);
  }
}

const rules = fc.oneof(
  fc.constantFrom(
    "Edit",
    "Edit(**)",
    "Edit(//**)",
    "Read(//**)",
    "Write",
    "*",
    "Edit(/**)",
    "Edit(~/**)",
    "Edit(!x)",
    "",
  ),
  fc.string({ unit: "binary", maxLength: 20 }).map((text) => `Edit(${text})`),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const lists = fc.oneof(fc.array(rules, { maxLength: 4 }), fc.constantFrom(null, {}, "Edit", 1));
const blocks = fc.record(
  {
    allow: lists,
    ask: lists,
    deny: lists,
    defaultMode: fc.constantFrom("bypassPermissions", "acceptEdits", "plan", "yolo", null, ["acceptEdits"]),
    additionalDirectories: fc.oneof(fc.constantFrom(["../out"], ["/"], ["~"], ["\0"], [null]), lists),
    disableBypassPermissionsMode: fc.constantFrom("disable", "enable", true),
    __proto__: fc.constant({ allow: ["Edit"] }),
  },
  { requiredKeys: [] },
);
const texts = fc.oneof(
  blocks.map((permissions) => JSON.stringify({ permissions })),
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: "binary" }),
  blocks.chain((permissions) => {
    const text = JSON.stringify({ permissions });
    return fc.nat(text.length).map((end) => text.slice(0, end));
  }),
);

describe("Settings that come with a folder", () => {
  it("widen nothing, whatever they hold [ATTACK-22]", async () => {
    const files = tempWorkspace({ "in/a.txt": "a\n", "out/b.txt": "b\n" });
    const names = fc.constantFrom("settings.json", "settings.local.json");
    await fc.assert(
      fc.asyncProperty(texts, names, async (text, name) => {
        for (const each of ["settings.json", "settings.local.json"])
          files.write(`in/.filewright/${each}`, each === name ? text : "{}");
        const inside = files.path("in");
        await expectNarrow(files, files.toolkit({ roots: [inside], workingDirectory: inside }));
      }),
      { numRuns: 200, seed: 20_261_117 },
    );
  });

  it.each([
    ["empty", ""],
    ["another kind of value", "[]"],
    ["nested without end", "[".repeat(100_000)],
    ["a block written twice", '{"permissions":{"deny":["Read(a.txt)"]},"permissions":{}}'],
    ["a list written twice", '{"permissions":{"deny":["Read(a.txt)"],"deny":[]}}'],
    ["no list", '{"permissions":{"deny":"Read(a.txt)"}}'],
    ["a rule that does not end", '{"permissions":{"deny":["Read(a.txt"]}}'],
    ["larger than settings are", `{"x":"${"y".repeat(2_000_000)}"}`],
  ])(
    "that can't be understood stop every tool, because they may have denied: %s [ATTACK-22]",
    async (_, text) => {
      const files = tempWorkspace({ "a.txt": "a\n", ".filewright/settings.json": text });
      const { error } = await files.toolkit().call("Read", { file_path: files.path("a.txt") });
      expect(error?.code).toBe("SETTINGS_INVALID");
    },
  );
});

describe("Hostile rules", () => {
  const names = ["a".repeat(250), `${"a/".repeat(90)}${"a".repeat(100)}`, "ab".repeat(120), "plain.txt"];

  async function answersOf(deny: readonly string[]): Promise<CallResult[]> {
    const files = tempWorkspace({ "plain.txt": "x\n" });
    const toolkit = files.toolkit({
      permissions: { deny, allow: deny.map((rule) => rule.replace("Read", "Edit")) },
    });
    const answers: CallResult[] = [];
    for (const name of names) {
      answers.push(await toolkit.call("Read", { file_path: files.path(name) }));
      answers.push(await toolkit.call("Write", { file_path: files.path(`sub/${name}`), content: "x" }));
    }
    return [...answers, await toolkit.call("Glob", { pattern: "**" })];
  }

  it.each([
    "**/**/**/a*b*c*d",
    "*a*a*a*a*a*a*a*a*a*a*a*c",
    `${"a*".repeat(60)}c`,
    `${"?*".repeat(60)}!`,
    `${"[a-z]*".repeat(40)}!`,
    "**/a*/**/a*/**/c",
    "**/*a*a*a*a*a*a*/**/*b*b*b*b*b*/**/c",
    "[[[[",
    "*".repeat(4000),
    "a?".repeat(2000),
    "{a,b}".repeat(800),
    "(".repeat(3999),
    "\\".repeat(3999),
    `${"\ud83e\udd8a*".repeat(60)}!`,
    "a\0b",
  ])("end in an answer for every name: %s [ATTACK-22]", async (pattern) => {
    for (const { error } of await answersOf([`Read(${pattern})`])) expect(error?.code).not.toBe("INTERNAL");
  });

  it("by the ten thousand end in an answer too, and still deny [ATTACK-22]", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `Read(*z${index}*b*)`);
    const answers = await answersOf([...many, "Read(plain.txt)"]);
    expect(answers.filter(({ error }) => error?.code === "INTERNAL")).toEqual([]);
    expect(answers[6]?.error?.code).toBe("PERMISSION_DENIED");
  });
});
