/** A change of a file with hard links is a change of all its names: each is judged before it is made. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CallResult, OpenQuestion, Toolkit, ToolkitOptions } from "../../src/index.js";
import { errorOf } from "../support/answers.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const acceptEdits: ToolkitOptions = { permissions: { mode: "acceptEdits" } };

async function change(toolkit: Toolkit, files: TempWorkspace, name: string = "a.txt"): Promise<CallResult> {
  const file_path = files.path(name);
  await toolkit.call("Read", { file_path });
  return toolkit.call("Write", { file_path, content: "changed\n" });
}

/** A folder beside the root. */
function outsideOf(files: TempWorkspace): string {
  const folder = join(files.root, "..", "outside");
  mkdirSync(folder, { recursive: true });
  return folder;
}

describe("A file whose names all lie inside the roots", () => {
  it("may be changed in acceptEdits, and stays one file [PERM-382]", async () => {
    const files = tempWorkspace({ "a.txt": "old\n", "deep/er/x.txt": "x\n" });
    linkSync(files.path("a.txt"), files.path("deep/er/b.txt"));
    linkSync(files.path("a.txt"), files.path("c.txt"));
    const toolkit = files.toolkit(acceptEdits);
    expect((await change(toolkit, files)).error).toBeUndefined();
    expect(files.read("deep/er/b.txt")).toBe("changed\n");
    const edit = { file_path: files.path("a.txt"), old_string: "changed", new_string: "again" };
    expect((await toolkit.call("Edit", edit)).error).toBeUndefined();
    expect(files.read("c.txt")).toBe("again\n");
  });

  it("is found across several roots, and by an allow rule for all of them [PERM-382]", async () => {
    const files = tempWorkspace({ "one/a.txt": "old\n", "two/x.txt": "x\n" });
    linkSync(files.path("one/a.txt"), files.path("two/b.txt"));
    const roots = [files.path("one"), files.path("two")];
    for (const permissions of [{ mode: "acceptEdits" }, { allow: ["Edit"] }] as const) {
      const toolkit = files.toolkit({ roots, permissions });
      expect((await change(toolkit, files, "one/a.txt")).error).toBeUndefined();
    }
  });

  it.each<[string, string, RegExp]>([
    [
      "a protected name",
      ".git/config",
      /another name \(hard link\), .*\.git\/config, and there it is protected \(\.git\)/,
    ],
    [
      "a name that a rule asks about",
      "mine/b.txt",
      /another name \(hard link\), .*mine\/b\.txt, and there the rule Edit\(mine\/\*\*\)/,
    ],
  ])("is asked about when one of them is %s [PERM-382]", async (_, name, reason) => {
    const files = tempWorkspace({ "a.txt": "old\n", ".git/x": "", "mine/x": "" });
    linkSync(files.path("a.txt"), files.path(name));
    const asked: OpenQuestion[] = [];
    const toolkit = files.toolkit({
      permissions: { mode: "acceptEdits", ask: ["Edit(mine/**)"] },
      onAsk: (question) => {
        asked.push(question);
        return { answer: "deny" };
      },
    });
    expect((await change(toolkit, files)).isError).toBe(true);
    expect(asked[0]?.reason).toMatch(reason);
    expect(files.read(name)).toBe("old\n");
  });

  it("is denied when one of them is denied [PERM-382]", async () => {
    const files = tempWorkspace({ "a.txt": "old\n", "secret/x": "" });
    linkSync(files.path("a.txt"), files.path("secret/b.txt"));
    const toolkit = files.toolkit({
      permissions: { mode: "acceptEdits", deny: ["Edit(secret/**)"] },
      onAsk: () => ({ answer: "allow" }),
    });
    expect(errorOf(await change(toolkit, files)).code).toBe("PERMISSION_DENIED");
    expect(files.read("a.txt")).toBe("old\n");
  });

  it("asks about what a manifest among them would run later [PERM-382]", async () => {
    const files = tempWorkspace({ "notes.txt": "{}\n" });
    linkSync(files.path("notes.txt"), files.path("package.json"));
    const asked: OpenQuestion[] = [];
    const toolkit = files.toolkit({
      ...acceptEdits,
      onAsk: (question) => {
        asked.push(question);
        return { answer: "deny" };
      },
    });
    const file_path = files.path("notes.txt");
    await toolkit.call("Read", { file_path });
    const content = '{ "scripts": { "postinstall": "x" } }\n';
    expect((await toolkit.call("Write", { file_path, content })).isError).toBe(true);
    expect(asked[0]?.reason).toContain("it would run later (the script postinstall in package.json)");
  });
});

describe("A file with a name outside the roots", () => {
  it("is not changed unasked, and the person is told what would allow it [PERM-383]", async () => {
    const files = tempWorkspace({ "a.txt": "old\n" });
    const outside = join(outsideOf(files), "b.txt");
    linkSync(files.path("a.txt"), outside);
    const toolkit = files.toolkit(acceptEdits);
    const advice: string[] = [];
    toolkit.workspace.events.on("permission-unanswered", (event) => advice.push(event.advice));
    const { code, message } = errorOf(await change(toolkit, files));
    expect(code).toBe("PERMISSION_DENIED");
    expect(message).toContain("it has hard links, which would change too");
    expect(advice[0]).toMatch(
      /make every folder that holds one of the file's names a root \(--root\), or add an allow rule for each name/,
    );
    const { reason } = await toolkit.permissions.explain("Write", files.path("a.txt"));
    expect(reason).toBe(
      "the file has 2 names (hard links), of which 1 were found inside the roots and where rules allow changes; the others would change too",
    );
    expect(readFileSync(outside, "utf8")).toBe("old\n");
  });

  it("may be changed by a rule that allows that name too [PERM-383]", async () => {
    const files = tempWorkspace({ "a.txt": "old\n" });
    const outside = join(outsideOf(files), "b.txt");
    linkSync(files.path("a.txt"), outside);
    const allow = [`Edit(/${outside})`];
    expect((await change(files.toolkit({ permissions: { allow } }), files)).isError).toBe(true);
    const both = files.toolkit({ permissions: { mode: "acceptEdits", allow } });
    expect((await change(both, files)).error).toBeUndefined();
    expect(readFileSync(outside, "utf8")).toBe("changed\n");
  });

  it("is asked about again when the name is made while the person thinks [PERM-383]", async () => {
    const files = tempWorkspace({ "a.txt": "old\n" });
    const outside = join(outsideOf(files), "b.txt");
    const asked: string[] = [];
    const toolkit = files.toolkit({
      onAsk: ({ reason }) => {
        asked.push(reason);
        if (asked.length > 1) return { answer: "deny" };
        linkSync(files.path("a.txt"), outside);
        return { answer: "allow" };
      },
    });
    expect((await change(toolkit, files)).isError).toBe(true);
    expect(asked).toEqual([
      "changes need permission",
      "the file has other names (hard links), perhaps outside the roots, where it would change too",
    ]);
    expect(readFileSync(outside, "utf8")).toBe("old\n");
  });

  it("is asked about again when the file becomes another one with as many names [PERM-383]", async () => {
    const files = tempWorkspace({ "a.txt": "old\n" });
    linkSync(files.path("a.txt"), files.path("b.txt"));
    const folder = outsideOf(files);
    writeFileSync(join(folder, "c.txt"), "old\n");
    let count = 0;
    const toolkit = files.toolkit({
      onAsk: () => {
        count += 1;
        if (count > 1) return { answer: "deny" };
        rmSync(files.path("a.txt"));
        linkSync(join(folder, "c.txt"), files.path("a.txt"));
        return { answer: "allow" };
      },
    });
    expect((await change(toolkit, files)).isError).toBe(true);
    expect(count).toBe(2);
    expect(readFileSync(join(folder, "c.txt"), "utf8")).toBe("old\n");
  });

  it("is noticed though all its names were inside a moment ago [PERM-383]", async () => {
    const files = tempWorkspace({ "a.txt": "old\n" });
    linkSync(files.path("a.txt"), files.path("b.txt"));
    const toolkit = files.toolkit(acceptEdits);
    expect((await change(toolkit, files)).error).toBeUndefined();
    renameSync(files.path("b.txt"), join(outsideOf(files), "b.txt"));
    const edit = { file_path: files.path("a.txt"), old_string: "changed", new_string: "again" };
    expect(errorOf(await toolkit.call("Edit", edit)).code).toBe("PERMISSION_DENIED");
  });
});
