/** `filewright install` as a person or a script runs it, in a home of its own. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.js";
import { ownTerminalLine } from "../../src/cli/terminal-line.js";
import { clientHome } from "../support/client-home.js";
import { createTerminal, typeCommand } from "../support/command-line.js";

const program = fileURLToPath(new URL("../../dist/bin/filewright.cjs", import.meta.url));
const launch = { command: "node", args: [program, "mcp"] };

/** Each client's own file below the home, and what it is to hold. */
const clients: readonly [client: string, file: string, holds: object][] = [
  ["claude-code", ".claude.json", { mcpServers: { filewright: { type: "stdio", ...launch } } }],
  [
    "cursor",
    ".cursor/mcp.json",
    {
      mcpServers: {
        filewright: {
          type: "stdio",
          command: "node",
          args: [...launch.args, "--root", "${workspaceFolder}"],
        },
      },
    },
  ],
  [
    "vscode",
    ".config/Code/User/mcp.json",
    {
      servers: {
        filewright: {
          type: "stdio",
          command: "node",
          args: [...launch.args, "--root", "${workspaceFolder}"],
        },
      },
    },
  ],
  ["gemini", ".gemini/settings.json", { mcpServers: { filewright: launch } }],
  ["zed", ".config/zed/settings.json", { context_servers: { filewright: launch } }],
];

describe("filewright install", () => {
  it.each(clients)(
    "makes the file of %s, for the user alone [CLI-81] [CLI-85]",
    async (client, file, holds) => {
      const scene = clientHome();
      const { code, out } = await scene.install([client, "--yes"]);
      expect(code).toBe(0);
      expect(out).toContain(`: ${join(scene.home, file)}\n`);
      expect(JSON.parse(scene.read(file) ?? "")).toEqual(holds);
      expect(scene.modeOf(file)).toBe(0o600);
    },
  );

  it("makes the file of codex, and of claude-desktop with the folder that is named [CLI-81] [CLI-89]", async () => {
    const scene = clientHome();
    expect((await scene.install(["codex", "--yes"])).code).toBe(0);
    expect(scene.read(".codex/config.toml")).toBe(
      `[mcp_servers.filewright]\ncommand = "node"\nargs = [${JSON.stringify(program)}, "mcp"]\n`,
    );
    expect((await scene.install(["claude-desktop", "--yes", "--root", "."])).code).toBe(0);
    expect(JSON.parse(scene.read(".config/Claude/claude_desktop_config.json") ?? "")).toEqual({
      mcpServers: { filewright: { command: "node", args: [...launch.args, "--root", scene.project] } },
    });
  });

  it("shows the change and asks, and writes on a yes alone [CLI-82]", async () => {
    const before = '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n';
    const scene = clientHome({ ".claude.json": before });
    for (const answer of ["", "n", "yess", "\u001b[A"]) {
      const { code, err, asked } = await scene.install(["claude-code"], { says: [answer] });
      expect({ code, asked }).toEqual({ code: 3, asked: [`Write ${scene.home}/.claude.json? [y/N] `] });
      expect(err).toContain(`Changes ${scene.home}/.claude.json\n@@ -1,5 +1,13 @@\n`);
      expect(err).toContain('-    "a": {}\n+    "a": {},\n+    "filewright": {\n');
      expect(err).toContain("The client's own way: claude mcp add --scope user filewright -- node");
      expect(scene.read(".claude.json")).toBe(before);
    }
    const { code, out } = await scene.install(["claude-code"], { says: ["Y"], hasColour: true });
    expect(code).toBe(0);
    expect(out).toBe(
      `Added Filewright to Claude Code: ${scene.home}/.claude.json\nStart Claude Code anew; /mcp shows the server.\n`,
    );
    expect(scene.read(".claude.json")).toContain('"filewright"');
  });

  it("writes nothing where nobody can be asked, and says what to add [CLI-82]", async () => {
    const scene = clientHome();
    const { code, out, err, asked } = await scene.install(["zed"]);
    expect({ code, out, asked }).toEqual({ code: 2, out: "", asked: [] });
    expect(err).toContain(`New file ${scene.home}/.config/zed/settings.json\n`);
    expect(err).toContain("To write it without a question, add --yes.\n");
    expect(readdirSync(scene.home)).toEqual([]);
  });

  it("leaves an entry that says the same, and replaces one that does not [CLI-83]", async () => {
    const scene = clientHome();
    await scene.install(["gemini", "--yes"]);
    const first = scene.read(".gemini/settings.json");
    const again = await scene.install(["gemini", "--yes"]);
    expect(again).toEqual({
      code: 0,
      out: `Filewright is in Gemini CLI already, just so: ${scene.home}/.gemini/settings.json\n`,
      err: "",
      asked: [],
    });
    expect(scene.read(".gemini/settings.json")).toBe(first);
    const words = ["gemini", "--yes", "--mode", "plan", "--read-only", "--root", ".", "--root", scene.home];
    expect((await scene.install(words)).code).toBe(0);
    expect(JSON.parse(scene.read(".gemini/settings.json") ?? "").mcpServers.filewright.args).toEqual([
      program,
      "mcp",
      "--root",
      scene.project,
      "--root",
      scene.home,
      "--mode",
      "plan",
      "--read-only",
    ]);
  });

  it("names what somebody else has put into the entry [CLI-83]", async () => {
    const entry = { ...launch, env: { NODE_OPTIONS: "--require x" }, timeout: 5 };
    const scene = clientHome({
      ".gemini/settings.json": JSON.stringify({ mcpServers: { filewright: entry } }),
    });
    const same = await scene.install(["gemini"]);
    expect(same.out).toContain("just so: ");
    expect(same.out).toContain("The entry also has, as before: env, timeout\n");
    const other = await scene.install(["gemini", "--yes", "--json", "--read-only"]);
    expect(JSON.parse(other.out).kept).toEqual(["env", "timeout"]);
    scene.write(
      ".codex/config.toml",
      "[mcp_servers.filewright]\nenabled = true\n[mcp_servers.filewright.env]\nA = '1'\n",
    );
    expect((await scene.install(["codex", "--yes"])).out).toContain("as before: enabled, env\n");
  });

  it("says of clients that can't show approval requests where those go [CLI-308]", async () => {
    const scene = clientHome();
    const { out } = await scene.install(["zed", "--yes"]);
    expect(out).toContain(
      "Zed can't show approval requests. They go to an open console; without one, what no rule allows is refused.",
    );
    for (const words of [["zed", "--mode", "acceptEdits"], ["zed", "--read-only"], ["cursor"]])
      expect((await scene.install([...words, "--yes"])).out).not.toContain("approval requests");
  });

  it("advises nothing that it would not take itself [CLI-308]", async () => {
    const scene = clientHome({ notes: { folder: {} }, token: "t".repeat(40) });
    const root = join(scene.home, "notes");
    const remote = ["--http", "http://127.0.0.1:7345/mcp", "--token-file", join(scene.home, "token")];
    for (const flags of [[], ["--project"], ["--root", root], remote]) {
      const { code, out } = await scene.install(["gemini", "--yes", ...flags]);
      expect(code).toBe(0);
      const advised = [...out.matchAll(/^ {2}filewright (\S.*?) +# /gm)].map(([, words = ""]) =>
        [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ""),
      );
      expect(advised.map(([command]) => command)).toEqual(
        flags === remote ? ["console", "permissions", "serve"] : ["serve", "permissions", "install"],
      );
      for (const words of advised) {
        if (words[0] === "install") {
          const again = await scene.install([...words.slice(1), "--yes", "--json"]);
          expect(again.code).toBe(0);
          const given = flags.includes("--root") ? flags : [];
          expect(JSON.parse(again.out).entry.args.slice(2)).toEqual([...given, "--mode", "acceptEdits"]);
        } else if (words[0] === "permissions") {
          expect((await typeCommand(words, scene.project)).code).toBe(0);
          const asked = ["permissions", "explain", "Edit", "src/a.ts", "--json"];
          const { stdout } = await typeCommand(asked, scene.project);
          expect(JSON.parse(stdout).answer).toBe("allow");
        } else {
          const terminal = ownTerminalLine(createTerminal(scene.project).terminal);
          const door = { terminal, signal: new AbortController().signal, exitCode: 0 as const };
          const parsed = createProgram(door, "0");
          for (const command of parsed.commands) command.action(() => undefined);
          await expect(parsed.parseAsync(words, { from: "user" })).resolves.toBeDefined();
        }
      }
    }
  });

  it("asks for the folder where the client knows none [CLI-89]", async () => {
    const scene = clientHome({ notes: { folder: {} } });
    const args = async (answer: string): Promise<string[]> => {
      const { asked } = await scene.install(["claude-desktop"], { says: [answer, "y"] });
      expect(asked[0]).toBe(`Folder that Claude Desktop may work in [${scene.project}]: `);
      return JSON.parse(scene.read(".config/Claude/claude_desktop_config.json") ?? "").mcpServers.filewright
        .args;
    };
    expect(await args("")).toEqual([program, "mcp", "--root", scene.project]);
    expect(await args("~/notes")).toEqual([program, "mcp", "--root", join(scene.home, "notes")]);
    const missing = await scene.install(["claude-desktop"], { says: ["/nowhere/at/all"] });
    expect(missing).toMatchObject({ code: 2, err: "filewright: There is no folder /nowhere/at/all.\n" });
    const unasked = await scene.install(["claude-desktop", "--yes"]);
    expect(unasked).toMatchObject({ code: 2, asked: [] });
    expect(unasked.err).toContain("Name the folder to work in: --root DIR.");
  });

  it.each([
    [["cursr"], 'There is no client "cursr". Did you mean cursor?'],
    [["emacs"], 'There is no client "emacs". Clients: claude-code'],
    [
      ["zed", "--mode", "yolo"],
      '--mode takes one of default, acceptEdits, plan, dontAsk, bypassPermissions, not "yolo"',
    ],
    [["zed", "--root", "missing"], "There is no folder"],
  ])("answers %j with what is wrong [CLI-89]", async (words, message) => {
    const { code, err } = await clientHome().install(words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
