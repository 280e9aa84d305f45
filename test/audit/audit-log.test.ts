import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifyLog } from "../../src/audit/verify-log.js";
import {
  type AbsolutePath,
  createMemoryFileSystem,
  createToolkit,
  type ToolkitOptions,
  type WorkspaceEvent,
} from "../../src/index.js";
import { logOf, readLog } from "../support/audit-logs.js";
import { randomLetters } from "../support/secret-corpus.js";
import { tempWorkspace } from "../support/workspace.js";

describe("The audit log", () => {
  it("is off unless it is asked for [AUDIT-1]", async () => {
    const files = tempWorkspace();
    const toolkit = files.editor();
    expect(toolkit.workspace.events.isHeard).toBe(false);
    await toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    await toolkit.close();
    expect(readdirSync(join(files.root, "../state"))).not.toContain("audit");
  });

  it("says who did what to which file, and who allowed it [AUDIT-1]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const answers = ["allow", "deny"] as const;
    let asked = 0;
    const toolkit = files.toolkit({
      audit: true,
      permissions: { allow: ["Edit(b.txt)"], deny: ["Read(secret.txt)"] },
      onAsk: () => ({ answer: answers[asked++] ?? "deny" }),
    });
    const file_path = files.path("a.txt");
    await toolkit.call("Read", { file_path });
    await toolkit.call("Edit", { file_path, old_string: "one", new_string: "two" });
    await toolkit.call("Write", { file_path: files.path("b.txt"), content: "b\n" });
    await toolkit.call("Write", { file_path, content: "three\n" });
    await toolkit.call("Read", { file_path: files.path("secret.txt") });
    await toolkit.history.undo();
    const changes = await toolkit.history.list();
    await toolkit.close();
    const session = toolkit.session.id;
    const records = readLog(logOf(files));
    expect(records[0]).toEqual({
      v: 1,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      sequence: 2,
      owner: expect.stringMatching(new RegExp(`^${process.pid} `)),
      session,
      call: "1",
      event: "call-finished",
      tool: "Read",
      path: file_path,
      isError: false,
      durationMs: expect.any(Number),
      previous: "0".repeat(64),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const edit = changes.find(({ record }) => record.tool === "Edit")?.record;
    const write = changes.find(({ record }) => record.tool === "Write")?.record;
    const denied = { decision: "denied", code: "PERMISSION_DENIED", isError: true };
    expect(records.slice(1)).toMatchObject([
      { event: "permission-answered", tool: "Edit", decision: "approved", approver: "person", call: "2" },
      {
        event: "file-changed",
        tool: "Edit",
        path: file_path,
        kind: "update",
        change: edit?.id,
        before: edit?.before?.id,
        after: edit?.after?.id,
        matchTier: "exact",
        decision: "approved",
        approver: "person",
        userModified: false,
      },
      { event: "call-finished", tool: "Edit", call: "2", isError: false },
      { event: "file-changed", kind: "create", before: null, after: write?.after?.id, approver: "rule" },
      { event: "call-finished", tool: "Write", call: "3" },
      { event: "permission-answered", tool: "Write", decision: "denied", approver: "person" },
      { event: "call-finished", tool: "Write", call: "4", ...denied, approver: "person" },
      { event: "call-finished", tool: "Read", call: "5", ...denied, approver: "rule" },
      { event: "file-changed", tool: "undo", kind: "delete", after: null, path: files.path("b.txt") },
      { event: "undo", kind: "undo", changes: [write?.id] },
    ]);
  });

  it("says who denied a call, also of several that are denied at once [FIX-110]", async () => {
    const files = tempWorkspace();
    let questions = 0;
    let answerAll: () => void = () => undefined;
    const areAllAsked = new Promise<void>((resolve) => (answerAll = resolve));
    const toolkit = files.toolkit({
      audit: true,
      onAsk: async () => {
        questions += 1;
        if (questions === 3) answerAll();
        await areAllAsked;
        return { answer: "deny" };
      },
    });
    const write = (name: string) => toolkit.call("Write", { file_path: files.path(name), content: "x\n" });
    await Promise.all(["a", "b", "c"].map(write));
    await toolkit.close();
    const ends = readLog(logOf(files)).filter(({ event }) => event === "call-finished");
    expect(ends.map(({ approver }) => approver)).toEqual(["person", "person", "person"]);
  });

  it("holds neither contents nor patches, and no secret that a name holds [AUDIT-3]", async () => {
    const files = tempWorkspace();
    const token = `ghp_${randomLetters(36, 21)}`;
    const toolkit = files.editor({ audit: true });
    const name = `notes ${token}.txt`;
    await toolkit.call("Write", { file_path: files.path(name), content: "the content of the file\n" });
    await toolkit.call("Read", { file_path: files.path(`${token}/x`) });
    await toolkit.close();
    const text = readFileSync(logOf(files), "utf8");
    expect(text).not.toContain(token);
    expect(text).not.toContain("the content of the file");
    expect(readLog(logOf(files))[1]?.path).toBe(files.path("notes ‹secret:github-token:len40›.txt"));
  });

  it("is nobody else's to read, and closed to the tools [AUDIT-3]", async () => {
    const files = tempWorkspace();
    const toolkit = files.editor({ audit: true, roots: [join(files.root, "..")] });
    await toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    await toolkit.workspace.listeners.close();
    expect(statSync(logOf(files)).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(logOf(files))).mode & 0o777).toBe(0o700);
    const result = await toolkit.call("Read", { file_path: logOf(files) });
    expect(result.error?.code).toBe("PERMISSION_DENIED");
    await toolkit.close();
  });

  it("goes into the file that was named, on any disk, and goes on where it was closed [AUDIT-1]", async () => {
    const fileSystem = createMemoryFileSystem();
    await fileSystem.makeDirectory("/w/app" as AbsolutePath, 0o755);
    const options: ToolkitOptions = {
      fileSystem,
      roots: ["/w/app"],
      workingDirectory: "/w/app",
      stateDirectory: "/state",
      environment: { HOME: "/home/me" },
      audit: { file: "~/logs/mine.jsonl" },
      onAsk: () => ({ answer: "allow" }),
    };
    const toolkit = createToolkit(options);
    await toolkit.call("Write", { file_path: "/w/app/a.txt", content: "a\n" });
    await toolkit.close();
    const other = createToolkit(options);
    await other.call("Read", { file_path: "/w/app/a.txt" });
    await other.close();
    const path = "/home/me/logs/mine.jsonl" as AbsolutePath;
    expect(await verifyLog(path, fileSystem)).toMatchObject({ files: [path], lines: 4 });
  });

  it("is refused where its file can't be named [AUDIT-1]", () => {
    const files = tempWorkspace();
    expect(() => files.toolkit({ audit: { file: "/dev/stdout" } })).toThrow("device");
  });
});

describe("Who wants an audit log", () => {
  const wanted = async (environment: Record<string, string>, settings?: string): Promise<boolean> => {
    const files = tempWorkspace({ ".filewright/settings.json": '{"audit": true}' });
    const home = join(files.root, "../home");
    mkdirSync(join(home, ".config/filewright"), { recursive: true });
    if (settings !== undefined) writeFileSync(join(home, ".config/filewright/settings.json"), settings);
    const toolkit = files.editor({ audit: "user", environment: { HOME: home, ...environment } });
    await toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    await toolkit.close();
    return readdirSync(join(files.root, "../state")).includes("audit");
  };

  it.each([
    [{}, undefined, false],
    [{ FILEWRIGHT_AUDIT: "1" }, undefined, true],
    [{ FILEWRIGHT_AUDIT: "0" }, '{"audit": true}', false],
    [{}, '{"audit": true}', true],
    [{}, '{"permissions": {"deny": ["Read(audit)"]}, "audit": false}', false],
    [{}, '{"audit": "yes"}', false],
    [{}, '{"permissions": {}, "note": "\\"audit\\": true"}', false],
  ])(
    "is told by their environment or their own settings, never a project's: %j %s [AUDIT-6]",
    async (environment, settings, isWanted) => {
      expect(await wanted(environment, settings)).toBe(isWanted);
    },
  );

  it("is told when the word for it means nothing [AUDIT-6]", async () => {
    const files = tempWorkspace();
    const config = join(files.root, "../home/.config/filewright/settings.json");
    mkdirSync(dirname(config), { recursive: true });
    writeFileSync(config, '{\n  "audit": "yes"\n}');
    const { warnings } = await files.toolkit().permissions.overview();
    expect(warnings.join("\n")).toContain('Line 2: "audit" must be true or false; no log is kept.');
  });
});

describe("A log that can't be written", () => {
  it("is told once, fails no call, and says what it has lost [AUDIT-4]", async () => {
    const files = tempWorkspace();
    const toolkit = files.editor({ audit: true });
    const failures: WorkspaceEvent[] = [];
    toolkit.workspace.events.on("internal-error", (event) => failures.push(event));
    mkdirSync(logOf(files), { recursive: true });
    for (const name of ["a", "b", "c"]) {
      const result = await toolkit.call("Write", { file_path: files.path(name), content: "x\n" });
      expect(result.isError).toBe(false);
      await toolkit.workspace.listeners.close();
    }
    expect(failures).toMatchObject([{ type: "internal-error", tool: "audit" }]);
    const aside = `${dirname(logOf(files))}-aside`;
    renameSync(logOf(files), aside);
    await toolkit.call("Read", { file_path: files.path("a") });
    await toolkit.close();
    expect(readLog(logOf(files))).toMatchObject([
      { event: "lost", count: 9 },
      { event: "call-finished", tool: "Read" },
    ]);
    expect(failures).toHaveLength(1);
  });

  it("because a link lies in its place is not followed [AUDIT-4]", async () => {
    const files = tempWorkspace({ "victim.txt": "mine\n" });
    mkdirSync(dirname(logOf(files)), { recursive: true });
    symlinkSync(files.path("victim.txt"), logOf(files));
    const toolkit = files.editor({ audit: true });
    const failures: WorkspaceEvent[] = [];
    toolkit.workspace.events.on("internal-error", (event) => failures.push(event));
    await toolkit.call("Read", { file_path: files.path("victim.txt") });
    await toolkit.close();
    expect(files.read("victim.txt")).toBe("mine\n");
    expect(failures).toHaveLength(1);
  });

  it("with half a line at its end goes on behind the last whole one [AUDIT-4]", async () => {
    const files = tempWorkspace({ "a.txt": "a\n" });
    const read = async (): Promise<void> => {
      const toolkit = files.toolkit({ audit: true });
      await toolkit.call("Read", { file_path: files.path("a.txt") });
      await toolkit.close();
    };
    await read();
    appendFileSync(logOf(files), '{"v":1,"at":"2026-');
    await read();
    expect(readLog(logOf(files))).toHaveLength(2);
  });
});
