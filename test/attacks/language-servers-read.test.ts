/** Language servers read more than the agent may, and tell it: confined, and with what they report sifted, they tell nothing. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, linkSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { languageServerCheck } from "../../src/cli/commands/doctor/language-servers.js";
import type { ToolkitOptions } from "../../src/index.js";
import { findSandbox } from "../../src/process/sandbox/sandbox.js";
import { deskWith, type LanguageDesk, type ServerEntry } from "../support/language-desk.js";
import { type Tree, tempWorkspace } from "../support/workspace.js";

const CANARY = "canary_51c9";
const sandbox = findSandbox();
const canHide = typeof sandbox !== "string" && sandbox.canHide;
const isInstalled = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;
const require = createRequire(import.meta.url);
const inPackage = (name: string, path: string): string =>
  join(realpathSync(dirname(require.resolve(`${name}/package.json`))), path);

const reader: ServerEntry = {
  command: [process.execPath, fileURLToPath(new URL("reading-language-server.js", import.meta.url))],
  languages: { ".txt": "plain" },
};
const clangd: ServerEntry = { command: ["/usr/bin/clangd"], languages: { ".c": "c" } };
const typescript: ServerEntry = {
  command: [process.execPath, inPackage("typescript", "bin/tsc"), "--lsp", "--stdio"],
  languages: { ".ts": "typescript" },
};

function scene(server: ServerEntry, tree: Tree, options: ToolkitOptions = {}): LanguageDesk {
  const { permissions } = options;
  return deskWith(
    { real: server },
    { "../outside/secret.h": `${CANARY} x;\n`, ...tree },
    {
      ...options,
      permissions: { mode: "acceptEdits", ...permissions },
    },
  );
}

/** All that the agent, the host and the person are told of an edit. */
async function tell(desk: LanguageDesk, name: string, text: string): Promise<string> {
  const file_path = desk.workspace.path(name);
  await desk.toolkit.call("Read", { file_path });
  const result = await desk.toolkit.call("Write", { file_path, content: text });
  const { diagnostics } = result as { diagnostics?: unknown };
  return JSON.stringify([
    diagnostics,
    result.content.at(-1),
    desk.events.filter(({ type }) => type === "diagnostics"),
  ]);
}

describe("A language server", () => {
  it.skipIf(!canHide)(
    "reads neither denied nor outside files, writes nothing in the roots, and has no network [HOST-62]",
    async () => {
      const desk = scene(
        reader,
        { ".env": CANARY, "keys/a.pem": CANARY, "b.txt": "in the root", "a.txt": "one\n" },
        { permissions: { deny: ["Read(.env)", "Read(keys/**)"] } },
      );
      const at = (name: string): string => desk.workspace.path(name);
      linkSync(at(".env"), at("second"));
      const server = createServer((socket) => void socket.end());
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void server.close());
      const { port } = server.address() as { port: number };
      const tries = [
        `READ(${at("b.txt")})`,
        `READ(${at(".env")})`,
        `READ(${at("keys/a.pem")})`,
        `READ(${at("second")})`,
        `READ(${at("../outside/secret.h")})`,
        `READ(/proc/self/root${at("../outside/secret.h")})`,
        `READ(${join(dirname(desk.workspace.root), "home/.config/filewright/settings.json")})`,
        `WRITE(${at("made.txt")})`,
        `WRITE(${at("a.txt")})`,
        `CONNECT(${port})`,
      ];
      const told = await tell(desk, "a.txt", tries.join("\n"));
      expect(told).toContain("read in the root");
      expect(told).not.toContain(CANARY);
      expect(told).not.toMatch(/wrote|connected|settings|languageServers/);
      expect(told).toMatch(/write failed: E(ROFS|ACCES)/);
      expect(desk.workspace.read("a.txt")).toBe(tries.join("\n"));
    },
  );

  it.skipIf(!canHide)(
    "is started again when a file that rules keep from it appears or is replaced [HOST-62]",
    async () => {
      const desk = scene(
        reader,
        { ".env": "old", "a.txt": "one\n" },
        { permissions: { deny: ["Read(.env)", "Read(late.key)"] } },
      );
      const at = (name: string): string => desk.workspace.path(name);
      const tries = `READ(${at(".env")})\nREAD(${at("late.key")})\n`;
      expect(await tell(desk, "a.txt", tries)).not.toContain("read old");
      // As editors save: another file takes the name, and the mask goes with the old one.
      writeFileSync(at("next"), CANARY);
      renameSync(at("next"), at(".env"));
      writeFileSync(at("late.key"), CANARY);
      for (const extra of ["1", "2"])
        expect(await tell(desk, "a.txt", `${tries}${extra}`)).not.toContain(CANARY);
    },
  );

  it.skipIf(!canHide)(
    "is not heard while a file that a pattern denies has just been made [HOST-62]",
    async () => {
      const desk = scene(reader, { "a.txt": "one\n" }, { permissions: { deny: ["Read(**/*.key)"] } });
      const at = (name: string): string => desk.workspace.path(name);
      expect(await tell(desk, "a.txt", `READ(${at("a.txt")})`)).toContain("read READ");
      for (const name of ["one.key", "sub/two.key", "sub/sub/three.key"]) {
        desk.workspace.write(name, CANARY);
        expect(await tell(desk, "a.txt", `READ(${at(name)})\n${name}`)).not.toContain(CANARY);
      }
    },
  );

  it.skipIf(!canHide)("leaves no folder behind, however it and its host end [HOST-62]", async () => {
    const temporary = tempWorkspace().root;
    const script = fileURLToPath(new URL("reading-language-server.js", import.meta.url));
    const host = `
      const { GuardedProgram } = await import(${JSON.stringify(new URL("../../.build/lib/process/guarded-program.js", import.meta.url).href)});
      const program = new GuardedProgram({ program: process.execPath, arguments: [${JSON.stringify(script)}], workingDirectory: "/", environment: {}, temporaryFolder: ${JSON.stringify(temporary)} });
      console.log(program.pid);
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", host], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    expect(existsSync(temporary)).toBe(true);
    child.kill("SIGKILL");
    await expect.poll(() => existsSync(temporary), { timeout: 10_000 }).toBe(false);
  });

  it.skipIf(!canHide)("loses what it says of files that a session's own rules deny [HOST-62]", async () => {
    const desk = scene(reader, { "own.txt": CANARY, "a.txt": "one\n" });
    const { root } = desk.workspace;
    const at = (name: string): string => desk.workspace.path(name);
    expect(await tell(desk, "a.txt", `READ(${at("own.txt")})`)).toContain(CANARY);
    const strict = desk.workspace.toolkit({
      workspace: desk.toolkit.workspace,
      permissions: { mode: "acceptEdits", deny: ["Read(own.txt)"] },
    });
    onTestFinished(() => strict.close());
    expect(root).toBe(desk.toolkit.workspace.roots.given[0]);
    await strict.call("Read", { file_path: at("a.txt") });
    desk.events.length = 0;
    const result = await strict.call("Edit", {
      file_path: at("a.txt"),
      old_string: "READ",
      new_string: "\nREAD",
    });
    expect(JSON.stringify([result, desk.events.filter(({ type }) => type === "diagnostics")])).not.toContain(
      CANARY,
    );
  });

  it.each(["prefer", "off"] as const)(
    "is not heard on files outside the roots that it refers to, with the sandbox %s [HOST-63]",
    async (mode) => {
      const desk = scene(reader, { "b.txt": "b", "a.txt": "one\n" }, { sandbox: mode });
      const at = (name: string): string => desk.workspace.path(name);
      const tries = [at("b.txt"), at("../outside/secret.h"), at("../outside/none"), "/etc/hostname"];
      const told = await tell(desk, "a.txt", tries.map((each) => `RELATED(${each})`).join("\n"));
      expect(told).toContain(`about ${at("b.txt")}`);
      expect(told).not.toMatch(/outside|hostname/);
    },
  );

  it.skipIf(!canHide)(
    "is not heard on files that rules deny, whether they exist or not [HOST-63]",
    async () => {
      const desk = scene(
        reader,
        { ".env": "x", "b.txt": "b", "a.txt": "one\n" },
        { permissions: { deny: ["Read(.env*)"] } },
      );
      const at = (name: string): string => desk.workspace.path(name);
      const tries = [".env", ".env.none", "./.env", at(".env"), "b.txt"];
      const told = await tell(desk, "a.txt", tries.map((each) => `RELATED(${each})`).join("\n"));
      expect(told).toContain("about b.txt");
      expect(told).not.toContain(".env");
    },
  );

  it("is not started where rules deny reading and nothing can keep it from that, and the doctor says why [HOST-64]", async () => {
    const rules = { permissions: { deny: ["Read(.env)"] } };
    const desk = scene(reader, { ".env": CANARY, "a.txt": "one\n" }, { ...rules, sandbox: "off" });
    const told = await tell(desk, "a.txt", `READ(${desk.workspace.path(".env")})`);
    expect(told).not.toMatch(/Diagnostics|canary/);
    expect(desk.events.some(({ type }) => type === "language-server")).toBe(false);
    const { toolkit } = desk;
    const [finding] = [await languageServerCheck.run({ toolkit, environment: {} })].flat();
    expect(finding).toMatchObject({
      state: "warning",
      text: expect.stringContaining("permission rules restrict reading") as string,
    });
  });

  it.skipIf(!canHide || !isInstalled("clangd"))(
    "such as clangd quotes no file that it must not read [HOST-62]",
    async () => {
      const tree: Tree = { ".env": `${CANARY} x;\n`, "main.c": "int main(void) { return 0; }\n" };
      const attack = '#include ".env"\n#include "../outside/secret.h"\nint main(void) { return missing; }\n';
      const open = scene(clangd, tree);
      // The attack works where nothing is denied, or this would show nothing.
      expect(await tell(open, "main.c", attack)).toContain(CANARY);
      const desk = scene(clangd, tree, { permissions: { deny: ["Read(.env)"] } });
      const told = await tell(desk, "main.c", attack);
      expect(told).not.toContain(CANARY);
      expect(told).not.toContain(".env");
      const mended = "#include <stddef.h>\nint main(void) { return missing; }\n";
      expect(await tell(desk, "main.c", mended)).toContain("undeclared identifier 'missing'");
    },
  );

  it.skipIf(!canHide)("such as TypeScript's spells out no string of a denied file [HOST-62]", async () => {
    const tree: Tree = {
      "secret.ts": `export const key = "${CANARY}" as const;\nexport type Key = { ${CANARY}: 1 };\n`,
      "a.ts": "export {};\n",
    };
    const attack = [
      'import { key, type Key } from "./secret";',
      "export const a: 1 = key;",
      "export const b: Key = {};",
      'export const c: number = "mine";',
      "",
    ].join("\n");
    expect(await tell(scene(typescript, tree), "a.ts", attack)).toContain(CANARY);
    const desk = scene(typescript, tree, { permissions: { deny: ["Read(secret.ts)"] } });
    const told = await tell(desk, "a.ts", attack);
    expect(told).toContain("not assignable to type 'number'");
    expect(told).not.toContain(CANARY);
  });
});
