import { describe, expect, it } from "vitest";
import type { AbsolutePath, RealPath } from "../../src/fs/paths.js";
import type { ToolkitOptions } from "../../src/index.js";
import type { Decision, Reason } from "../../src/permissions/access.js";
import { refuseByDecision, refuseByPerson, refuseUnasked } from "../../src/permissions/refusals.js";
import { echoTool } from "../support/test-tools.js";
import { tempWorkspace } from "../support/workspace.js";

const asked = { operation: "read", path: "/w/link" as AbsolutePath } as const;
const outside: Reason = { kind: "default", because: "outside" };
const change: Reason = { kind: "default", because: "change" };
const file = "/home/me/.config/filewright/settings.json" as AbsolutePath;
const realPath = "/x/secret" as RealPath;
/** How a person could allow it. */
const way = { roots: ["/w", "/x"], rule: "Edit(//w/a)", file, realPath } as const;
const source = { kind: "user", folders: [] } as const;
const rule = { text: "Read(~/secret-place/**)", list: "ask", source } as const;
/** Where the link leads is for the person, not for the model. */
const data = { path: "/w/link" };
const long = { operation: "write", path: `/${"\u202e".repeat(2000)}` as AbsolutePath } as const;

describe("a refusal without anyone to ask", () => {
  it.each<["read" | "write", string]>([
    ["read", "Reading"],
    ["write", "Changing"],
  ])("to %s says why, and not where it leads [PATH-7, PATH-14]", (operation, verb) => {
    const { code, message, data: facts } = refuseUnasked({ ...asked, operation }, outside, way);
    expect({ code, message, data: facts }).toEqual({
      code: "PERMISSION_DENIED",
      message: `${verb} /w/link needs permission: it lies outside the roots, and no one can be asked. Use a file inside the roots, or have the user add a root.\nRoots: /w, /x`,
      data,
    });
  });

  it("keeps its advice however long the path, and names a few roots [CALL-5, PATH-12]", () => {
    const roots = Array.from({ length: 9 }, (_, index) => `/${index}${"r".repeat(300)}\n`);
    const [sentence = "", hint = ""] = refuseUnasked(long, outside, { ...way, roots }).message.split("\n");
    expect(sentence).toMatch(/Use a file inside the roots, or have the user add a root\.$/);
    expect(sentence.length).toBeLessThanOrEqual(300);
    expect(hint.split(", ")).toHaveLength(3);
  });

  it("tells the person alone which rule would allow a change, and where it counts [PERM-69, PERM-380]", () => {
    const rule = "Edit(//w/a\u202e.txt)";
    const { message, forPerson } = refuseUnasked({ ...asked, operation: "write" }, change, { ...way, rule });
    expect(message).toBe(
      "Changing /w/link needs permission: changes need permission, and no one can be asked. Have the user allow it, or make the change.",
    );
    expect(forPerson).toBe(`To allow it, add "Edit(//w/a\\u202e.txt)" to permissions.allow in ${file}`);
  });

  it("gives the person the command that adds the rule, unless a shell might read something else in it [PERM-69, CLI-55]", () => {
    const adviceOf = (rule: string): string | undefined =>
      refuseUnasked({ ...asked, operation: "write" }, change, { ...way, rule }).forPerson;
    expect(adviceOf("Edit(//w/a b.txt)")).toBe(
      'To allow it, run: filewright permissions add allow "Edit(//w/a b.txt)" --to user',
    );
    for (const name of ["$(id)", "`id`", 'a"b', "a\\\\b", "a!b", "a%PATH%b", "a;b", "a\nb", "é"]) {
      expect(adviceOf(`Edit(//w/${name})`)).not.toContain("run:");
    }
  });

  it.each<[string, Reason, string]>([
    ["an ask rule", { kind: "rule", rule }, "the user wants to be asked about it"],
    ["a protected path", { kind: "protected", name: ".git" }, "it is protected (.git)"],
  ])(
    "because of %s promises no rule that would help, nor names the one that asks [PERM-69]",
    (_, reason, words) => {
      const { message } = refuseUnasked({ ...asked, operation: "write" }, reason, way);
      expect(message).toBe(
        `Changing /w/link needs permission: ${words}, and no one can be asked. Tell the user what you would change, and why.`,
      );
    },
  );
});

describe("a refusal to look at what a person wants to be asked about", () => {
  const advice = "Tell the user what you would look for, and why.";

  it("speaks of no change [PERM-69]", () => {
    const unasked = refuseUnasked(asked, { kind: "rule", rule }, way);
    const inMode: Reason = { kind: "mode", mode: "dontAsk", instead: { kind: "rule", rule } };
    for (const { message } of [unasked, refuseByDecision(asked, { answer: "deny", by: inMode }, way)]) {
      expect(message).toContain(`Reading /w/link needs permission: the user wants to be asked about it`);
      expect(message.endsWith(advice)).toBe(true);
    }
  });
});

describe("a refusal of what would be asked about", () => {
  const reasons: readonly Reason[] = [
    { kind: "twin-unknown" },
    { kind: "other-names" },
    { kind: "protected", name: ".pre-commit-config.yaml" },
    { kind: "runs-later", what: `scripts in package.json: ${"x".repeat(500)}` },
    { kind: "rule", rule },
    change,
    { kind: "default", because: "link-out" },
  ];

  it.each(reasons)("keeps its advice however long the path: $kind [CALL-5, PERM-69]", (reason) => {
    for (const operation of ["read", "write"] as const) {
      const refused = { ...long, operation };
      const by: Reason = { kind: "mode", mode: "dontAsk", instead: reason };
      for (const { message } of [
        refuseUnasked(refused, reason, way),
        refuseByDecision(refused, { answer: "deny", by }, way),
      ]) {
        const [sentence = ""] = message.split("\n");
        expect(sentence).toMatch(/ asked\. (?:Tell the user|Use a file|Have the user)[^.]*\.$/);
        expect(sentence.length).toBeLessThanOrEqual(300);
      }
    }
  });
});

describe("a refusal of a call of no file", () => {
  const permissions = { ask: ["Deploy"] };
  const deploy = echoTool("Deploy", { readOnly: false });
  const refusal = async (options: ToolkitOptions): Promise<unknown> => {
    const toolkit = tempWorkspace().toolkit({ tools: [deploy], permissions, ...options });
    return (await toolkit.call("Deploy", { what: "now" })).error;
  };

  it.each<[string, ToolkitOptions, string]>([
    [
      "nobody",
      {},
      "Deploy needs permission: the user wants to be asked about it, and no one can be asked. Tell the user what you would do, and why.",
    ],
    [
      "nobody in dontAsk mode",
      { permissions: { ...permissions, mode: "dontAsk" } },
      "Deploy needs permission: the user wants to be asked about it, and in dontAsk mode no one is asked. Tell the user what you would do, and why.",
    ],
    [
      "the user",
      { onAsk: () => ({ answer: "deny", reason: "Not today." }) },
      "The user did not allow this call of Deploy. Do not try it again another way.\nReason: Not today.",
    ],
  ])("by %s names the tool and no folder [PERM-69]", async (_, options, message) => {
    expect(await refusal(options)).toMatchObject({ message, data: { tool: "Deploy" } });
  });
});

describe("a refusal by decision", () => {
  it.each<[string, Decision["by"], string]>([
    [
      "a rule",
      { kind: "rule", rule: { ...rule, list: "deny" } },
      "Changing /w/link is denied by the user's permission rules. Do not try it another way; if it can't be done without, tell the user.",
    ],
    [
      "another name of the file",
      { kind: "twin", rule: { ...rule, list: "deny" } },
      "Changing /w/link is denied by the user's permission rules. Do not try it another way; if it can't be done without, tell the user.",
    ],
    [
      "our own state",
      { kind: "own-state" },
      "/w/link belongs to Filewright's own state (history, locks), which no tool may touch. Leave it alone; undo is the user's to do.",
    ],
    [
      "our own settings",
      { kind: "own-settings" },
      "/w/link holds permission settings, which no tool may change. Tell the user what to change in it.",
    ],
    [
      "dontAsk mode",
      { kind: "mode", mode: "dontAsk", instead: change },
      "Changing /w/link needs permission: changes need permission, and in dontAsk mode no one is asked. Have the user allow it, or make the change.",
    ],
  ])("for %s says so, and names no rule [PERM-69]", (_, by, message) => {
    const refused = refuseByDecision({ ...asked, operation: "write" }, { answer: "deny", by }, way);
    expect({ code: refused.code, message: refused.message }).toEqual({ code: "PERMISSION_DENIED", message });
    expect(JSON.stringify(refused.data)).not.toContain("secret-place");
  });
});

describe("a refusal by the user", () => {
  it.each<[string | undefined, string]>([
    [undefined, "Ask the user how to go on."],
    ["  ", "Ask the user how to go on."],
    [" Use the staging copy. ", "Reason: Use the staging copy."],
  ])("with the reason %j passes it on [PATH-7, PERM-54]", (reason, hint) => {
    const { code, message, data: facts } = refuseByPerson(asked, reason);
    expect({ code, message, data: facts }).toEqual({
      code: "PERMISSION_DENIED",
      message: `The user did not allow this call to read /w/link. Do not try it again another way.\n${hint}`,
      data,
    });
  });

  it("is bounded however long the reason [CALL-5]", () => {
    const { message } = refuseByPerson(long, "no ".repeat(100_000));
    const [sentence = ""] = message.split("\n");
    expect(sentence).toMatch(
      /^The user did not allow this call to change .* Do not try it again another way\.$/,
    );
    expect(message.length).toBeLessThanOrEqual(300 + 1 + 4000);
  });
});
