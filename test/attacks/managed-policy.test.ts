/** The administrator's policy against everybody who may want it looser: user, project, flags, environment, host. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canMount, type ManagedRun, type Ran, runManaged } from "../support/managed-namespace.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const dist = new URL("../../dist/", import.meta.url).pathname;
const isBuilt = existsSync(join(dist, "bin"));

type Run = Partial<ManagedRun>;

function create(): { files: TempWorkspace; base: string; run: (args: readonly string[], run?: Run) => Ran } {
  const files = tempWorkspace({ "a.txt": "one\n", "secret.env": "canary-7\n" });
  const base = join(files.root, "..");
  const environment = { HOME: join(base, "home"), FILEWRIGHT_STATE: join(base, "state") };
  return {
    files,
    base,
    run: (args, { policy = {}, environment: more, ...others } = {}) =>
      runManaged([process.execPath, join(dist, "bin", "filewright.cjs"), ...args], {
        base,
        policy,
        environment: { ...environment, ...more },
        ...others,
      }),
  };
}

/** A host with all its options, as a program of its own; prints what the calls returned. */
function runHost(base: string, body: string, policy: unknown, more: Run = {}): Ran {
  const program = join(base, "host.mjs");
  writeFileSync(
    program,
    `import { createToolkit, Workspace } from ${JSON.stringify(join(dist, "index.js"))};
const call = async (toolkit, ...given) => { const { error, content } = await toolkit.call(...given); console.log(error?.code ?? "fine", (error?.message ?? "").split("\\n")[0], JSON.stringify(content)); };
${body}`,
  );
  return runManaged([process.execPath, program], {
    base,
    policy,
    environment: { HOME: join(base, "home"), FILEWRIGHT_STATE: join(base, "state") },
    ...more,
  });
}

const deny = { permissions: { deny: ["Read(*.env)"] } };

// Skipped where mounts are not allowed, or before `npm run build`.
describe.skipIf(!canMount || !isBuilt)("The managed policy", () => {
  it("denies what user, project, flag file and mode allow, and carve-outs do not reach it [HOST-180]", () => {
    const { files, base, run } = create();
    const loose = JSON.stringify({
      permissions: {
        allow: ["Read(*.env)", "Read"],
        deny: ["Read(!secret.env)"],
        defaultMode: "bypassPermissions",
      },
    });
    for (const folder of [join(files.root, ".filewright"), join(base, "home/.config/filewright")]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "settings.json"), loose);
    }
    writeFileSync(join(base, "flag.json"), loose);
    const target = files.path("secret.env");
    const given = [
      "--root",
      files.root,
      "--settings",
      join(base, "flag.json"),
      "--mode",
      "bypassPermissions",
    ];
    const read = run(["read", target, ...given], { policy: deny });
    expect([read.status, read.stdout + read.stderr]).toEqual([3, expect.not.stringContaining("canary-7")]);
    const explained = run(["permissions", "explain", "Read", target, "--root", files.root], { policy: deny });
    expect(explained.stdout).toContain("the managed settings (/etc/filewright/managed-settings.json)");
    const listed = run(["permissions", "list", "--root", files.root], { policy: deny });
    expect(listed.stdout).toContain("managed: /etc/filewright/managed-settings.json");
    expect(run(["doctor", "--root", files.root], { policy: deny }).stdout).toContain("/etc/filewright");
  });

  it("holds against every option of a host: no settings, hard links ignored, a disk of its own [HOST-180]", () => {
    const { files, base } = create();
    const ran = runHost(
      base,
      `const root = ${JSON.stringify(files.root)};
import { linkSync } from "node:fs";
linkSync(root + "/secret.env", root + "/other.txt");
const toolkit = createToolkit({ roots: [root], permissions: { settings: false, hardLinks: "ignore", allow: ["Read", "Edit"], mode: "bypassPermissions" } });
await call(toolkit, "Read", { file_path: root + "/secret.env" });
await call(toolkit, "Read", { file_path: root + "/other.txt" });
await call(toolkit, "Grep", { pattern: "canary", path: root, output_mode: "content" });
const shared = createToolkit({ workspace: toolkit.workspace });
await call(shared, "Read", { file_path: root + "/secret.env" });`,
      deny,
    );
    expect(ran.stderr).toBe("");
    expect(ran.stdout).not.toContain("canary-7");
    expect(ran.stdout.match(/^PERMISSION_DENIED/gm)).toHaveLength(3);
  });

  it.each([
    ["a flag", ["--mode", "bypassPermissions"]],
    ["another flag", ["--mode", "acceptEdits"]],
  ])("refuses a mode that it does not allow, set by %s [HOST-181]", (_, flags) => {
    const { files, run } = create();
    const policy = { allowedModes: ["default", "plan"] };
    const args = ["write", files.path("new.txt"), "--content", "x", "--root", files.root, ...flags];
    const ran = run(args, { policy });
    expect(ran.status).not.toBe(0);
    expect(ran.stderr).toContain("is not allowed by the managed settings");
    expect(files.stamp("new.txt")).toBeUndefined();
  });

  it("refuses such a mode from a host, a session call and settings, and disableBypassPermissions rules one out [HOST-181]", () => {
    const { files, base } = create();
    const home = join(base, "home/.config/filewright");
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "settings.json"), '{"permissions":{"defaultMode":"bypassPermissions"}}');
    const ran = runHost(
      base,
      `const root = ${JSON.stringify(files.root)};
const write = { file_path: root + "/new.txt", content: "x" };
await call(createToolkit({ roots: [root], permissions: { mode: "bypassPermissions" } }), "Write", write);
const toolkit = createToolkit({ roots: [root] });
toolkit.permissions.setMode("bypassPermissions");
await call(toolkit, "Write", write);
try { toolkit.permissions.setMode("bypassPermissions"); console.log("set"); } catch ({ code }) { console.log(code); }
toolkit.permissions.setMode("default");
await call(toolkit, "Write", write);
await call(createToolkit({ roots: [root] }), "Write", write);
await call(createToolkit({ workspace: toolkit.workspace, permissions: { mode: "bypassPermissions" } }), "Write", write);`,
      { disableBypassPermissions: true },
    );
    expect(ran.stderr).toBe("");
    expect(ran.stdout.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "SETTINGS_INVALID",
      "SETTINGS_INVALID",
      "SETTINGS_INVALID",
      "PERMISSION_DENIED",
      "PERMISSION_DENIED",
      "SETTINGS_INVALID",
      "",
    ]);
    expect(files.stamp("new.txt")).toBeUndefined();
  });

  it("lets only its own allow rules count where it says so [HOST-182]", () => {
    const { files, base } = create();
    const policy = { allowManagedRulesOnly: true, permissions: { allow: ["Edit(*.md)"] } };
    const ran = runHost(
      base,
      `const root = ${JSON.stringify(files.root)};
const toolkit = createToolkit({ roots: [root], workingDirectory: root, permissions: { allow: ["Edit"] } });
toolkit.permissions.importGrants([{ text: "Edit(*.txt)", list: "allow", source: { kind: "session", folders: [root] } }]);
await call(toolkit, "Write", { file_path: root + "/new.txt", content: "x" });
await call(toolkit, "Write", { file_path: root + "/new.md", content: "x" });
console.log((await toolkit.permissions.overview()).rules.find(({ source }) => source === "host").withheld);`,
      policy,
    );
    expect(ran.stdout).toMatch(/^PERMISSION_DENIED[^\n]*\nfine [^\n]*\nthe managed settings let only/);
  });

  it.each<[string, Run]>([
    ["writable by others", { fileMode: 0o666 }],
    ["writable by its group", { fileMode: 0o664 }],
    ["in a folder that others can write to", { folderMode: 0o777 }],
    ["owned by somebody else", { prepare: "chown 12345 managed-settings.json" }],
    ["in a folder owned by somebody else", { prepare: "chown 12345 ." }],
    ["a link", { prepare: "mv managed-settings.json x && ln -s x managed-settings.json" }],
    ["a folder", { prepare: "rm managed-settings.json && mkdir managed-settings.json" }],
    ["a pipe", { prepare: "rm managed-settings.json && mkfifo managed-settings.json" }],
    ["no JSON", { policy: "{" }],
    ["empty", { policy: "" }],
    ["with a misspelt key", { policy: { alowedModes: ["plan"] } }],
    ["with a misspelt list", { policy: { permissions: { dney: ["Read"] } } }],
    ["with an unknown mode", { policy: { allowedModes: ["yolo"] } }],
    [
      "with no mode left",
      { policy: { allowedModes: ["bypassPermissions"], disableBypassPermissions: true } },
    ],
    ["with an audit that is no object", { policy: { audit: true } }],
    ["with a relative audit file", { policy: { audit: { required: true, file: "x" } } }],
    ["with an unknown sandbox", { policy: { sandbox: "yes" } }],
  ])("stops every tool when it is %s [HOST-183]", (_, given) => {
    const { files, run } = create();
    const read = run(["read", files.path("a.txt"), "--root", files.root], given);
    expect(read.status).not.toBe(0);
    expect(read.stdout).not.toContain("one");
    expect(read.stderr).toContain("/etc/filewright/managed-settings.json");
    expect(run(["doctor", "--root", files.root], given).stdout).toContain("managed-settings.json");
  });

  it("lies where it lies, whatever the environment says, and tools can't write it [HOST-184]", () => {
    const { files, base, run } = create();
    const environment = {
      XDG_CONFIG_HOME: base,
      XDG_CONFIG_DIRS: base,
      ProgramData: base,
      FILEWRIGHT_MANAGED: base,
    };
    expect(
      run(["read", files.path("secret.env"), "--root", files.root], { policy: deny, environment }).status,
    ).toBe(3);
    const args = ["write", "/etc/filewright/managed-settings.json", "--content", "{}", "--root", "/etc"];
    const written = run([...args, "--mode", "bypassPermissions"], { policy: deny });
    expect(written.status).toBe(3);
    expect(readFileSync(join(base, "etc/filewright/managed-settings.json"), "utf8")).toBe(
      JSON.stringify(deny),
    );
  });

  it("keeps an audit log that nobody asked for, and stops calls while it can't be written [HOST-185]", () => {
    const { files, base } = create();
    const file = join(base, "log", "audit.jsonl");
    const body = `const root = ${JSON.stringify(files.root)};
import { mkdirSync, renameSync, rmSync } from "node:fs";
const toolkit = createToolkit({ roots: [root], audit: false, permissions: { mode: "acceptEdits" } });
await call(toolkit, "Write", { file_path: root + "/new.txt", content: "x" });
await toolkit.close();
const next = createToolkit({ roots: [root], audit: false, permissions: { mode: "acceptEdits" } });
renameSync(${JSON.stringify(file)}, ${JSON.stringify(`${file}.old`)}); mkdirSync(${JSON.stringify(file)});
await call(next, "Read", { file_path: root + "/a.txt" });
await call(next, "Write", { file_path: root + "/second.txt", content: "x" });
rmSync(${JSON.stringify(file)}, { recursive: true });
await call(next, "Read", { file_path: root + "/a.txt" });
await next.close();`;
    const ran = runHost(base, body, { audit: { required: true, file } });
    expect(ran.stderr).toBe("");
    expect(ran.stdout).toMatch(
      /^fine[^\n]*\nSETTINGS_INVALID The managed settings require an audit log[^]*\nSETTINGS_INVALID[^]*\nfine/,
    );
    expect(readFileSync(`${file}.old`, "utf8")).toContain('"event":"file-changed"');
    expect(readFileSync(file, "utf8")).toContain('"tool":"Read"');
    expect(files.stamp("second.txt")).toBeUndefined();
  });

  it("holds for agents with rules of their own, and their tokens can't have a mode it does not allow [HOST-194]", () => {
    const { files, base, run } = create();
    const body = `const root = ${JSON.stringify(files.root)};
const workspace = new Workspace({ roots: [root], permissions: { mode: "default" } });
const open = (permissions) => createToolkit({ workspace, agent: { name: "ci", permissions } });
await call(open({ allow: ["Read(*.env)", "Read"] }), "Read", { file_path: root + "/secret.env" });
await call(open({ allow: ["Edit"] }), "Write", { file_path: root + "/new.txt", content: "x" });
await call(open({ mode: "bypassPermissions" }), "Read", { file_path: root + "/a.txt" });
await call(open({ mode: "plan" }), "Read", { file_path: root + "/a.txt" });`;
    const policy = { ...deny, disableBypassPermissions: true, allowManagedRulesOnly: true };
    const ran = runHost(base, body, policy);
    expect(ran.stderr).toBe("");
    expect(ran.stdout).not.toContain("canary-7");
    expect(ran.stdout.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "PERMISSION_DENIED",
      "PERMISSION_DENIED",
      "SETTINGS_INVALID",
      "fine",
      "",
    ]);
    const added = run(["tokens", "add", "ci", "--mode", "bypassPermissions"], { policy });
    expect([added.status, added.stdout]).toEqual([2, ""]);
    expect(existsSync(join(base, "state/serve/tokens.json"))).toBe(false);
  });

  it("that requires a sandbox is loosened by no variable, and no host [HOST-186]", () => {
    const { files, base } = create();
    const body = `
const toolkit = createToolkit({ roots: [${JSON.stringify(files.root)}], sandbox: "off" });
console.log((await toolkit.permissions.overview()).settings.sandbox);
await toolkit.close();`;
    const ran = runHost(base, body, { sandbox: "require" });
    expect([ran.stdout.trim(), ran.stderr]).toEqual(["require", ""]);
  });
});
