/** The other ways of `filewright install`: the list, the snippet alone, a running server, answers for programs. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { permissionModes } from "../../src/index.js";
import { type ClientHome, clientHome } from "../support/client-home.js";

const program = fileURLToPath(new URL("../../dist/bin/filewright.cjs", import.meta.url));
const url = "http://127.0.0.1:7345/mcp";
const token = 's3cret-token_of.32~characters+/="\\=s3cret';

function withToken(): ClientHome {
  const scene = clientHome();
  mkdirSync(join(scene.state, "serve"), { recursive: true });
  writeFileSync(join(scene.state, "serve/token"), `${token}\n`, { mode: 0o600 });
  return scene;
}

describe("filewright install without a client", () => {
  it("lists what is here and what would be done [CLI-87]", async () => {
    const scene = clientHome({ ".cursor": { folder: {} }, ".codex/config.toml": "a = [" });
    await scene.install(["zed", "--yes"]);
    const { code, out } = await scene.install([]);
    expect(code).toBe(0);
    const config = join(scene.home, ".config");
    expect(out).toBe(
      [
        `claude-code     not found  would be added to ${scene.home}/.claude.json`,
        `claude-desktop  not found  would be added to ${config}/Claude/claude_desktop_config.json`,
        `cursor          found      would be added to ${scene.home}/.cursor/mcp.json`,
        `vscode          not found  would be added to ${config}/Code/User/mcp.json`,
        `codex           found      can't be read, would be left alone: ${scene.home}/.codex/config.toml`,
        `gemini          not found  would be added to ${scene.home}/.gemini/settings.json`,
        `zed             found      has Filewright: ${config}/zed/settings.json`,
        "",
        "filewright install CLIENT shows the change and asks before it writes.",
        "",
      ].join("\n"),
    );
  });

  it("lists the project's files, and answers programs [CLI-87] [CLI-91]", async () => {
    const scene = clientHome();
    const listed = JSON.parse((await scene.install(["--project", "--json"])).out);
    expect(listed).toHaveLength(6);
    expect(listed[0]).toEqual({
      client: "claude-code",
      title: "Claude Code",
      isFound: false,
      file: join(scene.project, ".mcp.json"),
      entry: "absent",
    });
  });
});

describe("filewright install --print", () => {
  it("prints the snippet and nothing else [CLI-88]", async () => {
    const scene = clientHome();
    expect(await scene.install(["codex", "--print", "--read-only"])).toEqual({
      code: 0,
      out: `[mcp_servers.filewright]\ncommand = "node"\nargs = [${JSON.stringify(program)}, "mcp", "--read-only"]\n`,
      err: "",
      asked: [],
    });
    const { out } = await scene.install(["vscode", "--print"]);
    expect(JSON.parse(out)).toHaveProperty("servers.filewright.type", "stdio");
  });

  it("names every mode in its help [CLI-89]", async () => {
    const { code, out } = await clientHome().install(["--help"]);
    expect(code).toBe(0);
    const words = out.replaceAll(/\s+/g, () => " ");
    expect(words).toContain(`${permissionModes.slice(0, -1).join(", ")} or ${permissionModes.at(-1)}`);
  });
});

describe("filewright install --http", () => {
  const authorized = { Authorization: `Bearer ${token}` };
  it.each([
    ["claude-code", ".claude.json", { type: "http", url, headers: authorized }],
    ["cursor", ".cursor/mcp.json", { url, headers: authorized }],
    ["vscode", ".config/Code/User/mcp.json", { type: "http", url, headers: authorized }],
    ["gemini", ".gemini/settings.json", { httpUrl: url, headers: authorized }],
    ["zed", ".config/zed/settings.json", { url, headers: authorized }],
  ])(
    "gives %s the address and the token, and shows the token nowhere [CLI-90]",
    async (client, file, entry) => {
      const scene = withToken();
      const run = await scene.install([client, "--http", url, "--yes"]);
      expect(run.code).toBe(0);
      const [servers] = Object.values(JSON.parse(scene.read(file) ?? "")) as [{ filewright: unknown }];
      expect(servers.filewright).toEqual(entry);
      expect(run.err).toContain('"Bearer <token>"');
      const others = await Promise.all([
        scene.install([client, "--remove"]),
        scene.install([client, "--remove", "--json"]),
        scene.install([client, "--http", `${url}2`, "--json"]),
      ]);
      expect(JSON.stringify([run, ...others])).not.toContain("s3cret");
    },
  );

  it("gives codex the token as a header [CLI-90]", async () => {
    const scene = withToken();
    await scene.install(["codex", "--http", url, "--yes"]);
    const header = JSON.stringify(`Bearer ${token}`);
    expect(scene.read(".codex/config.toml")).toBe(
      `[mcp_servers.filewright]\nurl = "${url}"\nhttp_headers = { Authorization = ${header} }\n`,
    );
  });

  it.each([
    ["claude-code", ".mcp.json", '"Bearer ${FILEWRIGHT_TOKEN}"'],
    ["cursor", ".cursor/mcp.json", '"Bearer ${env:FILEWRIGHT_TOKEN}"'],
    ["vscode", ".vscode/mcp.json", '"Bearer ${env:FILEWRIGHT_TOKEN}"'],
    ["codex", ".codex/config.toml", 'bearer_token_env_var = "FILEWRIGHT_TOKEN"'],
    ["gemini", ".gemini/settings.json", '"Bearer ${FILEWRIGHT_TOKEN}"'],
  ])("leaves the token of a project's file for %s to a variable [CLI-90]", async (client, file, written) => {
    const scene = withToken();
    const { code, err } = await scene.install([client, "--http", url, "--project", "--yes"]);
    expect({ code, isShown: err.includes("FILEWRIGHT_TOKEN") }).toEqual({ code: 0, isShown: true });
    const text = readFileSync(join(scene.project, file), "utf8");
    expect(text).toContain(written);
    expect(text).not.toContain(token);
  });

  it.each([
    [
      ["claude-desktop", "--http", url],
      "Claude Desktop takes no HTTP servers in its file. Leave out --http.",
    ],
    [["zed", "--http", url, "--project"], "Leave out --project."],
    [["cursor", "--http", "127.0.0.1:7345"], "--http takes an address such as"],
    [["cursor", "--http", "http://a:b@127.0.0.1/"], "without a password"],
    [
      ["cursor", "--http", url, "--root", ".", "--read-only"],
      "--root, --read-only: a server that runs already",
    ],
    [["cursor", "--http", url, "--token-file", "none"], "There is no token at "],
    [["cursor", "--http", url, "--token-file", "bad"], "does not hold a token."],
  ])("answers %j with what is wrong [CLI-90]", async (words, message) => {
    const scene = withToken();
    writeFileSync(join(scene.project, "bad"), "two words\n");
    const { code, err } = await scene.install(words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it("takes the token from a file that is named [CLI-90]", async () => {
    const scene = clientHome();
    writeFileSync(join(scene.project, "mine"), `${"another-token".repeat(3)}\n`);
    const { out } = await scene.install(["zed", "--http", url, "--token-file", "mine", "--print"]);
    expect(out).toContain("Bearer another-token");
  });
});

describe("filewright install --json", () => {
  it("answers with all of it, asks nobody, and needs a yes [CLI-91]", async () => {
    const scene = clientHome();
    const unsaid = await scene.install(["gemini", "--json"], { says: ["y"] });
    expect({ code: unsaid.code, err: unsaid.err, asked: unsaid.asked }).toEqual({
      code: 2,
      err: "",
      asked: [],
    });
    const entry = { command: "node", args: [program, "mcp"] };
    const answer = {
      client: "gemini",
      file: join(scene.home, ".gemini/settings.json"),
      scope: "user",
      entry,
      official: `gemini mcp add --scope user filewright node -- ${program} mcp`,
    };
    expect(JSON.parse(unsaid.out)).toMatchObject({ ...answer, status: "not-confirmed" });
    const done = await scene.install(["gemini", "--json", "--yes"]);
    expect({ code: done.code, err: done.err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(done.out)).toMatchObject({ ...answer, status: "installed", hunks: [{ oldLines: 0 }] });
    const again = JSON.parse((await scene.install(["gemini", "--json", "--yes"])).out);
    expect(again).toEqual({ ...answer, status: "unchanged", hunks: [] });
    const gone = JSON.parse((await scene.install(["gemini", "--json", "--yes", "--remove"])).out);
    expect(gone).toMatchObject({ status: "removed", hunks: [{ newLines: 0 }] });
  });
});
