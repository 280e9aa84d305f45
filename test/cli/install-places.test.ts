/** Where clients keep their servers, and how the server is started; pure tables for platforms that are not this one. */
import { describe, expect, it } from "vitest";
import { clientIds } from "../../src/cli/commands/install/clients.js";
import { findProjectFile, findTraces, findUserFile } from "../../src/cli/commands/install/config-places.js";
import { planLaunch } from "../../src/cli/commands/install/launch.js";
import { findOfficialCommand } from "../../src/cli/commands/install/official-command.js";

const linux = {
  platform: "linux",
  homeDirectory: "/home/me",
  workingDirectory: "/w/app",
  environment: {},
} as const;
const darwin = { ...linux, platform: "darwin", homeDirectory: "/Users/me" } as const;
const windows = {
  platform: "win32",
  homeDirectory: "C:\\Users\\me",
  workingDirectory: "D:\\app",
  environment: { APPDATA: "C:\\Users\\me\\AppData\\Roaming" },
} as const;

const userFiles = (surroundings: Parameters<typeof findUserFile>[1]): string[] =>
  clientIds.map((id) => findUserFile(id, surroundings));

describe("The file of a client", () => {
  it("is where Linux has it [CLI-80]", () => {
    expect(userFiles(linux)).toEqual([
      "/home/me/.claude.json",
      "/home/me/.config/Claude/claude_desktop_config.json",
      "/home/me/.cursor/mcp.json",
      "/home/me/.config/Code/User/mcp.json",
      "/home/me/.codex/config.toml",
      "/home/me/.gemini/settings.json",
      "/home/me/.config/zed/settings.json",
    ]);
  });

  it("is where macOS has it [CLI-80]", () => {
    expect(userFiles(darwin)).toEqual([
      "/Users/me/.claude.json",
      "/Users/me/Library/Application Support/Claude/claude_desktop_config.json",
      "/Users/me/.cursor/mcp.json",
      "/Users/me/Library/Application Support/Code/User/mcp.json",
      "/Users/me/.codex/config.toml",
      "/Users/me/.gemini/settings.json",
      "/Users/me/.config/zed/settings.json",
    ]);
  });

  it("is where Windows has it, with and without its variable [CLI-80]", () => {
    const expected = [
      "C:\\Users\\me\\.claude.json",
      "C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
      "C:\\Users\\me\\.cursor\\mcp.json",
      "C:\\Users\\me\\AppData\\Roaming\\Code\\User\\mcp.json",
      "C:\\Users\\me\\.codex\\config.toml",
      "C:\\Users\\me\\.gemini\\settings.json",
      "C:\\Users\\me\\AppData\\Roaming\\Zed\\settings.json",
    ];
    expect(userFiles(windows)).toEqual(expected);
    expect(userFiles({ ...windows, environment: {} })).toEqual(expected);
  });

  it("follows the variables that move it, if they are absolute [CLI-80]", () => {
    const environment = { CLAUDE_CONFIG_DIR: "/c", CODEX_HOME: "/x", XDG_CONFIG_HOME: "/g" };
    const moved = { ...linux, environment };
    expect(findUserFile("claude-code", moved)).toBe("/c/.claude.json");
    expect(findUserFile("codex", moved)).toBe("/x/config.toml");
    expect(findUserFile("zed", moved)).toBe("/g/zed/settings.json");
    expect(findUserFile("zed", { ...linux, environment: { XDG_CONFIG_HOME: "g" } })).toBe(
      "/home/me/.config/zed/settings.json",
    );
  });

  it("has a twin in the project, but for the one that knows no projects [CLI-80]", () => {
    expect(clientIds.map((id) => findProjectFile(id, linux))).toEqual([
      "/w/app/.mcp.json",
      undefined,
      "/w/app/.cursor/mcp.json",
      "/w/app/.vscode/mcp.json",
      "/w/app/.codex/config.toml",
      "/w/app/.gemini/settings.json",
      "/w/app/.zed/settings.json",
    ]);
    expect(findProjectFile("vscode", windows)).toBe("D:\\app\\.vscode\\mcp.json");
  });

  it("tells of its client by its folder [CLI-87]", () => {
    expect(findTraces("cursor", linux)).toEqual(["/home/me/.cursor"]);
    expect(findTraces("vscode", windows)).toEqual(["C:\\Users\\me\\AppData\\Roaming\\Code\\User"]);
    expect(findTraces("claude-code", linux)).toEqual(["/home/me/.claude.json", "/home/me/.claude"]);
  });
});

describe("The server", () => {
  const own = { folder: "/opt/node_modules/filewright", program: "/opt/x" };
  const installed = { own, platform: "linux" } as const;

  it("comes from the registry where this package does, else from its folder [CLI-89]", () => {
    expect(planLaunch({ ...installed, needsShell: true }, ["--read-only"])).toEqual({
      command: "npx",
      args: ["-y", "filewright", "mcp", "--read-only"],
    });
    expect(
      planLaunch(
        { platform: "linux", own: { folder: "/w/fw", program: "/w/fw/bin.js" }, needsShell: true },
        [],
      ),
    ).toEqual({
      command: "node",
      args: ["/w/fw/bin.js", "mcp"],
    });
  });

  it("is started through a shell on Windows by a client that finds no scripts there [CLI-89]", () => {
    const site = { ...installed, platform: "win32" } as const;
    expect(planLaunch({ ...site, needsShell: true }, [])).toEqual({
      command: "cmd",
      args: ["/c", "npx", "-y", "filewright", "mcp"],
    });
    expect(planLaunch({ ...site, needsShell: false }, []).command).toBe("npx");
  });

  it("can be added by a client's own command, quoted for the shell [CLI-88]", () => {
    const launch = { command: "npx", args: ["-y", "filewright", "mcp", "--root", "/w/it's here"] };
    const command = (
      id: (typeof clientIds)[number],
      scope: "user" | "project" = "user",
    ): string | undefined => findOfficialCommand(id, launch, { scope });
    expect(command("claude-code", "project")).toBe(
      "claude mcp add --scope project filewright -- npx -y filewright mcp --root '/w/it'\\''s here'",
    );
    expect(command("codex")).toBe(
      "codex mcp add filewright -- npx -y filewright mcp --root '/w/it'\\''s here'",
    );
    expect(command("gemini")).toBe(
      "gemini mcp add --scope user filewright npx -- -y filewright mcp --root '/w/it'\\''s here'",
    );
    expect(command("vscode")).toBe(
      `code --add-mcp '{"name":"filewright","command":"npx","args":["-y","filewright","mcp","--root","/w/it'\\''s here"]}'`,
    );
    expect([command("codex", "project"), command("vscode", "project"), command("zed")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
