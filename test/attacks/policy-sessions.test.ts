/** Attacks 18 and 22: another session, calls together, a host's own tools; and settings that come with a folder. */
import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AskHandler, PermissionMode, Toolkit } from "../../src/index.js";
import { peekTool } from "../support/denied.js";
import { fencedWorkspace, SECRET } from "../support/fenced-workspace.js";
import { echoTool } from "../support/test-tools.js";
import { untilAsked } from "../support/waiting.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const write = (toolkit: Toolkit, path: string, content: string = "x\n") =>
  toolkit.call("Write", { file_path: path, content });
const codeOf = async (result: ReturnType<Toolkit["call"]>): Promise<string | undefined> =>
  (await result).error?.code;
const modes: readonly PermissionMode[] = ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"];

describe("A second session of a workspace", () => {
  it("meets the first one's rules, whatever it brings itself [ATTACK-18]", async () => {
    const fence = fencedWorkspace({ "in/vault/a.txt": SECRET, "in/open.txt": "open\n" });
    const parent = fence.toolkit({ permissions: { deny: ["Read(vault/**)"], ask: ["Edit(made.txt)"] } });
    for (const mode of modes) {
      const child = fence.toolkit({
        workspace: parent.workspace,
        roots: ["/"],
        onAsk: () => ({ answer: "allow" }),
        permissions: { mode, settings: false, hardLinks: "ignore", deny: ["Edit(never)"] },
        tools: [peekTool({ readOnly: true })],
      });
      const path = `${fence.inside}/vault/a.txt`;
      const answers = await child.callAll([
        { name: "Read", input: { file_path: path } },
        { name: "Peek", input: { where: path } },
        { name: "Write", input: { file_path: path, content: "x" } },
        { name: "Read", input: { file_path: "/etc/hostname" } },
        { name: "Write", input: { file_path: `${fence.inside}/made.txt`, content: "x" } },
      ]);
      expect(answers.map(({ error }) => error?.code)).toEqual(Array(5).fill("PERMISSION_DENIED"));
      await fence.expectUnheard(answers);
    }
    await fence.expectIntact();
  });

  it("keeps its own narrower rules when it changes its mode, and can't bring rules that allow [ATTACK-18]", async () => {
    const files = tempWorkspace({ "a.txt": "a\n", "b.txt": "b\n" });
    const parent = files.toolkit({ permissions: { mode: "acceptEdits" } });
    const { workspace } = parent;
    expect(() => files.toolkit({ workspace, permissions: { allow: ["Edit(a.txt)"] } })).toThrow(
      "only narrow",
    );
    const child = files.toolkit({ workspace, permissions: { mode: "plan", deny: ["Read(b.txt)"] } });
    for (const mode of modes) {
      child.permissions.setMode(mode);
      expect(await codeOf(child.call("Read", { file_path: files.path("b.txt") }))).toBe("PERMISSION_DENIED");
      expect(await codeOf(write(child, files.path(".git/config")))).toBe("PERMISSION_DENIED");
    }
  });

  it("has no part in the grants, saved results and questions of another [ATTACK-18]", async () => {
    const files = tempWorkspace({ "log.txt": "a line of needles\n".repeat(3000) });
    let asked = 0;
    const onAsk: AskHandler = () => {
      asked += 1;
      return asked === 1 ? { answer: "allow", remember: "session" } : { answer: "deny" };
    };
    const first = files.toolkit({ onAsk });
    const second = files.toolkit({ workspace: first.workspace });
    expect((await write(first, files.path("a.txt"), "1\n")).isError).toBe(false);
    expect((await write(first, files.path("a.txt"), "2\n")).isError).toBe(false);
    await second.call("Read", { file_path: files.path("a.txt") });
    expect(await codeOf(write(second, files.path("a.txt"), "3\n"))).toBe("PERMISSION_DENIED");
    expect([asked, first.permissions.grants, second.permissions.grants]).toEqual([2, ["Edit(/a.txt)"], []]);
    let saved = "";
    first.workspace.events.on("result-saved", ({ path }) => {
      saved = path;
    });
    await first.call("Grep", { pattern: "needles", output_mode: "content", head_limit: 0 });
    expect((await first.call("Read", { file_path: saved, limit: 5 })).isError).toBe(false);
    expect(await codeOf(second.call("Read", { file_path: saved, limit: 5 }))).toBe("PERMISSION_DENIED");
    expect(await codeOf(write(first, saved))).toBe("PERMISSION_DENIED");
  });

  it("waits for its own answer, though another's grant covers the same file [ATTACK-18]", async () => {
    const files = tempWorkspace({});
    const first = files.toolkit();
    const second = files.toolkit({ workspace: first.workspace });
    const detach = first.permissions.attach();
    const one = write(first, files.path("a.txt"), "first\n");
    const other = write(second, files.path("a.txt"), "second\n");
    await untilAsked(first, 2);
    const mine = first.permissions.questions.find(({ sessionId }) => sessionId === first.session.id);
    first.permissions.answer(mine?.id ?? "", { answer: "allow", remember: "session" });
    expect((await one).isError).toBe(false);
    expect(first.permissions.questions.map(({ sessionId }) => sessionId)).toEqual([second.session.id]);
    first.permissions.answer(first.permissions.questions[0]?.id ?? "", { answer: "deny" });
    expect((await other).isError).toBe(true);
    expect(files.read("a.txt")).toBe("first\n");
    detach();
  });
});

describe("A host's own tool", () => {
  const tools = [echoTool("Echo", {}), echoTool("Shout", { readOnly: false }), peekTool({ readOnly: true })];

  it.each([["Echo", "Shout", "Peek"], ["*"], ["E*", "S*", "P*"], ["echo", "SHOUT", "peek"]])(
    "is denied by its name, also where it concerns no file: %s %s %s [ATTACK-18]",
    async (...deny) => {
      const files = tempWorkspace({ "a.txt": "a\n" });
      const host = files.toolkit({ tools, permissions: { deny, mode: "bypassPermissions" } });
      const child = files.toolkit({ tools, workspace: host.workspace });
      const late = files.toolkit({ tools, permissions: { mode: "bypassPermissions" } });
      files.write(".filewright/settings.json", JSON.stringify({ permissions: { deny } }));
      for (const toolkit of [host, child, late]) {
        expect(await codeOf(toolkit.call("Echo", { what: "x" }))).toBe("PERMISSION_DENIED");
        expect(await codeOf(toolkit.call("Shout", { what: "x" }))).toBe("PERMISSION_DENIED");
        expect(await codeOf(toolkit.call("Peek", { where: files.path("a.txt") }))).toBe("PERMISSION_DENIED");
      }
    },
  );

  it("that changes something rests in plan mode, and one that is to be asked about is [ATTACK-18]", async () => {
    const files = tempWorkspace({});
    const planning = files.toolkit({ tools, permissions: { mode: "plan" } });
    expect(await codeOf(planning.call("Shout", { what: "x" }))).toBe("PERMISSION_DENIED");
    expect((await planning.call("Echo", { what: "x" })).isError).toBe(false);
    const asked: string[] = [];
    const asking = files.toolkit({
      tools,
      permissions: { ask: ["Echo"] },
      onAsk: ({ tool }) => {
        asked.push(tool);
        return { answer: asked.length === 1 ? "allow" : "deny" };
      },
    });
    expect((await asking.call("Echo", { what: "x" })).isError).toBe(false);
    expect(await codeOf(asking.call("Echo", { what: "x" }))).toBe("PERMISSION_DENIED");
    expect((await asking.call("Shout", { what: "x" })).isError).toBe(false);
    expect(asked).toEqual(["Echo", "Echo"]);
  });
});

describe("Settings that come with a folder", () => {
  const widening = JSON.stringify({
    permissions: {
      allow: ["Edit", "Edit(/**)", "Read(//**)", "Write"],
      additionalDirectories: ["../out", "/", "~"],
      defaultMode: "bypassPermissions",
    },
  });

  async function expectNarrow(files: TempWorkspace, toolkit: Toolkit): Promise<void> {
    expect(await codeOf(write(toolkit, files.path("in/made.txt")))).toBe("PERMISSION_DENIED");
    expect(await codeOf(write(toolkit, files.path("in/.git/config")))).toBe("PERMISSION_DENIED");
    for (const path of [files.path("out/b.txt"), "/etc/hostname"])
      for (const [tool, input] of [
        ["Read", { file_path: path }],
        ["Grep", { pattern: ".", path }],
        ["Glob", { pattern: "*", path: path.replace(/\/[^/]*$/, "") }],
      ] as const)
        expect(await codeOf(toolkit.call(tool, input))).toBe("PERMISSION_DENIED");
    expect((await toolkit.permissions.overview()).mode).toBe("default");
  }

  const plant = (): { files: TempWorkspace; open: () => Toolkit } => {
    const files = tempWorkspace({ "in/a.txt": "a\n", "out/b.txt": "b\n" });
    const inside = files.path("in");
    return { files, open: () => files.toolkit({ roots: [inside], workingDirectory: inside }) };
  };

  it.each([["settings.json"], ["settings.local.json"], ["settings.json", "settings.local.json"]])(
    "widen nothing before the folder is trusted: %s %s [ATTACK-22]",
    async (...names) => {
      const { files, open } = plant();
      for (const name of names) files.write(`in/.filewright/${name}`, widening);
      const toolkit = open();
      await expectNarrow(files, toolkit);
      // Nor by trust in a folder above, beside or below.
      for (const folder of [files.root, files.path("out"), files.path("in/.filewright")])
        await toolkit.permissions.trust(folder);
      await expectNarrow(files, open());
    },
  );

  it("that change later, or lie behind a link, widen nothing either [ATTACK-22]", async () => {
    const { files, open } = plant();
    const toolkit = open();
    await expectNarrow(files, toolkit);
    files.write("elsewhere/settings.json", widening);
    symlinkSync(files.path("elsewhere"), files.path("in/.filewright"));
    await expectNarrow(files, toolkit);
    await expectNarrow(files, open());
  });

  it("are closed again when the trust is taken back, roots included [ATTACK-22]", async () => {
    const { files, open } = plant();
    files.write("in/.filewright/settings.json", widening);
    const toolkit = open();
    await toolkit.permissions.trust(files.path("in"));
    expect((await write(toolkit, files.path("out/c.txt"))).isError).toBe(false);
    expect((await toolkit.permissions.overview()).mode).toBe("bypassPermissions");
    await toolkit.permissions.untrust(files.path("in"));
    await expectNarrow(files, toolkit);
  });

  it("make things narrower without trust, and nothing wider beside it [ATTACK-22]", async () => {
    const { files, open } = plant();
    const permissions = { deny: ["Read(a.txt)"], defaultMode: "plan", allow: ["Edit"] };
    files.write("in/.filewright/settings.json", JSON.stringify({ permissions }));
    const toolkit = open();
    expect(await codeOf(toolkit.call("Read", { file_path: files.path("in/a.txt") }))).toBe(
      "PERMISSION_DENIED",
    );
    expect(await codeOf(write(toolkit, files.path("in/new.txt")))).toBe("PERMISSION_DENIED");
  });
});
