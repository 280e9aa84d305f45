import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { AuditLog } from "../../src/audit/audit-log.js";
import type { AuditedEvent } from "../../src/audit/audit-record.js";
import { verifyChain } from "../../src/audit/chain.js";
import { verifyLog } from "../../src/audit/verify-log.js";
import type { AbsolutePath, ToolCall } from "../../src/index.js";
import { logOf, readLog } from "../support/audit-logs.js";
import { runActor } from "../support/run-actor.js";
import { tempWorkspace } from "../support/workspace.js";

describe("A log that has grown large", () => {
  it("is put aside, and the chain goes on in a new file [AUDIT-5]", async () => {
    const files = tempWorkspace();
    const { workspace } = files.toolkit();
    const file = join(files.root, "../log/audit.jsonl") as AbsolutePath;
    let time = Date.UTC(2026, 0, 1);
    const log = new AuditLog({
      fileSystem: workspace.fileSystem,
      locks: workspace.locks,
      file,
      owner: "1 - host",
      now: () => (time += 1000),
      onFailure: (error) => {
        throw error;
      },
      maxBytes: 2000,
    });
    for (let sequence = 1; sequence <= 20; sequence += 1) {
      log.record({
        type: "undo",
        path: "/w/app/a.txt",
        changes: [],
        kind: "undo",
        sequence,
        at: time,
        sessionId: "s",
        callId: "c",
      } satisfies AuditedEvent);
      await log.settled();
    }
    const names = readdirSync(dirname(file)).toSorted();
    expect(names.length).toBeGreaterThan(2);
    expect(names.slice(0, -1).every((name) => /^audit-2026-01-01T00-00-\d\d-000Z\.jsonl$/.test(name))).toBe(
      true,
    );
    for (const name of names) expect(statSync(join(dirname(file), name)).size).toBeLessThanOrEqual(2000);
    const verdict = await verifyLog(file, workspace.fileSystem);
    expect(verdict).toMatchObject({ lines: 20 });
    expect(verdict.broken).toBeUndefined();
    const [oldest = "", next = ""] = names;
    const previous = verifyChain(readFileSync(join(dirname(file), oldest), "utf8")).lastHash;
    renameSync(join(dirname(file), oldest), join(files.root, "oldest"));
    expect((await verifyLog(file, workspace.fileSystem)).broken).toMatchObject({ line: 1 });
    expect((await verifyLog(file, workspace.fileSystem, { previous })).broken).toBeUndefined();
    renameSync(join(files.root, "oldest"), join(dirname(file), oldest));
    const aside = join(dirname(file), next);
    writeFileSync(aside, readFileSync(aside, "utf8").replace("a.txt", "b.txt"));
    expect((await verifyLog(file, workspace.fileSystem)).broken).toMatchObject({ file: aside, line: 1 });
  });
});

describe("A log that was put aside by a process that crashed before it went on", () => {
  it.each([undefined, '{"v":1,"at":"2026-'])("is gone on with all the same (%s) [FIX-109]", async (torn) => {
    const files = tempWorkspace({ "a.txt": "a\n" });
    const read = async (): Promise<void> => {
      const toolkit = files.toolkit({ audit: true });
      await toolkit.call("Read", { file_path: files.path("a.txt") });
      await toolkit.close();
    };
    await read();
    const file = logOf(files) as AbsolutePath;
    renameSync(file, join(dirname(file), "audit-2026-01-01T00-00-00-000Z.jsonl"));
    if (torn !== undefined) writeFileSync(file, torn);
    await read();
    const verdict = await verifyLog(file, files.toolkit().workspace.fileSystem);
    expect(verdict.broken).toBeUndefined();
    expect(verdict).toMatchObject({ lines: 2 });
    expect(verdict.files).toHaveLength(2);
  });
});

describe("Processes that write to one log", () => {
  it("keep one chain between them [AUDIT-5]", async () => {
    const files = tempWorkspace();
    const names = ["a", "b", "c"];
    const order = {
      root: files.root,
      stateDirectory: join(files.root, "../state"),
      options: { audit: true },
    };
    const calls = (name: string): ToolCall[] =>
      Array.from({ length: 15 }, (_, index) => ({
        name: "Write",
        input: { file_path: files.path(`${name}${index}.txt`), content: "x\n" },
      }));
    await Promise.all(names.map((name) => runActor({ ...order, calls: calls(name) })));
    const records = readLog(logOf(files));
    expect(records.filter(({ event }) => event === "file-changed")).toHaveLength(45);
    expect(new Set(records.map(({ owner }) => owner)).size).toBe(3);
  });
});
