import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agentScene } from "../support/agent-changes.js";
import { imageOf, plantRecords, recordOf } from "../support/history-files.js";
import { takeSeat } from "../support/terminal.js";
import { edit, LINES } from "../support/undo-steps.js";
import { tempWorkspace } from "../support/workspace.js";

const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;

describe("filewright history", () => {
  it("lists changes, newest first, with names that can be used [CLI-40]", async () => {
    const { seat, ids } = await agentScene();
    const { code, out, err } = await seat.run(["history"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const rows = out
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/\s{2,}/));
    const who = ["unknown client", expect.stringMatching(/^\S{6,}$/)];
    expect(rows.map(([, time = "", ...rest]) => [TIME.test(time), ...rest])).toEqual([
      [true, "Write", "+1 -0", "applied", ...who, "docs/new.md"],
      [true, "Edit", "+1 -2", "applied", ...who, "a.txt"],
      [true, "Edit", "+1 -1", "applied", ...who, "a.txt"],
    ]);
    for (const [index, [short = ""]] of rows.toReversed().entries()) {
      const shown = await seat.run(["history", "show", short]);
      expect(shown.code).toBe(0);
      expect(shown.out).toContain(ids[index]);
    }
  });

  it("shows what each change did, in colour where there is some [CLI-40]", async () => {
    const { seat } = await agentScene();
    const plain = await seat.run(["history", "a.txt", "--diff", "--limit", "1"]);
    expect(plain.out.split("\n").slice(1)).toEqual([
      "Changes a.txt",
      "@@ -1,6 +1,5 @@",
      " ONE",
      "-two",
      "-three",
      "+TWO",
      " four",
      " five",
      " six",
      "",
      "",
    ]);
    const coloured = await seat.run(["history", "a.txt", "--diff", "--limit", "1"], { hasColour: true });
    expect(coloured.out).toContain("\u001b[32m+TWO\u001b[0m");
  });

  it("answers programs in JSON, and finds nothing with exit code 1 [CLI-40]", async () => {
    const { files, seat, ids } = await agentScene();
    const { out } = await seat.run(["history", "--json", "--diff", "--limit", "2"]);
    expect(JSON.parse(out)).toMatchObject({
      changes: [
        { id: ids[2], tool: "Write", kind: "create", state: "applied", added: 1, removed: 0 },
        { id: ids[1], path: files.path("a.txt"), structuredPatch: [{ oldStart: 1 }] },
      ],
    });
    expect(await seat.run(["history", "none.txt"])).toMatchObject({ code: 1, out: "" });
    expect(await seat.run(["history", "none.txt", "--json"])).toMatchObject({
      code: 1,
      out: '{"changes":[]}\n',
    });
    expect(await seat.run(["history", "--session", "nobody"])).toMatchObject({ code: 1 });
    const one = await seat.run(["history", "show", ids[0], "--json"]);
    expect(JSON.parse(one.out)).toMatchObject({ change: { id: ids[0], structuredPatch: [{}] } });
  });

  it("remembers what the client called itself, and shows a hostile name as text [CLI-40]", async () => {
    const files = tempWorkspace({ "a.txt": LINES });
    const seat = takeSeat(files.root);
    const agent = files.editor({ stateDirectory: seat.stateDirectory });
    agent.session.introduce("claude-code 2.1\u001b]0;gotcha\u0007");
    await edit(agent, files.path("a.txt"), "one", "ONE");
    await agent.close();
    const [change] = await files.toolkit({ stateDirectory: seat.stateDirectory }).history.list();
    const id = change?.record.id ?? "";
    const { out } = await seat.run(["history", "show", id]);
    expect(out).toContain(`${agent.session.id}, claude-code 2.1`);
    expect(out).not.toContain("\u001b");
    const json = await seat.run(["history", "show", id, "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({ change: { client: agent.session.name } });
  });

  it("tells which client and session made each change, by names that --session takes [CLI-305]", async () => {
    const files = tempWorkspace({ "a.txt": LINES });
    const seat = takeSeat(files.root);
    for (const [client, old, fresh] of [
      ["claude-code 2.1", "one", "ONE"],
      ["a client with a name that goes on and on", "two", "TWO"],
    ] as const) {
      const agent = files.editor({ stateDirectory: seat.stateDirectory });
      agent.session.introduce(client);
      await edit(agent, files.path("a.txt"), old, fresh);
      await agent.close();
    }
    await seat.run(["write", "b.txt", "--content", "b", "--yes"]);
    await seat.run(["undo", "b.txt", "--yes"]);
    const listed = async (...words: string[]): Promise<string[][]> => {
      const { out } = await seat.run(["history", ...words]);
      return out
        .trimEnd()
        .split("\n")
        .map((line) => line.split(/\s{2,}/).slice(2));
    };
    const rows = await listed();
    expect(rows.map(([tool, , , client]) => [tool, client])).toEqual([
      ["undo", "command line"],
      ["Write", "command line"],
      ["Edit", expect.stringMatching(/^a client with a name.*…$/)],
      ["Edit", "claude-code 2.1"],
    ]);
    for (const row of rows) expect(await listed("--session", row[4] ?? "")).toContainEqual(row);
    expect(new Set(rows.slice(1).map((row) => row[4])).size).toBe(3);
  });

  it("says that there are changes in other projects when there are none here [CLI-306]", async () => {
    const { seat } = await agentScene();
    const other = tempWorkspace({});
    const elsewhere = await seat.run(["history", "--root", other.root]);
    expect(elsewhere).toMatchObject({
      code: 1,
      out: "",
      err: "No changes are known in this project; --all shows others.\n",
    });
    expect((await seat.run(["history", "--root", other.root, "--all"])).out).toContain("a.txt");
    expect((await takeSeat(other.root).run(["history"])).err).toBe("No changes are known.\n");
  });

  it("keeps to the roots unless it is told otherwise [CLI-40, CLI-306]", async () => {
    const { seat } = await agentScene();
    const elsewhere = tempWorkspace({ "far.txt": LINES });
    const agent = elsewhere.editor({ stateDirectory: seat.stateDirectory });
    await edit(agent, elsewhere.path("far.txt"), "one", "ONE");
    await agent.close();
    expect((await seat.run(["history"])).out).not.toContain("far.txt");
    expect((await seat.run(["history", "--all"])).out).toContain(elsewhere.path("far.txt"));
  });

  it("does not know what rules deny by now, by no name and no id [CLI-41]", async () => {
    const { files, seat, ids } = await agentScene();
    files.write(".filewright/settings.json", '{"permissions":{"deny":["Read(docs/**)"]}}');
    const list = await seat.run(["history"]);
    expect(list.out).toContain("a.txt");
    expect(list.out).not.toContain("new.md");
    for (const words of [
      ["history", "show", ids[2]],
      ["undo", ids[2], "--yes"],
    ]) {
      const answer = await seat.run(words);
      expect(answer).toMatchObject({ code: 2, out: "" });
      expect(answer.err).not.toContain("new.md");
    }
    expect(await seat.run(["history", "docs/new.md"])).toMatchObject({ code: 1, out: "" });
    expect(files.read("docs/new.md")).toBe("new\n");
  });

  it("refuses ids that are unknown, too short or of several [CLI-41]", async () => {
    const { seat, ids } = await agentScene();
    expect(await seat.run(["history", "show", "zzzzzz"])).toMatchObject({ code: 2, out: "" });
    expect(await seat.run(["history", "show", ids[0].slice(0, 3)])).toMatchObject({ code: 2 });
    const twins = ["aaaa-1", "aaaa-2"].map((id) =>
      recordOf({ id, path: "/a", before: null, after: imageOf("a") }),
    );
    plantRecords(join(seat.stateDirectory, "history"), { records: twins });
    const several = await seat.run(["history", "show", "aaaa"]);
    expect(several.code).toBe(2);
    expect(several.err).toContain("ids begin with");
    expect(await seat.run(["history", "--limit", "0"])).toMatchObject({ code: 2, out: "" });
    const json = await seat.run(["history", "show", "zzzzzz", "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({ error: { code: "INPUT_INVALID" } });
  });

  it("prints no name or content that could control the terminal [CLI-42]", async () => {
    const name = "x\u001b]0;t\u0007\n\u202egpj.txt";
    const files = tempWorkspace({ [name]: "a\n" });
    const seat = takeSeat(files.root);
    const agent = files.editor({ stateDirectory: seat.stateDirectory });
    const id = await edit(agent, files.path(name), "a", "\u001b[2Jb\u202e");
    await agent.history.checkpoint("c\u001b[1m\nd");
    await agent.close();
    for (const words of [
      ["history"],
      ["history", "--diff"],
      ["history", "show", id],
      ["undo", "--dry-run"],
      ["undo", "--yes"],
      ["checkpoint"],
    ]) {
      const { out, err } = await seat.run(words);
      expect(out + err).not.toMatch(/[^\n\P{Cc}]|\u202e/u);
      expect(out.split("\n")).not.toContain("d");
    }
  });
});
