import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Seat, takeSeat } from "../support/terminal.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const PROJECT = ".filewright/settings.json";
const LOCAL = ".filewright/settings.local.json";

const settings = (permissions: object): string => JSON.stringify({ permissions });

function begin(project?: object): {
  readonly files: TempWorkspace;
  readonly seat: Seat;
  readonly user: string;
} {
  const files = tempWorkspace({
    "src/a.ts": "a\n",
    ".env": "x\n",
    ...(project === undefined ? {} : { [PROJECT]: settings(project) }),
  });
  const seat = takeSeat(files.root);
  return { files, seat, user: join(seat.environment["XDG_CONFIG_HOME"] ?? "", "filewright/settings.json") };
}

describe("A rule for a tool of another program", () => {
  it.each(["Bash(ls)", "WebFetch(domain:example.com)", "mcp__server__tool"])(
    "is added with a warning that it has no effect: %s [CLI-304]",
    async (rule) => {
      const { files, seat } = begin();
      const { code, out, err } = await seat.run(["permissions", "add", "allow", rule]);
      expect({ code, out }).toEqual({
        code: 0,
        out: `Added to the allow rules of ${files.path(LOCAL)}: ${rule}\n`,
      });
      expect(err).toBe(
        `Warning: There is no tool ${rule.replace(/\(.*/, "")} here, so the rule has no effect in Filewright. Tools: Read, Write, Edit, Glob, Grep, NotebookEdit.\n`,
      );
      // In settings that other programs share, it is not a mistake.
      expect((await seat.run(["permissions"])).out).not.toContain("Warnings");
      const { out: json } = await seat.run(["permissions", "add", "allow", rule, "--json"]);
      expect(JSON.parse(json).warnings).toEqual([expect.stringContaining("has no effect in Filewright")]);
    },
  );

  it("is told from one of our own [CLI-304]", async () => {
    const { seat } = begin();
    for (const rule of ["Edit(/src/**)", "Read", "Glob", "NotebookEdit"])
      expect((await seat.run(["permissions", "add", "deny", rule])).err).toBe("");
  });
});

describe("filewright permissions list", () => {
  it("shows the mode, the rules in their order with where they stand, and what does not count [CLI-50]", async () => {
    const { files, seat, user } = begin({
      allow: ["Edit(/src/**)"],
      deny: ["Read(.env)"],
      additionalDirectories: ["../more"],
      defaultMode: "acceptEdits",
    });
    mkdirSync(dirname(user), { recursive: true });
    writeFileSync(user, settings({ ask: ["Edit(*.md)"], allow: ["Write(x)"] }));
    const { code, out, err } = await seat.run(["permissions"]);
    const project = files.path(PROJECT);
    const why = `does not count: the folder ${files.root} is not trusted`;
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.replaceAll(/ {2,}/g, "  ").split("\n")).toEqual([
      "Mode: default (acceptEdits is asked for by a folder that is not trusted)",
      "",
      "Rules",
      `  deny  Read(.env)  project: ${project}`,
      `  ask  Edit(*.md)  user: ${user}`,
      `  allow  Edit(/src/**)  project: ${project}  ${why}`,
      "",
      "Extra roots",
      `  ${files.path("../more")}  ${project}  ${why}`,
      "",
      "Settings files",
      `  local  ${files.path(LOCAL)}  not there`,
      `  project  ${project}  in use, not trusted`,
      `  user  ${user}  in use`,
      "",
      "Warnings",
      expect.stringContaining(`  Write(x) (user settings, ${user}): `),
      "",
    ]);
  });

  it("answers programs in JSON, and is a failure where settings are broken [CLI-50]", async () => {
    const { files, seat } = begin({ deny: ["Read(.env)"] });
    const json = await seat.run(["permissions", "list", "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({
      mode: "default",
      rules: [{ text: "Read(.env)", list: "deny", source: "project", file: files.path(PROJECT) }],
    });
    files.write(PROJECT, "{ broken");
    const broken = await seat.run(["permissions", "list"]);
    expect(broken).toMatchObject({ code: 2, out: "" });
    expect(broken.err).toContain(`${files.path(PROJECT)}, line 1, column 3`);
    const told = await seat.run(["permissions", "list", "--json"]);
    expect(JSON.parse(told.out)).toMatchObject({ error: { code: "SETTINGS_INVALID" } });
  });

  it("prints no rule that could control the terminal or pass for a line of its own [CLI-54]", async () => {
    const rule = "Edit(\u001b[2J\n  allow  Read(//**)\u202e)";
    const { seat } = begin({ allow: [rule, "Edit(*.{a,\u001b[1m\n})", "Reed(\u001b[1m\nx)"] });
    for (const words of [
      ["permissions"],
      ["permissions", "trust"],
      ["permissions", "add", "deny", rule],
      ["permissions", "remove", "deny", rule],
      ["permissions", "remove", "deny", rule],
      ["permissions", "explain", "Edit", "src/a\u001b.ts"],
    ]) {
      const { out, err } = await seat.run(words);
      expect(out + err).not.toMatch(/[^\n\P{Cc}]|\u202e|^ {2}allow {2}Read/mu);
    }
  });
});

describe("filewright permissions add and remove", () => {
  it.each([
    ["local", LOCAL],
    ["project", PROJECT],
  ])("write to the %s settings and say so, and it is in force [CLI-51]", async (to, name) => {
    const { files, seat } = begin();
    const added = await seat.run(["permissions", "add", "deny", "Read(src/**)", "--to", to]);
    expect(added).toMatchObject({
      code: 0,
      out: `Added to the deny rules of ${files.path(name)}: Read(src/**)\n`,
      err: "",
    });
    expect(JSON.parse(files.read(name))).toEqual({ permissions: { deny: ["Read(src/**)"] } });
    expect(await seat.run(["permissions", "explain", "Read", "src/a.ts"])).toMatchObject({ code: 3 });
    expect(await seat.run(["permissions", "remove", "deny", "Read(src/**)", "--from", to])).toMatchObject({
      code: 0,
      out: `Removed from the deny rules of ${files.path(name)}: Read(src/**)\n`,
    });
    expect(await seat.run(["permissions", "remove", "deny", "Read(src/**)", "--from", to])).toMatchObject({
      code: 1,
    });
    expect(await seat.run(["permissions", "explain", "Read", "src/a.ts"])).toMatchObject({ code: 0 });
  });

  it("write to the user's settings and take files by name; JSON tells the file [CLI-51]", async () => {
    const { seat, user } = begin();
    const added = await seat.run(["permissions", "add", "ask", "Edit(*.md)", "--to", "user", "--json"]);
    expect(JSON.parse(added.out)).toEqual({ list: "ask", rule: "Edit(*.md)", file: user, warnings: [] });
    expect(JSON.parse(readFileSync(user, "utf8"))).toEqual({ permissions: { ask: ["Edit(*.md)"] } });
    const removed = await seat.run(["permissions", "remove", "ask", "Edit(*.md)", "--from", user, "--json"]);
    expect(JSON.parse(removed.out)).toMatchObject({ file: user, isRemoved: true });
    expect(await seat.run(["permissions", "remove", "ask", "x", "--from", "other.json"])).toMatchObject({
      code: 2,
    });
  });

  it("change nothing for a rule that can't be understood, a wrong list or broken settings [CLI-51]", async () => {
    const { files, seat } = begin();
    for (const words of [
      ["deny", "Read(.env"],
      ["deny", ""],
      ["forbid", "Read(.env)"],
      ["deny", "Read(.env)", "--to", "everyone"],
      ["deny"],
    ]) {
      expect(await seat.run(["permissions", "add", ...words])).toMatchObject({ code: 2, out: "" });
    }
    expect(files.stamp(".filewright")).toBeUndefined();
    files.write(LOCAL, settings({ deny: ["Read(.env"] }));
    expect(await seat.run(["permissions", "add", "deny", "Read(x)"])).toMatchObject({ code: 2, out: "" });
    // What breaks them can be taken out again.
    expect(await seat.run(["permissions", "remove", "deny", "Read(.env"])).toMatchObject({ code: 0 });
    expect(await seat.run(["permissions", "add", "deny", "Read(x)"])).toMatchObject({ code: 0 });
  });

  it("warn of a rule that never matches, and of one that does not count yet [CLI-51]", async () => {
    const { seat } = begin();
    const never = await seat.run(["permissions", "add", "allow", "Write(x)", "--to", "user"]);
    expect(never.code).toBe(0);
    expect(never.err).toContain("Warning: Write(x) (user settings, ");
    const notYet = await seat.run(["permissions", "add", "allow", "Edit(/src/**)", "--to", "project"]);
    expect(notYet.err).toContain("It does not count yet: the folder ");
    // What someone adds to their own local settings counts at once.
    expect(await seat.run(["permissions", "add", "allow", "Edit(/src/**)"])).toMatchObject({
      code: 0,
      err: "",
    });
    expect(await seat.run(["permissions", "explain", "Edit", "src/a.ts"])).toMatchObject({ code: 0 });
  });
});

describe("filewright permissions explain", () => {
  it("says what a call would be answered, by which rule, and how to be asked no more [CLI-52]", async () => {
    const { files, seat } = begin({ deny: ["Read(.env)"] });
    expect(await seat.run(["permissions", "explain", "Read", ".env"])).toMatchObject({
      code: 3,
      out: `Read ${files.path(".env")}\nis denied: the rule Read(.env) in the project settings (${files.path(PROJECT)}) denies it.\n`,
    });
    expect(await seat.run(["permissions", "explain", "read", "src/a.ts"])).toMatchObject({
      code: 0,
      out: `Read ${files.path("src/a.ts")}\nis allowed: reading inside the roots is allowed.\n`,
    });
    expect(await seat.run(["permissions", "explain", "notebook-edit", "src/a.ts"])).toMatchObject({
      code: 0,
      out: `NotebookEdit ${files.path("src/a.ts")}\nis asked about: changes need permission.\nTo be asked no more: filewright permissions add allow "Edit(/src/a.ts)"\n`,
    });
    const json = await seat.run(["permissions", "explain", "Edit", ".git/config", "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({ answer: "ask", reason: "it is protected (.git)" });
    expect(JSON.parse(json.out)).not.toHaveProperty("allowRule");
    expect(await seat.run(["permissions", "explain", "Fly", "src/a.ts"])).toMatchObject({ code: 2, out: "" });
  });

  it("gives a command that does what it says [CLI-52]", async () => {
    const { seat } = begin();
    const { out } = await seat.run(["permissions", "explain", "Edit", "src/a.ts"]);
    const [, rule = ""] = /add allow "(.+)"/.exec(out) ?? [];
    await seat.run(["permissions", "add", "allow", rule]);
    expect((await seat.run(["permissions", "explain", "Edit", "src/a.ts"])).out).toContain("is allowed");
  });
});

describe("filewright permissions trust", () => {
  const project = {
    allow: ["Edit(/src/**)"],
    additionalDirectories: ["../more"],
    defaultMode: "acceptEdits",
  };

  it("shows what the folder would bring and asks; silence is a no [CLI-53]", async () => {
    const { files, seat } = begin(project);
    const declined = await seat.run(["permissions", "trust"], { says: [""] });
    expect(declined).toMatchObject({ code: 3, out: "", asked: ["Trust this folder? [y/N] "] });
    expect(declined.err.replaceAll(/ {2,}/g, "  ")).toBe(
      [
        `Trusting ${files.root} lets this count:`,
        `  allow  Edit(/src/**)  project: ${files.path(PROJECT)}`,
        `  extra root  ${files.path("../more")}`,
        "  mode  acceptEdits",
        "When its settings files change, you have to trust it again.",
        "Nothing was changed.",
        "",
      ].join("\n"),
    );
    expect(await seat.run(["permissions", "trust"])).toMatchObject({ code: 2, out: "", asked: [] });
    expect((await seat.run(["permissions", "explain", "Edit", "src/a.ts"])).out).toContain("is not trusted");
    expect(await seat.run(["permissions", "trust"], { says: ["yes"] })).toMatchObject({ code: 0 });
    expect((await seat.run(["permissions", "explain", "Edit", "src/a.ts"])).out).toContain("is allowed");
    expect(await seat.run(["permissions", "trust"])).toMatchObject({
      code: 0,
      out: `${files.root} is trusted already.\n`,
    });
    expect(await seat.run(["permissions", "untrust"])).toMatchObject({ code: 0 });
    expect((await seat.run(["permissions", "explain", "Edit", "src/a.ts"])).out).toContain("is not trusted");
  });

  it("asks again when the settings have changed, and says why they do not count [HOST-15]", async () => {
    const { files, seat } = begin(project);
    expect(await seat.run(["permissions", "trust"], { says: ["yes"] })).toMatchObject({ code: 0 });
    files.write(PROJECT, JSON.stringify({ permissions: { allow: ["Edit(/**)"] } }));
    const { out } = await seat.run(["permissions", "explain", "Edit", "src/a.ts"]);
    expect(out).toContain(`this file has changed since the folder ${files.root} was trusted`);
    const again = await seat.run(["permissions", "trust"], { says: ["yes"] });
    expect(again).toMatchObject({ code: 0, asked: ["Trust this folder? [y/N] "] });
    expect(again.err).toContain("Edit(/**)");
    expect((await seat.run(["permissions", "explain", "Edit", "src/a.ts"])).out).toContain("is allowed");
  });

  it("takes another folder by its name, and scripts by --yes [CLI-53]", async () => {
    const { files } = begin(project);
    const away = takeSeat(tempWorkspace({}).root);
    const json = await away.run(["permissions", "trust", files.root, "--yes", "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({
      folder: files.root,
      isTrusted: true,
      rules: [{ text: "Edit(/src/**)" }],
      directories: [{ path: files.path("../more") }],
      withheldMode: "acceptEdits",
    });
    const there = await away.run(["permissions", "--root", files.root, "--json"]);
    expect(JSON.parse(there.out)).toMatchObject({ mode: "acceptEdits" });
    const missing = await away.run(["permissions", "trust", files.path("none"), "--yes"]);
    expect(missing).toMatchObject({ code: 2, out: "" });
    files.write(PROJECT, "{");
    expect(await away.run(["permissions", "trust", files.root, "--yes"])).toMatchObject({ code: 2, out: "" });
    expect(await away.run(["permissions", "untrust", files.root, "--json"])).toMatchObject({ code: 0 });
  });
});
