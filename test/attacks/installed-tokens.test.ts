/** Other users of the machine look for the token that `filewright install --http` writes into a client's file. */
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ClientHome, clientHome } from "../support/client-home.js";

const url = "http://127.0.0.1:7345/mcp";
const token = "s3cret-token-of-more-than-32-characters";

const kinds = [
  ["claude-code", ".claude.json", "{}\n"],
  ["cursor", ".cursor/mcp.json", "{}\n"],
  ["vscode", ".config/Code/User/mcp.json", "{ /* mine */ }\n"],
  ["codex", ".codex/config.toml", 'model = "x"\n'],
  ["gemini", ".gemini/settings.json", "{}\n"],
  ["zed", ".config/zed/settings.json", '{ "theme": "x" }\n'],
] as const;

function withToken(): ClientHome {
  const scene = clientHome();
  mkdirSync(join(scene.state, "serve"), { recursive: true });
  writeFileSync(join(scene.state, "serve/token"), `${token}\n`, { mode: 0o600 });
  return scene;
}

/** Files in the folder and below that others may read and that hold the token. */
function exposed(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && (statSync(path).mode & 0o077) !== 0)
    .filter((path) => readFileSync(path, "utf8").includes(token));
}

describe("The token in a client's file", () => {
  it.each(kinds)(
    "is the user's alone where others could read the file of %s [HOST-120]",
    async (client, file, text) => {
      for (const mode of [0o644, 0o664, 0o666, 0o640, 0o604]) {
        const scene = withToken();
        scene.write(file, text, mode);
        const run = await scene.install([client, "--http", url, "--yes"]);
        const was = `0${mode.toString(8)}`;
        expect(run.code).toBe(0);
        expect(scene.read(file)).toContain(token);
        expect(scene.modeOf(file)).toBe(0o600);
        expect(exposed(scene.home)).toEqual([]);
        expect(run.err).toContain(`only you will be able to read it: mode 0600 instead of ${was}.`);
        expect(run.out).toContain(
          `Only you can read the file (mode 0600, was ${was}), because it holds the server's token.`,
        );
      }
    },
  );

  it.each(kinds)(
    "is the user's alone in a new file of %s, whatever the umask [HOST-121]",
    async (client, file) => {
      const scene = withToken();
      const umask = process.umask(0);
      try {
        const { code, out } = await scene.install([client, "--http", url, "--yes"]);
        expect([code, scene.modeOf(file)]).toEqual([0, 0o600]);
        expect(out).toContain("Only you can read the file (mode 0600), because it holds the server's token.");
        // The kept original of a second installation holds nothing that others can read.
        await scene.install([client, "--http", `${url}2`, "--yes"]);
        expect([...exposed(scene.home), ...exposed(scene.state)]).toEqual([]);
      } finally {
        process.umask(umask);
      }
    },
  );

  it.each(kinds)(
    "that an earlier version left readable in the file of %s is closed by the next run [HOST-120]",
    async (client, file) => {
      const scene = withToken();
      const words = [client, "--http", url];
      await scene.install([...words, "--yes"]);
      const text = scene.read(file);
      chmodSync(join(scene.home, file), 0o644);
      const unsure = await scene.install(words, { says: ["n"] });
      expect([unsure.code, scene.modeOf(file)]).toEqual([3, 0o644]);
      const { code, out } = await scene.install([...words, "--yes", "--json"]);
      expect([code, scene.modeOf(file), scene.read(file)]).toEqual([0, 0o600, text]);
      expect(JSON.parse(out)).toMatchObject({
        status: "installed",
        token: "file",
        mode: { before: "0644", after: "0600" },
        hunks: [],
      });
      expect((await scene.install([client, "--remove", "--yes"])).code).toBe(0);
      expect(scene.read(file) ?? "").not.toContain("filewright");
    },
  );

  it("is not written where the file has a second name that stays readable [HOST-120]", async () => {
    const scene = withToken();
    linkSync(scene.write(".claude.json", "{}", 0o644), join(scene.home, "copy.json"));
    const { code } = await scene.install(["claude-code", "--http", url, "--yes"]);
    expect(code).not.toBe(0);
    expect(exposed(scene.home)).toEqual([]);
  });

  it("leaves the mode alone where no token is written, and a stricter one as it is [HOST-120]", async () => {
    const scene = withToken();
    scene.write(".claude.json", "{}", 0o644);
    await scene.install(["claude-code", "--yes"]);
    expect(scene.modeOf(".claude.json")).toBe(0o644);
    scene.write(".cursor/mcp.json", "{}", 0o600);
    const { err } = await scene.install(["cursor", "--http", url, "--yes"]);
    expect([scene.modeOf(".cursor/mcp.json"), err.includes("instead of")]).toEqual([0o600, false]);
  });
});

describe("filewright install --token-env", () => {
  it.each([
    ["claude-code", ".claude.json", '"Bearer ${FILEWRIGHT_TOKEN}"'],
    ["cursor", ".cursor/mcp.json", '"Bearer ${env:FILEWRIGHT_TOKEN}"'],
    ["vscode", ".config/Code/User/mcp.json", '"Bearer ${env:FILEWRIGHT_TOKEN}"'],
    ["codex", ".codex/config.toml", 'bearer_token_env_var = "FILEWRIGHT_TOKEN"'],
    ["gemini", ".gemini/settings.json", '"Bearer ${FILEWRIGHT_TOKEN}"'],
  ])("keeps the token out of the file of %s [HOST-120]", async (client, file, written) => {
    const scene = withToken();
    const { code, out } = await scene.install([client, "--http", url, "--token-env", "--yes"]);
    expect(code).toBe(0);
    expect(scene.read(file)).toContain(written);
    expect(scene.read(file)).not.toContain(token);
    expect(out).toContain("The entry takes the token from the variable FILEWRIGHT_TOKEN.");
    const again = await scene.install([client, "--http", url, "--yes"]);
    expect(again.out).toContain("To keep the token out of it, add --token-env.");
    expect(scene.read(file)).toContain(token);
  });

  it.each([
    [["zed", "--http", url, "--token-env"], "Zed can't take a token from a variable. Leave out --token-env."],
    [["cursor", "--token-env"], "--token-env is for a server that runs already. Add --http URL."],
  ])("is refused where it means nothing: %j [HOST-120]", async (words, sentence) => {
    const scene = withToken();
    const { code, err } = await scene.install([...words, "--yes"]);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
    expect(existsSync(dirname(join(scene.home, ".config/zed/settings.json")))).toBe(false);
    expect(scene.read(".cursor/mcp.json")).toBeUndefined();
  });
});
