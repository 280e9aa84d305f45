import { describe, expect, it } from "vitest";
import { createMemoryFileSystem } from "../../src/fs/memory-file-system.js";
import type { RealPath } from "../../src/fs/paths.js";
import type { LimitFlags } from "../../src/session/limits.js";
import { SavedResults } from "../../src/session/saved-results.js";
import { Session, type SessionOptions } from "../../src/session/session.js";
import { Workspace } from "../../src/workspace.js";
import { tempWorkspace } from "../support/workspace.js";

function sessionWith(options: SessionOptions, environment: Record<string, string> = {}): Session {
  return new Session(new Workspace({ fileSystem: createMemoryFileSystem(), environment }), options);
}

describe("a session", () => {
  it("asks for its limits at first use and never again [LIMIT-2]", () => {
    let asked = 0;
    const session = sessionWith({
      limits: (): LimitFlags => {
        asked += 1;
        return { maxTokens: asked * 1000 };
      },
    });
    expect(asked).toBe(0);
    expect([session.limits.maxTokens, session.limits.maxTokens, asked]).toEqual([1000, 1000, 1]);
  });

  it("keeps its limits when the host's flags change later [LIMIT-2]", () => {
    const flags: { maxTokens: number } = { maxTokens: 1000 };
    const session = sessionWith({ limits: flags });
    const { limits } = session;
    flags.maxTokens = 2000;
    expect(session.limits).toBe(limits);
    expect(limits.maxTokens).toBe(1000);
  });

  it.each<[string, SessionOptions, Record<string, string>, boolean]>([
    ["nothing", {}, {}, true],
    ["the option", { dedup: false }, {}, false],
    ["the variable", {}, { FILEWRIGHT_READ_DEDUP: "0" }, false],
    ["the variable against the option", { dedup: true }, { FILEWRIGHT_READ_DEDUP: "0" }, false],
    ["the variable set to something else", {}, { FILEWRIGHT_READ_DEDUP: "1" }, true],
  ])(
    "decides by %s whether unchanged files are answered with the stub [READ-10]",
    (_, options, environment, isOn) => {
      expect(sessionWith(options, environment).isDedupOn).toBe(isOn);
    },
  );

  it("numbers its calls and has an id of its own [EVENT-1]", () => {
    const [first, second] = [sessionWith({}), sessionWith({})];
    expect([first.nextCallId(), first.nextCallId(), second.nextCallId()]).toEqual(["1", "2", "1"]);
    expect(first.id).not.toBe(second.id);
  });

  it("judges a file by its present content, through every spelling [LEDGER-2, PATH-5]", async () => {
    const files = tempWorkspace({ "a.txt": "one\ntwo\n", link: { link: "a.txt" } });
    const toolkit = files.toolkit();
    const { session } = toolkit;
    const states = async (): Promise<string[]> => [
      (await session.freshnessOf(files.path("a.txt"))).state,
      (await session.freshnessOf(`${files.path(".")}/./link`)).state,
    ];
    expect(await states()).toEqual(["unread", "unread"]);
    await toolkit.call("Read", { file_path: files.path("link"), limit: 1 });
    expect(await states()).toEqual(["partial", "partial"]);
    await toolkit.call("Read", { file_path: files.path("a.txt"), offset: 2 });
    expect(await states()).toEqual(["fresh", "fresh"]);
    files.write("a.txt", "one\ntwo\n");
    expect(await states()).toEqual(["fresh", "fresh"]);
    files.write("a.txt", "one\nTWO\n");
    expect(await states()).toEqual(["stale", "stale"]);
  });

  it("hands its ledger to another session as data, and never otherwise [LEDGER-7, LEDGER-9]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const first = files.toolkit();
    const second = files.toolkit({ workspace: first.workspace });
    await first.call("Read", { file_path: files.path("a.txt") });
    expect((await second.session.freshnessOf(files.path("a.txt"))).state).toBe("unread");
    second.session.import(JSON.parse(JSON.stringify(first.session.export())));
    expect((await second.session.freshnessOf(files.path("a.txt"))).state).toBe("fresh");
  });
});

describe("saved results", () => {
  it("are known by their real path, and nothing beside them [CALL-9]", async () => {
    const files = tempWorkspace({ "real/x": "", above: { link: "real" } });
    const { fileSystem, stateDirectory } = new Workspace({
      stateDirectory: files.path("above", "state"),
      environment: {},
    });
    const results = new SavedResults(fileSystem, stateDirectory, "s1");
    const saved = await results.save("1", "a long result ü", "rules");
    expect(saved).toBe(files.path("real", "state", "results", "s1", "1-rules.txt"));
    const asked = ["1-rules.txt", "2-rules.txt"].map(
      (name) => files.path("real", "state", "results", "s1", name) as RealPath,
    );
    expect(asked.map((each) => results.has(each))).toEqual([true, false]);
  });

  it("do not fail the call when the disk does not take them [CALL-8]", async () => {
    const files = tempWorkspace({ state: "a file where the folder should be" });
    const { fileSystem, stateDirectory } = new Workspace({
      stateDirectory: files.path("state"),
      environment: {},
    });
    expect(await new SavedResults(fileSystem, stateDirectory, "s1").save("1", "x", "rules")).toBeUndefined();
  });
});
