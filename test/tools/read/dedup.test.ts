import { appendFileSync, utimesSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { textOf } from "../../support/answers.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";

const STUB =
  "File unchanged since last read. The content from the earlier Read tool_result in this conversation is still current — refer to that instead of re-reading.";
const five = "1\n2\n3\n4\n5\n";

describe("Read of an unchanged file", () => {
  it("answers the stub for the same range of the same version [READ-10]", async () => {
    const files = tempWorkspace({ "a.txt": five });
    const toolkit = files.toolkit();
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const again = await toolkit.call("Read", { file_path: files.path("a.txt"), offset: 1, limit: 2000 });
    expect(again).toEqual({
      content: [{ type: "text", text: STUB }],
      output: { type: "file_unchanged", file: { filePath: files.path("a.txt") } },
      isError: false,
    });
  });

  it("answers in full for another range, and the stub again for either [READ-10]", async () => {
    const files = tempWorkspace({ "a.txt": five });
    const toolkit = files.toolkit();
    const read = (range: object) => toolkit.call("Read", { file_path: files.path("a.txt"), ...range });
    await read({});
    expect(textOf(await read({ offset: 2, limit: 1 }))).toContain("     2→2");
    expect(textOf(await read({ offset: 2, limit: 1 }))).toBe(STUB);
    expect(textOf(await read({}))).toBe(STUB);
  });

  it("answers in full right after the stub, then with the stub once more [READ-420]", async () => {
    const files = tempWorkspace({ "a.txt": five });
    const toolkit = files.toolkit();
    const answers: boolean[] = [];
    for (let call = 0; call < 6; call += 1) {
      answers.push(textOf(await toolkit.call("Read", { file_path: files.path("a.txt") })) === STUB);
    }
    expect(answers).toEqual([false, true, false, true, false, true]);
  });

  it("answers in full after the stub whatever was read between, each range by itself [READ-420]", async () => {
    const files = tempWorkspace({ "a.txt": five, "b.txt": five });
    const toolkit = files.toolkit();
    const isStub = async (name: string, range: object = {}): Promise<boolean> =>
      textOf(await toolkit.call("Read", { file_path: files.path(name), ...range })) === STUB;
    const part = { offset: 2, limit: 2 };
    const sequence = [
      await isStub("a.txt"),
      await isStub("a.txt", part),
      await isStub("b.txt"),
      await isStub("a.txt"),
      await isStub("b.txt"),
      await isStub("a.txt", part),
      await isStub("a.txt"),
      await isStub("a.txt", part),
    ];
    expect(sequence).toEqual([false, false, false, true, true, true, false, false]);
  });

  it("sends one stub to two Reads at the same time [READ-420]", async () => {
    const files = tempWorkspace({ "a.txt": "line\n".repeat(400_000) });
    const toolkit = files.toolkit();
    const call = { file_path: files.path("a.txt"), limit: 3 };
    await toolkit.call("Read", call);
    const both = await Promise.all([toolkit.call("Read", call), toolkit.call("Read", call)]);
    expect(both.filter((result) => textOf(result) === STUB)).toHaveLength(1);
  });

  it("knows in a restored session whether the stub was sent [READ-420]", async () => {
    const files = tempWorkspace({ "a.txt": five });
    const first = files.toolkit();
    const read = async (toolkit: typeof first): Promise<boolean> =>
      textOf(await toolkit.call("Read", { file_path: files.path("a.txt") })) === STUB;
    await read(first);
    const unspent = JSON.parse(JSON.stringify(first.session.export())) as unknown;
    await read(first);
    const spent = JSON.parse(JSON.stringify(first.session.export())) as unknown;
    for (const [saved, expected] of [
      [unspent, [true, false, true]],
      [spent, [false, true, false]],
    ] as const) {
      const restored = files.toolkit({ workspace: first.workspace });
      restored.session.import(saved);
      expect([await read(restored), await read(restored), await read(restored)]).toEqual(expected);
      expect(await restored.session.freshnessOf(files.path("a.txt"))).toEqual({ state: "fresh" });
    }
  });

  const changes: [string, (files: TempWorkspace) => void, boolean][] = [
    ["touched", (files) => utimesSync(files.path("a.txt"), 1, 1), true],
    ["rewritten with the same bytes", (files) => writeFileSync(files.path("a.txt"), five), true],
    ["appended to", (files) => appendFileSync(files.path("a.txt"), "6\n"), false],
    [
      "changed under an old mtime",
      (files) => {
        writeFileSync(files.path("a.txt"), "1\n2\nX\n4\n5\n");
        utimesSync(files.path("a.txt"), 1, 1);
      },
      false,
    ],
  ];
  it.each(changes)(
    "when %s goes by the content [READ-10, LEDGER-2, LEDGER-3]",
    async (_name, change, isStub) => {
      const files = tempWorkspace({ "a.txt": five });
      const toolkit = files.toolkit();
      await toolkit.call("Read", { file_path: files.path("a.txt") });
      change(files);
      expect(textOf(await toolkit.call("Read", { file_path: files.path("a.txt") })) === STUB).toBe(isStub);
    },
  );

  it("answers in full in a new context epoch, while the file stays known [READ-10, LEDGER-6]", async () => {
    const files = tempWorkspace({ "a.txt": five });
    const toolkit = files.toolkit();
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    toolkit.session.newContextEpoch();
    expect(await toolkit.session.freshnessOf(files.path("a.txt"))).toEqual({ state: "fresh" });
    expect(textOf(await toolkit.call("Read", { file_path: files.path("a.txt") }))).toContain("     1→1");
    expect(textOf(await toolkit.call("Read", { file_path: files.path("a.txt") }))).toBe(STUB);
  });

  it("never stubs what an Edit or a Write has recorded [READ-10]", async () => {
    const files = tempWorkspace({ "a.txt": five });
    const toolkit = files.toolkit();
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const [entry] = [...toolkit.session.ledger.entries()];
    if (entry === undefined) throw new Error("nothing was recorded");
    toolkit.session.ledger.record({ ...entry, origin: "edit" });
    expect(textOf(await toolkit.call("Read", { file_path: files.path("a.txt") }))).toContain("     1→1");
  });

  it.each([[{ dedup: false }], [{ environment: { FILEWRIGHT_READ_DEDUP: "0" } }]])(
    "is switched off by %j [READ-10]",
    async (options) => {
      const files = tempWorkspace({ "a.txt": five });
      const toolkit = files.toolkit(options);
      await toolkit.call("Read", { file_path: files.path("a.txt") });
      expect(textOf(await toolkit.call("Read", { file_path: files.path("a.txt") }))).toContain("     1→1");
    },
  );

  it("is one session's own business [LEDGER-9]", async () => {
    const files = tempWorkspace({ "a.txt": five });
    const first = files.toolkit();
    const second = files.toolkit({ workspace: first.workspace });
    await first.call("Read", { file_path: files.path("a.txt") });
    expect(textOf(await second.call("Read", { file_path: files.path("a.txt") }))).toContain("     1→1");
    expect(await second.session.freshnessOf(files.path("a.txt"))).toEqual({ state: "fresh" });
    const third = files.toolkit({ workspace: first.workspace });
    expect(await third.session.freshnessOf(files.path("a.txt"))).toEqual({ state: "unread" });
  });
});
