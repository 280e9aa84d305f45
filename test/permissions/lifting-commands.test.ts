/** No text that a model gets names a command or setting that lifts a refusal; the person gets it instead. */
import { describe, expect, it } from "vitest";
import { ToolError } from "../../src/errors/tool-error.js";
import type { AbsolutePath, RealPath } from "../../src/fs/paths.js";
import type { ToolkitOptions } from "../../src/index.js";
import { renderInstructions } from "../../src/mcp/instructions.js";
import { createRefusalNotes } from "../../src/mcp/refusal-notes.js";
import { permissionModes, type Reason } from "../../src/permissions/access.js";
import {
  findContentRefusal,
  refuseByDecision,
  refuseByPerson,
  refuseCall,
  refuseCallUnasked,
  refuseNotYetAsked,
  refuseOutdatedAnswer,
  refuseUnasked,
} from "../../src/permissions/refusals.js";
import { typeCommand } from "../support/command-line.js";
import { tempWorkspace } from "../support/workspace.js";

/** Commands, options and settings by which permission is given. */
const LIFTING =
  /filewright (?:permissions|serve|mcp|write|edit)|--[a-z]|permissions\.allow|settings(?:\.local)?\.json|FILEWRIGHT_|acceptEdits|bypassPermissions|Edit\(|Read\(|"allow"/;

const rule = {
  text: "Edit(//w/**)",
  list: "ask",
  source: { kind: "user", folders: [], file: "/h/settings.json" as AbsolutePath },
} as const;
const simple: readonly Reason[] = [
  { kind: "rule", rule },
  { kind: "twin", rule: { ...rule, list: "deny" } },
  { kind: "twin-unknown" },
  { kind: "own-state" },
  { kind: "own-settings" },
  { kind: "process-file" },
  { kind: "protected", name: ".git" },
  { kind: "runs-later", what: "scripts in package.json" },
  { kind: "other-names" },
  { kind: "other-names", count: { links: 3, found: 2 } },
  { kind: "other-names", name: "/w/.git/config", because: { kind: "protected", name: ".git" } },
  { kind: "default", because: "change" },
  { kind: "default", because: "outside" },
  { kind: "default", because: "link-out" },
];
const suspicious = simple.map(
  (besides): Reason => ({ kind: "suspicious-content", what: "line 1 looks odd", besides }),
);
const asked: readonly Reason[] = [
  ...simple,
  ...suspicious,
  { kind: "suspicious-content", what: "line 1 looks odd" },
];
const reasons: readonly Reason[] = [
  ...asked,
  { kind: "mode", mode: "plan" },
  ...asked.map((instead): Reason => ({ kind: "mode", mode: "dontAsk", instead })),
];

describe("A refusal as the model gets it", () => {
  it("names no command that lifts it, whatever the reason [PERM-380]", () => {
    const content = new ToolError("CONTENT_SUSPICIOUS", "Line 1 looks odd.");
    let count = 0;
    for (const by of reasons) {
      for (const operation of ["read", "write"] as const) {
        for (const roots of [[], ["/w"]]) {
          const refused = { operation, path: "/w/a.txt" as AbsolutePath };
          const file = "/h/.config/filewright/settings.json" as AbsolutePath;
          const way = { roots, rule: "Edit(//w/a.txt)", file, realPath: "/w/a.txt" as RealPath };
          const decision = { answer: "deny", by } as const;
          for (const error of [
            refuseUnasked(refused, by, way),
            refuseByDecision(refused, decision, way),
            refuseCall("Write", decision),
            refuseCallUnasked("Write", by),
            refuseNotYetAsked(refused, by),
            refuseOutdatedAnswer(refused),
            refuseByPerson(refused, undefined),
            findContentRefusal(decision, content, way),
          ]) {
            count += 1;
            expect(`${error?.message} ${JSON.stringify(error?.data)}`).not.toMatch(LIFTING);
          }
        }
      }
    }
    expect(count).toBeGreaterThan(1000);
  });

  it("names none in a call either, nor do descriptions and instructions [PERM-380]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n", ".git/config": "", "package.json": "{}" });
    const pasted = "     1→one\n     2→two\n";
    const inputs: readonly (readonly [string, object])[] = [
      ["Write", { file_path: files.path("new.txt"), content: "x" }],
      ["Write", { file_path: files.path("new.txt"), content: pasted }],
      ["Edit", { file_path: files.path("a.txt"), old_string: "one", new_string: "two" }],
      ["Write", { file_path: files.path(".git/hooks/x"), content: "x" }],
      ["Write", { file_path: files.path(".filewright/settings.json"), content: "{}" }],
      ["Write", { file_path: "/etc/new.txt", content: "x" }],
      ["Read", { file_path: "/etc/hostname" }],
      ["Glob", { pattern: "*", path: "/etc" }],
      ["Grep", { pattern: "x", path: "/etc" }],
    ];
    const options: readonly ToolkitOptions[] = [
      {},
      { roots: "none" },
      ...permissionModes.map((mode) => ({ permissions: { mode } })),
      { permissions: { deny: ["Write", "Read(//etc/**)"] } },
      { permissions: { ask: ["Write", "Read", "Glob", "Grep", "Edit"] } },
    ];
    for (const option of options) {
      const toolkit = files.toolkit(option);
      await toolkit.call("Read", { file_path: files.path("a.txt") });
      for (const [name, input] of inputs) {
        const { content, error } = await toolkit.call(name, input);
        // Where a call names a settings file, so does the refusal.
        const said = JSON.stringify([content, error]).replaceAll(".filewright/settings.json", "");
        if (error !== undefined) expect(said).not.toMatch(LIFTING);
      }
      for (const { description } of toolkit.tools) expect(description).not.toMatch(/filewright |--[a-z]/);
    }
    for (const isReadOnly of [true, false])
      expect(
        renderInstructions({ isReadOnly, whereabouts: { roots: ["/project"], folder: undefined } }),
      ).not.toMatch(/filewright |--[a-z]/);
  });
});

describe("The person", () => {
  it("is told by an event how to allow what was refused unasked [PERM-381]", async () => {
    const files = tempWorkspace({});
    const toolkit = files.toolkit();
    const heard: unknown[] = [];
    toolkit.workspace.events.on("permission-unanswered", ({ tool, path, advice }) =>
      heard.push({ tool, path, advice }),
    );
    const file_path = files.path("a.txt");
    await toolkit.call("Write", { file_path, content: "x" });
    expect(heard).toEqual([
      {
        tool: "Write",
        path: file_path,
        advice: `To allow it, run: filewright permissions add allow "Edit(/${file_path})" --to user`,
      },
    ]);
    // Whoever was asked knows already.
    const asked = files.toolkit({ onAsk: () => ({ answer: "deny" }) });
    asked.workspace.events.on("permission-unanswered", (event) => heard.push(event));
    await asked.call("Write", { file_path, content: "x" });
    expect(heard).toHaveLength(1);
  });

  it("reads it in the terminal, beside the refusal, and not in what --json prints [PERM-381]", async () => {
    const files = tempWorkspace({});
    const words = ["write", files.path("a.txt"), "--content", "x"];
    const { code, stdout, stderr } = await typeCommand(words, files.root);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain(
      `To allow it, run: filewright permissions add allow "Edit(/${files.path("a.txt")})" --to user\n`,
    );
    const json = await typeCommand([...words, "--json"], files.root);
    expect(json.stdout + json.stderr).not.toContain("permissions add");
  });

  it("reads it once on a server's standard error, in a bounded line that can't act on a terminal [PERM-381]", () => {
    const written: string[] = [];
    const note = createRefusalNotes("filewright mcp", (line) => written.push(line));
    const event = {
      tool: "Write",
      path: "/w/\u001b[2J\u202ea\nb",
      advice: `To allow it\u001b, run ${"x".repeat(5000)}`,
    };
    for (let time = 0; time < 3; time += 1) note(event);
    expect(written).toHaveLength(1);
    expect(written[0]).toMatch(/^filewright mcp: Write .* was refused: no one could be asked\. To allow it/);
    expect(written[0]?.slice(0, -1)).not.toMatch(/\p{Cc}|\p{Cf}/u);
    expect(written[0]?.length).toBeLessThan(1100);
    for (let number = 0; number < 500; number += 1) note({ ...event, path: `/w/${number}` });
    expect(written).toHaveLength(41);
    expect(written.at(-1)).toBe("filewright mcp: further refusals are not shown here\n");
  });
});
