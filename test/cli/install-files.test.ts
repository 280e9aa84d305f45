/** What `filewright install` does to files on a real disk, and what it leaves alone. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clientHome } from "../support/client-home.js";

describe("filewright install, on the disk,", () => {
  it.each<[string, string | Uint8Array, string]>([
    [".claude.json", '{"a": }', ":1:7: expected a value"],
    [".claude.json", "{\n // mine\n}", ":2:2: the client reads no comments in this file"],
    [".claude.json", Buffer.from([0x7b, 0xff, 0x7d]), " is not UTF-8 text"],
    [".codex/config.toml", "a = [", ":1:6: expected a value"],
  ])("refuses %s as %j, and leaves it [CLI-84]", async (file, content, message) => {
    const scene = clientHome();
    const path = scene.write(file, content);
    const client = file === ".claude.json" ? "claude-code" : "codex";
    for (const words of [
      [client, "--yes"],
      [client, "--yes", "--remove"],
    ]) {
      const { code, out, err } = await scene.install(words);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain(`filewright: ${path}${message}`);
    }
    expect(readFileSync(path)).toEqual(Buffer.from(content));
  });

  it("writes through a link, keeps it, and keeps the file's mode [CLI-85]", async () => {
    const scene = clientHome();
    scene.write("dotfiles/claude.json", "{}\n", 0o640);
    symlinkSync("dotfiles/claude.json", join(scene.home, ".claude.json"));
    expect((await scene.install(["claude-code", "--yes"])).code).toBe(0);
    expect(lstatSync(join(scene.home, ".claude.json")).isSymbolicLink()).toBe(true);
    expect(scene.read("dotfiles/claude.json")).toContain("filewright");
    expect(scene.modeOf("dotfiles/claude.json")).toBe(0o640);
    expect(readdirSync(join(scene.home, "dotfiles"))).toEqual(["claude.json"]);
  });

  it("says where a link leads before it is followed, and follows none out of a project [CLI-85]", async () => {
    const scene = clientHome({ "elsewhere.json": "{}" });
    symlinkSync("elsewhere.json", join(scene.home, ".claude.json"));
    const { err } = await scene.install(["claude-code"]);
    expect(err).toContain(`Changes ${scene.home}/.claude.json → ${scene.home}/elsewhere.json\n`);
    symlinkSync(join(scene.home, "elsewhere.json"), join(scene.project, ".mcp.json"));
    const refused = await scene.install(["claude-code", "--project", "--yes"]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("is a link that leads out of the project. Nothing was changed.");
    expect(scene.read("elsewhere.json")).toBe("{}");
  });

  it("leaves a file that is read-only, and what is no file [CLI-85]", async () => {
    const scene = clientHome();
    scene.write(".claude.json", "{}", 0o444);
    const { code, err } = await scene.install(["claude-code", "--yes"]);
    expect(code).toBe(2);
    expect(err).toContain("is read-only. Nothing was changed");
    expect(scene.read(".claude.json")).toBe("{}");
    mkdirSync(join(scene.home, ".cursor/mcp.json"), { recursive: true });
    expect((await scene.install(["cursor", "--yes"])).err).toContain("is a directory");
  });

  it("does not overwrite what another program wrote while the person was thinking [CLI-85]", async () => {
    const scene = clientHome({ ".claude.json": "{}" });
    const says = [
      () => {
        writeFileSync(join(scene.home, ".claude.json"), '{"other": 1}');
        return "y";
      },
    ];
    const { code, err } = await scene.install(["claude-code"], { says });
    expect(code).toBe(2);
    expect(err).toContain("was changed by another program meanwhile. Nothing was written");
    expect(scene.read(".claude.json")).toBe('{"other": 1}');
  });

  it("writes the project's own file where everybody may read it [CLI-80] [CLI-85]", async () => {
    const scene = clientHome();
    expect((await scene.install(["vscode", "--project", "--yes"])).out).toContain(
      "trust the project's servers",
    );
    const file = join(scene.project, ".vscode/mcp.json");
    expect(JSON.parse(readFileSync(file, "utf8"))).toHaveProperty("servers.filewright");
    expect(lstatSync(file).mode & 0o777).toBe(0o666 & ~process.umask());
    const refused = await scene.install(["claude-desktop", "--project", "--yes", "--root", "."]);
    expect(refused.err).toContain("Claude Desktop has no file of a project. Leave out --project.");
  });
});
