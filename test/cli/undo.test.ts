import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { RestoreResult } from "../../src/history-restore.js";
import { AFTER_BOTH, AFTER_ONE, agentScene } from "../support/agent-changes.js";
import { takeSeat } from "../support/terminal.js";
import { edit, LINES } from "../support/undo-steps.js";
import { tempWorkspace } from "../support/workspace.js";

describe("filewright undo", () => {
  it("shows what will happen to which file, asks, and takes silence for a no [CLI-43]", async () => {
    const { files, seat } = await agentScene();
    for (const says of [["n"], [""], ["yesterday"], []]) {
      const declined = await seat.run(["undo", "a.txt"], { says, isInteractive: true });
      expect(declined).toMatchObject({ code: 3, out: "", asked: ["Undo 1 change of 1 file? [y/N] "] });
      expect(declined.err).toContain("Changes a.txt\n@@");
      expect(declined.err).toContain("-TWO");
      expect(files.read("a.txt")).toBe(AFTER_BOTH);
    }
    expect(await seat.run(["undo", "a.txt"], { says: ["y"] })).toMatchObject({
      code: 0,
      out: "Restored a.txt\n",
    });
    expect(files.read("a.txt")).toBe(AFTER_ONE);
  });

  it("does nothing where nobody can be asked and nobody said --yes [CLI-43]", async () => {
    const { files, seat } = await agentScene();
    const answer = await seat.run(["undo"]);
    expect(answer).toMatchObject({ code: 2, out: "", asked: [] });
    expect(answer.err).toBe(
      "Nothing was changed: nobody can be asked. Add --yes to do it, or --dry-run to look.\n",
    );
    expect(files.read("docs/new.md")).toBe("new\n");
  });

  it("takes back the last change here, then the one before, until there is none [CLI-44]", async () => {
    const { files, seat } = await agentScene();
    expect(await seat.run(["undo", "--yes"])).toMatchObject({ code: 0, out: "Removed docs/new.md\n" });
    expect(existsSync(files.path("docs"))).toBe(false);
    expect(await seat.run(["undo", "--yes"])).toMatchObject({ code: 0, out: "Restored a.txt\n" });
    expect(await seat.run(["undo", "--yes"])).toMatchObject({ code: 0, out: "Restored a.txt\n" });
    expect(files.read("a.txt")).toBe(LINES);
    expect(await seat.run(["undo", "--yes"])).toMatchObject({
      code: 1,
      out: "",
      err: "filewright: There is nothing to undo here.\n",
    });
    expect((await seat.run(["history"])).out.match(/ undone /g)?.length).toBe(3);
  });

  it("takes back changes by the beginnings of their ids, by file, and the last few [CLI-44]", async () => {
    const { files, seat, ids } = await agentScene();
    const list = await seat.run(["history"]);
    const [newest = "", second = ""] = list.out.split("\n").map((line) => line.split(" ")[0] ?? "");
    expect(await seat.run(["undo", newest, second, "--yes"])).toMatchObject({ code: 0 });
    expect(files.read("a.txt")).toBe(AFTER_ONE);
    expect(await seat.run(["undo", second, "--yes"])).toMatchObject({ code: 1, out: "" });
    expect(await seat.run(["redo", "--yes"])).toMatchObject({ code: 0 });
    expect(files.read("a.txt")).toBe(AFTER_BOTH);
    expect(files.read("docs/new.md")).toBe("new\n");
    expect(await seat.run(["undo", "a.txt", "--last", "2", "--yes"])).toMatchObject({ code: 0 });
    expect(files.read("a.txt")).toBe(LINES);
    expect(await seat.run(["redo", ids[0], "--yes"])).toMatchObject({ code: 0 });
    expect(files.read("a.txt")).toBe(AFTER_BOTH);
    expect(await seat.run(["undo", "--last", "9", "--yes"])).toMatchObject({ code: 0 });
    expect([files.read("a.txt"), existsSync(files.path("docs"))]).toEqual([LINES, false]);
  });

  it("only looks with --dry-run, for people and for programs [CLI-45]", async () => {
    const { files, seat } = await agentScene();
    const look = await seat.run(["undo", "--last", "3", "--dry-run"]);
    expect(look).toMatchObject({ code: 0, err: "Nothing was changed.\n", asked: [] });
    expect(look.out).toContain("Removes docs/new.md\n@@ -1,1 +0,0 @@\n-new\n");
    expect(look.out).toContain("Changes a.txt\n");
    const json = await seat.run(["undo", "--dry-run", "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({
      isDone: false,
      isDryRun: true,
      files: [{ path: files.path("docs/new.md"), outcome: "deleted" }],
    });
    expect([files.read("a.txt"), files.read("docs/new.md")]).toEqual([AFTER_BOTH, "new\n"]);
  });

  it("stops at a conflict with nothing changed, and says what to do about it [CLI-46]", async () => {
    const { files, seat, ids } = await agentScene();
    files.write("a.txt", AFTER_BOTH.replace("six", "SIX"));
    const stopped = await seat.run(["undo", "--last", "2", "--yes"]);
    expect(stopped).toMatchObject({ code: 2, out: "" });
    expect(stopped.err).toBe(
      [
        "Can't be restored: a.txt",
        "  the file has been changed since. --merge keeps what was done since and undoes the change; --skip-conflicts leaves the file alone.",
        "Nothing was changed.",
        "",
      ].join("\n"),
    );
    expect(files.read("docs/new.md")).toBe("new\n");
    expect(await seat.run(["undo", ids[1], "--dry-run"])).toMatchObject({ code: 2 });
    const skipped = await seat.run(["undo", "--last", "2", "--yes", "--skip-conflicts"]);
    expect(skipped.code).toBe(2);
    expect(skipped.out).toContain("Removed docs/new.md");
    expect(skipped.err).toBe("Not all files were restored. To undo what was: filewright redo\n");
    expect(await seat.run(["undo", "--yes", "--merge"])).toMatchObject({ code: 0, out: "Merged a.txt\n" });
    expect(files.read("a.txt")).toBe(AFTER_ONE.replace("six", "SIX"));
  });

  it("passes over what was taken back by hand, and says so of what is named [CLI-44]", async () => {
    const { files, seat, ids } = await agentScene();
    files.write("a.txt", AFTER_ONE);
    expect(await seat.run(["undo", ids[1], "--yes"])).toMatchObject({
      code: 1,
      err: "a.txt already has that content.\nNothing was changed.\n",
    });
  });

  it("refuses what the history does not know, and what could be two things [CLI-41]", async () => {
    const { files, seat, ids } = await agentScene();
    for (const words of [
      ["undo", "nothing.txt"],
      ["redo", "zzzzzzzz"],
      ["undo", "--last", "-1"],
      ["undo", "--last", "x"],
    ]) {
      expect(await seat.run([...words, "--yes"])).toMatchObject({ code: 2, out: "" });
    }
    const own = files.editor({ stateDirectory: seat.stateDirectory });
    await own.call("Write", { file_path: files.path(ids[0]), content: "x\n" });
    await own.close();
    const both = await seat.run(["undo", ids[0], "--yes"]);
    expect(both.code).toBe(2);
    expect(both.err).toContain("is a change and a file");
    expect(await seat.run(["undo", `./${ids[0]}`, "--yes"])).toMatchObject({ code: 0 });
  });

  it("names no denied file, counts it in a rewind, and leaves it alone [CLI-41]", async () => {
    const { files, seat } = await agentScene();
    const agent = files.editor({ stateDirectory: seat.stateDirectory });
    const { id } = await agent.history.checkpoint("mark");
    await edit(agent, files.path("docs/new.md"), "new", "newer");
    await edit(agent, files.path("a.txt"), "four", "FOUR");
    await agent.close();
    files.write(".filewright/settings.json", '{"permissions":{"deny":["Read(docs/**)"]}}');
    const { code, out, err } = await seat.run(["rewind", id, "--yes"]);
    expect({ code, out }).toEqual({
      code: 0,
      out: "Restored a.txt\n1 file left alone: permission rules deny reading it.\n",
    });
    expect(err).not.toContain("new.md");
    expect(files.read("docs/new.md")).toBe("newer\n");
  });

  it("fails with exit code 2 where the history can't be written or settings can't be read [CLI-47]", async () => {
    const { files, seat } = await agentScene();
    const environment = { FILEWRIGHT_STATE: files.write("state", "no folder") };
    const answer = await seat.run(["checkpoint", "mark"], { environment });
    expect(answer).toMatchObject({ code: 2, out: "" });
    files.write(".filewright/settings.json", "{");
    const broken = await seat.run(["undo", "--yes"]);
    expect(broken).toMatchObject({ code: 2, out: "" });
    expect(broken.err).toContain("settings.json, line 1, column 2");
    expect(files.read("docs/new.md")).toBe("new\n");
  });
});

describe("A step that is done in part, or not at all", () => {
  it("has the exit code, the words and the JSON of its result [SAFE-177]", async () => {
    const { files, seat, ids } = await agentScene({ "b.txt": LINES });
    const own = files.editor({ stateDirectory: seat.stateDirectory });
    await edit(own, files.path("b.txt"), "six", "SIX");
    await own.close();
    files.write("a.txt", "mine\n");
    const words = ["rewind", "--to", ids[0], "--yes"];
    const stopped = await seat.run([...words, "--json"]);
    expect(stopped.code).toBe(2);
    const { isDone, files: planned } = JSON.parse(stopped.out) as RestoreResult;
    expect({ isDone, applied: planned.filter(({ isApplied }) => isApplied) }).toEqual({
      isDone: false,
      applied: [],
    });
    const dry = await seat.run([...words, "--skip-conflicts", "--dry-run"]);
    expect(dry.code).toBe(2);
    const partial = await seat.run([...words, "--skip-conflicts"]);
    expect(partial.code).toBe(2);
    expect(partial.out).toContain("Restored b.txt\n");
    expect(partial.out).toContain("Can't be restored: a.txt\n");
    expect(partial.err).toBe("Not all files were restored. To undo what was: filewright redo\n");
    expect(await seat.run(["redo", "--yes"])).toMatchObject({ code: 0 });
    expect(files.read("docs/new.md")).toBe("new\n");
    const json = await seat.run([...words, "--skip-conflicts", "--json"]);
    expect(json.code).toBe(2);
    const result = JSON.parse(json.out) as RestoreResult;
    expect(result.isDone).toBe(false);
    expect(Object.fromEntries(result.files.map(({ path, isApplied }) => [path, isApplied]))).toEqual({
      [files.path("a.txt")]: false,
      [files.path("b.txt")]: true,
      [files.path("docs/new.md")]: true,
    });
  });
});

describe("filewright redo, rewind and checkpoint", () => {
  it("bring back in one step what was taken back in one [CLI-48]", async () => {
    const { files, seat } = await agentScene();
    expect(await seat.run(["redo", "--yes"])).toMatchObject({ code: 1 });
    await seat.run(["undo", "--last", "3", "--yes"]);
    const redone = await seat.run(["redo"], { says: ["yes"] });
    expect(redone).toMatchObject({ code: 0, asked: ["Redo 2 changes of 2 files? [y/N] "] });
    expect([files.read("a.txt"), files.read("docs/new.md")]).toEqual([AFTER_BOTH, "new\n"]);
    const wayBack = /To undo this: filewright (undo .+)\n/.exec(redone.err)?.[1]?.split(" ") ?? [];
    expect(await seat.run([...wayBack, "--yes"])).toMatchObject({ code: 0 });
    expect([files.read("a.txt"), existsSync(files.path("docs"))]).toEqual([LINES, false]);
  });

  it("go back to a checkpoint by its name, whoever made the changes since [CLI-49]", async () => {
    const { files, seat } = await agentScene();
    expect(await seat.run(["checkpoint"])).toMatchObject({ code: 1, out: "" });
    const made = await seat.run(["checkpoint", "before"]);
    expect(made.out).toContain("Marked this moment as before.");
    expect((await seat.run(["checkpoint"])).out).toMatch(/^\S+ {2}.+ {2}before\n$/);
    const agent = files.editor({ stateDirectory: seat.stateDirectory });
    await edit(agent, files.path("a.txt"), "four", "FOUR");
    await edit(agent, files.path("docs/new.md"), "new", "newer");
    await agent.close();
    const look = await seat.run(["rewind", "before", "--dry-run"]);
    expect(look.code).toBe(0);
    expect(look.out).toContain("-FOUR");
    expect(await seat.run(["rewind", "before"])).toMatchObject({ code: 2, out: "" });
    expect(await seat.run(["rewind", "before", "--yes"])).toMatchObject({ code: 0 });
    expect([files.read("a.txt"), files.read("docs/new.md")]).toEqual([AFTER_BOTH, "new\n"]);
    expect(await seat.run(["redo", "--yes"])).toMatchObject({ code: 0 });
    expect(files.read("docs/new.md")).toBe("newer\n");
  });

  it("go back to a change, and refuse what is unclear [CLI-49]", async () => {
    const { files, seat, ids } = await agentScene();
    expect(await seat.run(["rewind"])).toMatchObject({ code: 2, out: "" });
    expect(await seat.run(["rewind", "x", "--to", ids[0]])).toMatchObject({ code: 2, out: "" });
    expect(await seat.run(["rewind", "unheard-of", "--yes"])).toMatchObject({ code: 2, out: "" });
    const json = await seat.run(["rewind", "--to", ids[0], "--yes", "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({ isDone: true, files: [{}, {}] });
    expect([files.read("a.txt"), existsSync(files.path("docs"))]).toEqual([AFTER_ONE, false]);
    expect(await seat.run(["rewind", "--to", ids[2], "--scope", "session", "--yes"])).toMatchObject({
      code: 1,
    });
  });

  it("are withdrawn by Ctrl-C while they ask [CLI-43]", async () => {
    const { files, seat } = await agentScene();
    const interrupt = new AbortController();
    interrupt.abort(new Error("interrupted"));
    const answer = await seat.run(["undo"], { isInteractive: true, signal: interrupt.signal });
    expect(answer).toMatchObject({ code: 2, out: "" });
    expect(files.read("docs/new.md")).toBe("new\n");
  });

  it("are told from a terminal that sits elsewhere, by --root [CLI-44]", async () => {
    const { files, seat } = await agentScene();
    const away = takeSeat(tempWorkspace({}).root);
    const environment = { FILEWRIGHT_STATE: seat.stateDirectory };
    expect(await away.run(["undo", "--yes"], { environment })).toMatchObject({ code: 1 });
    expect(await away.run(["undo", "--yes", "--root", files.root], { environment })).toMatchObject({
      code: 0,
    });
    expect(existsSync(files.path("docs"))).toBe(false);
  });
});
