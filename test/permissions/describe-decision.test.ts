import { describe, expect, it } from "vitest";
import type { AbsolutePath } from "../../src/fs/paths.js";
import { permissionModes, type Reason, type Rule } from "../../src/permissions/access.js";
import { describeReason, renderExplanation } from "../../src/permissions/describe-decision.js";

const file = "/w/app/.filewright/settings.json" as AbsolutePath;
const rule: Rule = {
  text: "Read(.env)",
  list: "deny",
  source: { kind: "project", file, folders: ["/w/app"] },
};

describe("A decision in words", () => {
  it.each<readonly [Reason, string]>([
    [{ kind: "rule", rule }, `the rule Read(.env) in the project settings (${file}) denies it`],
    [
      { kind: "rule", rule: { ...rule, list: "ask", source: { kind: "host", folders: [] } } },
      "the rule Read(.env) in the rules of the host asks about it",
    ],
    [
      { kind: "rule", rule: { text: "Edit(/a)", list: "allow", source: { kind: "session", folders: [] } } },
      "the rule Edit(/a) in the answers of this session allows it",
    ],
    [
      { kind: "rule", rule: { ...rule, source: { kind: "user", file, folders: [] } } },
      `the rule Read(.env) in the user settings (${file}) denies it`,
    ],
    [
      {
        kind: "rule",
        rule: { ...rule, text: "Read(a\u202eb)", source: { kind: "flag", file, folders: [] } },
      },
      `the rule Read(a\\u202eb) in the settings given at start (${file}) denies it`,
    ],
    [
      { kind: "twin", rule: { ...rule, source: { kind: "local", file, folders: [] } } },
      `the same file has another name, and the rule Read(.env) in the local settings (${file}) denies it there`,
    ],
    [
      { kind: "twin-unknown" },
      "the file has other names, and not every place could be looked through for one that is denied",
    ],
    [{ kind: "own-state" }, "it belongs to Filewright's own state, which no tool may touch"],
    [{ kind: "own-settings" }, "it belongs to Filewright's own settings, which no tool may change"],
    [{ kind: "protected", name: ".git" }, "it is protected (.git)"],
    [{ kind: "runs-later", what: "scripts in package.json" }, "it would run later (scripts in package.json)"],
    [{ kind: "saved-result" }, "it is a saved result of this session"],
    [{ kind: "default", because: "read-inside" }, "reading inside the roots is allowed"],
    [{ kind: "default", because: "change" }, "changes need permission"],
    [{ kind: "default", because: "outside" }, "it lies outside the roots"],
    [{ kind: "default", because: "link-out" }, "a link leads out of the roots"],
    [
      { kind: "mode", mode: "dontAsk", instead: { kind: "default", because: "change" } },
      "dontAsk mode denies what would be asked about, and changes need permission",
    ],
  ])("%j is: %s [PERM-16]", (reason, words) => {
    expect(describeReason(reason)).toBe(words);
  });

  it("has words for every mode [PERM-16]", () => {
    expect(permissionModes.map((mode) => describeReason({ kind: "mode", mode }))).toEqual([
      "default mode asks",
      "acceptEdits mode allows changes inside the roots",
      "plan mode allows no changes",
      "dontAsk mode denies what would be asked about",
      "bypassPermissions mode allows what no rule denies or asks about",
    ]);
  });

  it("explains itself in some lines [PERM-16]", () => {
    const decision = { answer: "deny", by: { kind: "rule", rule } } as const;
    expect(renderExplanation({ tool: "Edit", path: "/w/app/link", realPath: "/w/app/.env", decision })).toBe(
      [
        "Edit /w/app/link",
        "leads to /w/app/.env",
        `is denied: the rule Read(.env) in the project settings (${file}) denies it.`,
      ].join("\n"),
    );
    const asked = { answer: "ask", by: { kind: "default", because: "outside" } } as const;
    expect(
      renderExplanation({ tool: "Read", path: "/a\u001bb", realPath: "/a\u001bb", decision: asked }),
    ).toBe("Read /a\\u001bb\nis asked about: it lies outside the roots.");
    const allowed = { answer: "allow", by: { kind: "default", because: "read-inside" } } as const;
    expect(
      renderExplanation({ tool: "Read", path: "/w/app/a", realPath: "/w/app/a", decision: allowed }),
    ).toBe("Read /w/app/a\nis allowed: reading inside the roots is allowed.");
  });
});
