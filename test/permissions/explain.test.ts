import { describe, expect, it } from "vitest";
import { tempWorkspace } from "../support/workspace.js";

describe("Explaining a call", () => {
  it("names what decides, with rule, source and file, as the tool itself would be answered [PERM-72]", async () => {
    const files = tempWorkspace({
      ".env": "",
      alias: { link: ".env" },
      "src/a.ts": "",
      ".filewright/settings.json": JSON.stringify({
        permissions: { deny: ["Read(.env)"], ask: ["Edit(/src/**)"] },
      }),
    });
    const toolkit = files.toolkit({ permissions: { allow: ["Edit(docs/**)"] } });
    const file = files.path(".filewright/settings.json");
    const explain = async (tool: string, name: string): Promise<object> => {
      const { answer, rule, reason } = await toolkit.permissions.explain(tool, files.path(name));
      return { answer, reason, ...(rule === undefined ? {} : { rule }) };
    };
    const deny = { text: "Read(.env)", list: "deny", source: "project", file };
    expect(await explain("Read", ".env")).toMatchObject({ answer: "deny", rule: deny });
    expect(await explain("Grep", "alias")).toMatchObject({ answer: "deny", rule: deny });
    expect(await explain("Write", "sub/.env")).toMatchObject({ answer: "deny", rule: deny });
    expect(await explain("Edit", "src/a.ts")).toMatchObject({
      answer: "ask",
      rule: { text: "Edit(/src/**)", list: "ask", source: "project", file },
    });
    expect(await explain("Write", "docs/a.md")).toMatchObject({
      answer: "allow",
      rule: { text: "Edit(docs/**)", list: "allow", source: "host" },
    });
    expect(await explain("Read", "src/a.ts")).toMatchObject({ answer: "allow" });
    expect(await explain("Edit", ".git/config")).toMatchObject({
      answer: "ask",
      reason: "it is protected (.git)",
    });
    expect(await explain("Read", "../outside")).toMatchObject({
      answer: "ask",
      reason: "it lies outside the roots",
    });
  });

  it("tells of a rule that would allow the call if its folder were trusted [PERM-72]", async () => {
    const files = tempWorkspace({
      ".filewright/settings.json": JSON.stringify({ permissions: { allow: ["Edit(/src/**)"] } }),
    });
    const toolkit = files.toolkit();
    const file = files.path(".filewright/settings.json");
    const { withheld, text } = await toolkit.permissions.explain("Write", files.path("src/a.ts"));
    const why = `the folder ${files.root} is not trusted`;
    expect(withheld).toEqual({
      text: "Edit(/src/**)",
      list: "allow",
      source: "project",
      file,
      withheld: why,
    });
    expect(text).toBe(
      `Write ${files.path("src/a.ts")}\nis asked about: changes need permission.\nEdit(/src/**) (project settings, ${file}) would allow it, but ${why}.`,
    );
    await toolkit.permissions.trust(files.root);
    expect(await toolkit.permissions.explain("Write", files.path("src/a.ts"))).toMatchObject({
      answer: "allow",
    });
  });

  it("refuses tools that are not there, and paths that are none [PERM-72]", async () => {
    const toolkit = tempWorkspace({}).toolkit();
    await expect(toolkit.permissions.explain("Raed", "/x")).rejects.toThrow("Did you mean Read?");
    await expect(toolkit.permissions.explain("Read", "x")).rejects.toMatchObject({
      code: "PATH_NOT_ABSOLUTE",
    });
  });

  it("shows rules that can never match, with their place [PERM-72]", async () => {
    const files = tempWorkspace({
      ".filewright/settings.json": JSON.stringify({
        permissions: { deny: ["Write(x)", "Raed(.env)"], denny: [] },
      }),
    });
    const { warnings, sources, mode } = await files.toolkit().permissions.overview();
    expect(warnings.join("\n")).toMatch(/Write\(x\)[\s\S]*Raed\(\.env\)[\s\S]*denny/);
    expect(mode).toBe("default");
    expect(sources).toContainEqual({
      kind: "project",
      file: files.path(".filewright/settings.json"),
      isPresent: true,
      isTrusted: false,
    });
  });
});
