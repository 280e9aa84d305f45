/** Attacks 14 and 15: a denied file under other capitals, and under letters that look or count as the same. */
import { describe, expect, it } from "vitest";
import { createMemoryFileSystem, createToolkit, type Toolkit } from "../../src/index.js";
import { errorOf, textOf } from "../support/answers.js";
import { everyAimAt, expectDenied, peekTool } from "../support/denied.js";
import { CANARY, fencedWorkspace, SECRET } from "../support/fenced-workspace.js";

/** A volume that takes names with other capitals for the same, as macOS and Windows have them. */
function foldingToolkit(
  deny: readonly string[],
  mode: "default" | "bypassPermissions" = "bypassPermissions",
) {
  const disk = createMemoryFileSystem({ foldsCase: true });
  disk.put("/w/app/.env", SECRET);
  disk.put("/w/app/vault/Key.txt", SECRET);
  disk.put("/home/me/.ssh/id_rsa", SECRET);
  disk.put("/w/app/notes.txt", "before\n");
  disk.put("/w/app/.filewright/settings.json", JSON.stringify({ permissions: { deny } }));
  const events: unknown[] = [];
  const toolkit = createToolkit({
    roots: ["/w/app"],
    workingDirectory: "/w/app",
    stateDirectory: "/home/me/state",
    environment: { HOME: "/home/me" },
    fileSystem: disk,
    permissions: { mode },
    tools: [peekTool({ readOnly: true }), peekTool({ readOnly: false })],
    onAsk: () => ({ answer: "allow" }),
  });
  toolkit.workspace.events.on("*", (event) => events.push(event));
  return { toolkit, disk, events };
}

async function expectAllRefused(toolkit: Toolkit, path: string): Promise<void> {
  for (const { tool, input } of everyAimAt(path)) {
    // Searches need the real disk.
    if (tool === "Glob" || tool === "Grep") continue;
    const result = await toolkit.call(tool, input);
    expect([tool, path, result.error?.code]).toEqual([tool, path, "PERMISSION_DENIED"]);
    expect(JSON.stringify(result)).not.toContain(CANARY);
  }
}

describe("Other capitals", () => {
  it.each([".ENV", ".Env", "VAULT/key.txt", "Vault/none.txt", "vault/KEY.TXT"])(
    "are no way around a rule, also where the disk tells them apart: %s [ATTACK-14]",
    async (name) => {
      const fence = fencedWorkspace({ "in/.env": SECRET, "in/vault/Key.txt": SECRET });
      for (const deny of [
        ["Read(.env)", "Read(vault/**)"],
        ["Read(.eNV)", "Read(/VAULT/**)"],
      ])
        await expectDenied(fence, `${fence.inside}/${name}`, { permissions: { deny } });
    },
  );

  it.each([
    "/w/app/.ENV",
    "/W/App/.env",
    "/w/app/VAULT/KEY.TXT",
    "/HOME/me/.SSH/ID_RSA",
    "/home/ME/.ssh/authorized_keys",
  ])("reach the file on a volume that folds them, and are denied: %s [ATTACK-14]", async (path) => {
    const { toolkit, events } = foldingToolkit(["Read(.env)", "Read(/vault/**)", "Read(~/.ssh/**)"]);
    await expectAllRefused(toolkit, path);
    expect(JSON.stringify(events)).not.toContain(CANARY);
  });

  it("are no way to settings and state on a volume that folds them [ATTACK-14, ATTACK-19]", async () => {
    const { toolkit, disk } = foldingToolkit([]);
    await toolkit.call("Read", { file_path: "/w/app/notes.txt" });
    const changed = await toolkit.call("Write", { file_path: "/w/app/notes.txt", content: "after\n" });
    expect(changed.isError).toBe(false);
    for (const path of [
      "/W/APP/.FILEWRIGHT/SETTINGS.JSON",
      "/w/app/.Filewright/settings.LOCAL.json",
      "/HOME/ME/.CONFIG/FILEWRIGHT/trust.json",
      "/home/me/.config/FileWright/settings.json",
      "/HOME/ME/STATE/history/x",
      "/home/me/State",
    ]) {
      const result = await toolkit.call("Write", { file_path: path, content: "{}" });
      expect([path, result.error?.code]).toEqual([path, "PERMISSION_DENIED"]);
      expect(disk.resolve(path as never)).toMatchObject(
        /trust|LOCAL|config|\/x$/.test(path) ? { stat: undefined } : {},
      );
    }
    const read = await toolkit.call("Read", { file_path: "/HOME/me/STATE/history" });
    expect(errorOf(read).code).toBe("PERMISSION_DENIED");
  });

  it("of a protected name ask like the name, and a rule that allows other capitals is for them alone [ATTACK-14, ATTACK-20]", async () => {
    const fence = fencedWorkspace({});
    const reasons: string[] = [];
    const toolkit = fence.toolkit({
      permissions: { mode: "acceptEdits", allow: ["Edit(/.GIT/**)", "Edit(.Bashrc)"] },
      onAsk: ({ reason }) => {
        reasons.push(reason);
        return { answer: "deny" };
      },
    });
    for (const name of [".GIT/config", ".Git/hooks/pre-commit", ".BASHRC", "sub/.NpmRC"])
      await toolkit.call("Write", { file_path: `${fence.inside}/${name}`, content: "x" });
    expect(reasons.map((reason) => reason.slice(0, 15))).toEqual(Array(4).fill("it is protected"));
  });
});

describe("Letters that count as the same", () => {
  const composed = "caf\u00e9";
  const decomposed = "cafe\u0301";

  it.each([
    [composed, decomposed],
    [decomposed, composed],
    ["stra\u00dfe", "STRASSE"],
    ["\u212bngstr\u00f6m", "\u00e5ngstro\u0308m"],
    ["key", "k\u200dey"],
    ["key", "ke\ufeffy"],
  ])("are denied with each other: a rule for %j, the name %j [ATTACK-15]", async (written, name) => {
    const fence = fencedWorkspace({ [`in/${name}.env`]: SECRET, [`in/${written}.env`]: SECRET });
    for (const each of [name, written])
      await expectDenied(fence, `${fence.inside}/${each}.env`, {
        permissions: { deny: [`Read(${written}.env)`] },
      });
  });

  it.each([
    ["shot 1.30 PM.txt", "shot 1.30\u202fPM.txt"],
    ["shot 1.30\u00a0PM.txt", "shot 1.30\u202fPM.txt"],
    ["shot 1.30\u202fPM.txt", "shot 1.30 PM.txt"],
    ["a\u00a0b.txt", "a b.txt"],
  ])(
    "%j, which Read takes for %j, gives nothing of it when that is denied [ATTACK-15]",
    async (asked, there) => {
      const fence = fencedWorkspace({ [`in/${there}`]: SECRET });
      const toolkit = fence.toolkit({ permissions: { deny: [`Read(./${there})`] } });
      const refused = await toolkit.call("Read", { file_path: `${fence.inside}/${asked}` });
      expect(errorOf(refused).code).toBe("FILE_NOT_FOUND");
      expect(textOf(refused)).not.toContain("Did you mean");
      await fence.expectUnheard(refused);
      const open = fence.toolkit({ permissions: { deny: ["Read(./other.txt)"] } });
      expect((await open.call("Read", { file_path: `${fence.inside}/${asked}` })).isError).toBe(false);
    },
  );

  it("does not tell by a second look-alike that a denied one is there [ATTACK-15]", async () => {
    const fence = fencedWorkspace({ "in/a\u00a0b.txt": SECRET, "in/a\u202fb.txt": "open\n" });
    const toolkit = fence.toolkit({ permissions: { deny: ["Read(./a\u00a0b.txt)"] } });
    const read = await toolkit.call("Read", { file_path: `${fence.inside}/a b.txt` });
    expect(textOf(read)).toContain("open");
    await fence.expectUnheard(read);
  });

  it.each(["\uff0eenv", ".e\uff4ev", "\u2024env", ".env\u200b", ".env ", ".env."])(
    "full-width and other look-alikes are files of their own, and never lead to the denied one: %j [ATTACK-15]",
    async (name) => {
      const fence = fencedWorkspace({ "in/.env": SECRET });
      const toolkit = fence.toolkit({ permissions: { deny: ["Read(.env)"] } });
      for (const { tool, input } of everyAimAt(`${fence.inside}/${name}`)) {
        const result = await toolkit.call(tool, input);
        if (tool !== "Glob" && tool !== "Grep") expect(result.isError).toBe(true);
        await fence.expectUnheard(result);
      }
      await fence.expectIntact();
    },
  );
});
