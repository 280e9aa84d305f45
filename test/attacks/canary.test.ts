/** Attacks 16 and 17 as a whole: the same calls with and without denied files, and nothing of them anywhere. */
import { linkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { callsByContent, callsByName, callsByPattern } from "../support/canary-calls.js";
import {
  type CanaryCall,
  type CanaryTree,
  CONTENT,
  canaryTrees,
  expectSilent,
  expectSilentState,
  NAME,
} from "../support/canary-trees.js";
import { aimsAt } from "../support/fenced-workspace.js";
import { tempWorkspace } from "../support/workspace.js";

type Calls = (at: (name: string) => string) => readonly CanaryCall[];

const callsOf = ({ files }: CanaryTree, calls: Calls): readonly CanaryCall[] =>
  calls((name) => `${files.root}/${name}`);

/** What each call came to, with the call before it, so that a difference shows where it is. */
async function hearAll(tree: CanaryTree, calls: Calls): Promise<string[]> {
  const heard: string[] = [];
  for (const call of callsOf(tree, calls)) {
    const told = await tree.hear(call);
    expectSilent(call, told, tree);
    heard.push(`${tree.normal(call)} ${tree.normal(told)}`);
  }
  heard.push(tree.normal(tree.toolkit.session.export()), tree.normal(await tree.toolkit.history.list()));
  await expectSilentState(tree);
  return heard;
}

const third =
  (part: number): Calls =>
  (at) => {
    const all = callsByName(at);
    const size = Math.ceil(all.length / 3);
    return all.slice(part * size, (part + 1) * size);
  };

const groups: Readonly<Record<string, Calls>> = {
  "by name, the first third": third(0),
  "by name, the second third": third(1),
  "by name, the last third": third(2),
  "by pattern": callsByPattern,
  "by content": callsByContent,
};

describe("With and without denied files", () => {
  it.each(Object.keys(groups))(
    "everything is the same: calls %s [CANARY-1, CANARY-2, ATTACK-16, ATTACK-17]",
    async (group) => {
      const calls = groups[group] as Calls;
      const [present, absent] = canaryTrees();
      expect(await hearAll(present, calls)).toEqual(await hearAll(absent, calls));
    },
  );

  it("everything is the same when nobody can be asked, and in modes that ask nobody [CANARY-1]", async () => {
    const calls: Calls = (at) => callsByName(at).filter((_, index) => index % 7 === 0);
    for (const isAllowed of [true, false]) {
      const [present, absent] = canaryTrees({ isAllowed });
      for (const mode of ["plan", "dontAsk", "bypassPermissions"] as const) {
        for (const { toolkit } of [present, absent]) toolkit.permissions.setMode(mode);
        expect(await hearAll(present, calls)).toEqual(await hearAll(absent, calls));
      }
    }
  });

  it("everything is the same when calls are made together [CANARY-1, CANARY-2]", async () => {
    const answers: string[] = [];
    for (const tree of canaryTrees({ isAllowed: false })) {
      const calls = [...callsOf(tree, callsByPattern), ...callsOf(tree, callsByContent)];
      const results = await tree.toolkit.callAll(calls.map(({ tool: name, input }) => ({ name, input })));
      for (const [index, call] of calls.entries()) expectSilent(call, results[index], tree);
      answers.push(tree.normal(results));
    }
    expect(answers[0]).toBe(answers[1]);
  });

  it("results that are saved because of their length are the same [CANARY-1, CANARY-2]", async () => {
    const saved: string[] = [];
    for (const tree of canaryTrees()) {
      const input = { pattern: "needle|TOKEN", output_mode: "content", head_limit: 0, "-C": 3 };
      const { result, events } = await tree.hear({ tool: "Grep", input });
      const isSaved = (event: unknown): event is { path: string } =>
        (event as { type: string }).type === "result-saved";
      const path = events.find(isSaved)?.path;
      const read = await tree.hear({ tool: "Read", input: { file_path: path, limit: 50 } });
      expect(read.result.isError).toBe(false);
      expectSilent({ tool: "Grep", input }, [result, read], tree);
      await expectSilentState(tree);
      saved.push(tree.normal([result.content, result.output, read.result.content]));
    }
    expect(saved[0]).toBe(saved[1]);
  });
});

describe("A file that is denied by now", () => {
  /** It was read, changed and taken back while it was open; its other name stays. */
  async function closedLater() {
    const files = tempWorkspace({ [`${NAME}.txt`]: `before ${CONTENT}\n`, "open.txt": "before\n" });
    const toolkit = files.editor();
    const path = files.path(`${NAME}.txt`);
    const { id: checkpoint } = await toolkit.history.checkpoint();
    await toolkit.call("Read", { file_path: path });
    await toolkit.call("Write", { file_path: path, content: `between ${CONTENT}\n` });
    await toolkit.call("Write", { file_path: path, content: `after ${CONTENT}\n` });
    await toolkit.history.undo();
    const changes = (await toolkit.history.list()).map(({ record }) => record.id);
    linkSync(path, files.path("twin.txt"));
    files.write(
      ".filewright/settings.json",
      JSON.stringify({ permissions: { deny: [`Read(${NAME}.txt)`] } }),
    );
    // A look may go by settings that are a tenth of a second old.
    await new Promise((resolve) => setTimeout(resolve, 150));
    const told: unknown[] = [];
    toolkit.workspace.events.on("*", (event) => told.push(event));
    return { files, toolkit, path, checkpoint, changes, told };
  }

  it("tells nothing through its history, whichever way it is asked for [CANARY-3, ATTACK-17]", async () => {
    const { files, toolkit, checkpoint, changes, told } = await closedLater();
    const later = files.editor();
    later.workspace.events.on("*", (event) => told.push(event));
    const hear = async (asked: Promise<unknown>): Promise<void> => {
      told.push(await asked.catch(({ message, data }: Error & { data?: unknown }) => ({ message, data })));
    };
    for (const { history } of [toolkit, later]) {
      await hear(history.list());
      await hear(history.list({ path: files.path(`${NAME}.txt`) }));
      await hear(history.checkpoints());
      for (const id of changes) {
        for (const side of ["before", "after"] as const) await hear(history.readContent(id, side));
        for (const dryRun of [true, false]) {
          await hear(history.undo(id, { dryRun }));
          await hear(history.redo(id, { dryRun }));
        }
      }
      await hear(history.undo());
      await hear(history.redo());
      await hear(history.rewind(checkpoint, { scope: "all", dryRun: true }));
      await hear(history.rewind(checkpoint, { scope: "all", merge: true }));
    }
    expect(JSON.stringify(told)).not.toContain(CONTENT);
    expect(JSON.stringify(told)).not.toContain(NAME);
    expect(files.read(`${NAME}.txt`)).toBe(`between ${CONTENT}\n`);
  });

  it("tells nothing to a session that knew it, nor by its other name [CANARY-3, ATTACK-17]", async () => {
    const { files, toolkit, told } = await closedLater();
    const rest = { pattern: `[${CONTENT[0]}]uokka`, path: files.root };
    const calls = [
      ...aimsAt(files.path(`${NAME}.txt`)),
      ...aimsAt(files.path("twin.txt")),
      { tool: "Edit", input: { file_path: files.path("twin.txt"), old_string: "between", new_string: "x" } },
      { tool: "Grep", input: { ...rest, output_mode: "content", "-C": 2 } },
      { tool: "Grep", input: { ...rest, output_mode: "count" } },
    ];
    for (const { tool, input } of calls) {
      const { content, output, error } = await toolkit.call(tool, input);
      told.push(content, output, error);
    }
    expect(JSON.stringify(told)).not.toContain(CONTENT);
    expect(files.read("twin.txt")).toBe(`between ${CONTENT}\n`);
    const state = join(dirname(files.root), "state");
    const own = await toolkit.call("Grep", { pattern: "quokka", path: state });
    expect(own.error?.code).toBe("PERMISSION_DENIED");
  });
});
