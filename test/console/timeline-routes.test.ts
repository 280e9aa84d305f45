import { describe, expect, it } from "vitest";
import type { Failure, TimelineData } from "../../src/console/contract.js";
import type { RestoreResult } from "../../src/history-restore.js";
import type { ChangeDiff } from "../../src/mutation/change-diff.js";
import { type ConsoleApi, openConsoleApi } from "../support/console-api.js";
import { editDisplacing } from "../support/displacing-editor.js";
import { connectClient } from "../support/http-server.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

async function openEdited(): Promise<{ files: TempWorkspace; api: ConsoleApi; timeline: TimelineData }> {
  const files = tempWorkspace({ "a.txt": "one\n", ".env": "KEY=1\n" });
  const api = await openConsoleApi(files, { flags: { mode: "acceptEdits" } });
  const agent = await connectClient(api.server);
  const file_path = files.path("a.txt");
  await agent.callTool({ name: "Read", arguments: { file_path } });
  for (const [old_string, new_string] of [
    ["one", "two"],
    ["two", "three"],
  ])
    await agent.callTool({ name: "Edit", arguments: { file_path, old_string, new_string } });
  await agent.callTool({ name: "Write", arguments: { file_path: files.path("b.txt"), content: "new\n" } });
  return { files, api, timeline: (await api.get<TimelineData>("/api/timeline")).body };
}

describe("The console's timeline", () => {
  it("lists changes, newest first, with their diffs [CON-5]", async () => {
    const { files, api, timeline } = await openEdited();
    expect(timeline.changes.map(({ tool, path, kind, state }) => [tool, path, kind, state])).toEqual([
      ["Write", files.path("b.txt"), "create", "applied"],
      ["Edit", files.path("a.txt"), "update", "applied"],
      ["Edit", files.path("a.txt"), "update", "applied"],
    ]);
    expect(timeline.left).toBe(0);
    expect(timeline.changes[0]).toMatchObject({
      bytesBefore: null,
      bytesAfter: 4,
      decision: "allowed",
      client: "test 1",
    });
    const { body } = await api.get<ChangeDiff>(`/api/changes/${timeline.changes[1]?.id}`);
    expect(body.structuredPatch?.[0]?.lines).toEqual(["-two", "+three"]);
    const missing = await api.get<Failure>("/api/changes/nothing");
    expect(missing).toEqual({
      status: 400,
      body: { error: { code: "INPUT_INVALID", message: 'There is no change "nothing" in the history.' } },
    });
  });

  it("lists this project's changes, and those of all projects on request [CLI-306]", async () => {
    const { files, api, timeline } = await openEdited();
    const other = tempWorkspace({});
    const agent = other.editor({ stateDirectory: files.path("..", "state") });
    await agent.call("Write", { file_path: other.path("far.txt"), content: "far\n" });
    await agent.close();
    const here = await api.get<TimelineData>("/api/timeline");
    expect(here.body).toEqual({ ...timeline, elsewhere: 1 });
    const all = await api.get<TimelineData>("/api/timeline?scope=all");
    expect(all.body.changes.map(({ path }) => path)).toEqual([
      other.path("far.txt"),
      ...timeline.changes.map(({ path }) => path),
    ]);
    expect(all.body.elsewhere).toBe(0);
    expect((await api.get("/api/timeline?scope=x")).status).toBe(400);
  });

  it("previews, undoes, redoes and rewinds, and stops at a conflict [CON-5]", async () => {
    const { files, api, timeline } = await openEdited();
    const [created, last, first] = timeline.changes;
    const undo = { kind: "undo", changes: [last?.id] };
    const preview = await api.post<RestoreResult>("/api/restore", { ...undo, dryRun: true });
    expect(preview.body).toMatchObject({ isDone: false, files: [{ outcome: "restored" }] });
    expect(preview.body.files[0]?.structuredPatch[0]?.lines).toEqual(["-three", "+two"]);
    expect(files.read("a.txt")).toBe("three\n");
    const done = await api.post<RestoreResult>("/api/restore", { ...undo, dryRun: false });
    expect(done.body.isDone).toBe(true);
    expect(files.read("a.txt")).toBe("two\n");
    const change = done.body.files[0]?.change;
    await api.post("/api/restore", { kind: "redo", changes: [change], dryRun: false });
    expect(files.read("a.txt")).toBe("three\n");
    // Someone else has been at the file: nothing is done unless that is decided on.
    files.write("a.txt", "mine\n");
    const rewind = { kind: "rewind", to: first?.id, scope: "roots", dryRun: false };
    const stopped = await api.post<RestoreResult>("/api/restore", rewind);
    expect(stopped.body.isDone).toBe(false);
    expect(stopped.body.files.find(({ path }) => path === files.path("a.txt"))?.outcome).toBe("conflict");
    expect(files.read("b.txt")).toBe("new\n");
    const skipped = await api.post<RestoreResult>("/api/restore", { ...rewind, onConflict: "skip" });
    expect(skipped.body.isDone).toBe(false);
    expect(skipped.body.files.map(({ isApplied }) => isApplied)).toEqual([true, false]);
    expect(files.stamp("b.txt")).toBeUndefined();
    expect(files.read("a.txt")).toBe("mine\n");
    expect(created?.path).toBe(files.path("b.txt"));
  });

  it("names displaced versions, shows what restoring one does, and restores it [SAFE-190]", async () => {
    const files = tempWorkspace({ "a.txt": "one\ntwo\n" });
    const stateDirectory = files.path("..", "state");
    const { toolkit, change } = await editDisplacing(files, "a.txt", "theirs\n", { stateDirectory });
    await toolkit.close();
    const api = await openConsoleApi(files);
    const { body: timeline } = await api.get<TimelineData>("/api/timeline");
    expect(timeline.changes.map(({ id, displaced }) => [id, displaced])).toEqual([[change, 1]]);
    const restore = { kind: "restore", change, side: "displaced" };
    const look = await api.post<RestoreResult>("/api/restore", { ...restore, dryRun: true });
    expect(look.body.files[0]?.structuredPatch[0]?.lines).toEqual(["-one", "-2", "+theirs"]);
    expect(files.read("a.txt")).toBe("one\n2\n");
    const done = await api.post<RestoreResult>("/api/restore", { ...restore, dryRun: false });
    expect(done.body.isDone).toBe(true);
    expect(files.read("a.txt")).toBe("theirs\n");
    const undo = { kind: "undo", changes: [done.body.files[0]?.change], dryRun: false };
    expect((await api.post<RestoreResult>("/api/restore", undo)).body.isDone).toBe(true);
    expect(files.read("a.txt")).toBe("one\n2\n");
    expect((await api.post("/api/restore", { ...restore, side: "other", dryRun: true })).status).toBe(400);
  });

  it("marks moments [CON-5]", async () => {
    const { api } = await openEdited();
    const marked = await api.post("/api/checkpoints", { label: "  before lunch " });
    expect(marked.body).toMatchObject({ kind: "checkpoint", label: "before lunch" });
    const { body } = await api.get<TimelineData>("/api/timeline");
    expect(body.checkpoints.map(({ label }) => label)).toEqual(["before lunch"]);
  });

  it("tells nothing of files that are denied by now [CON-6]", async () => {
    const { files, api, timeline } = await openEdited();
    await api.post("/api/rules/change", { change: "add", list: "deny", rule: "Read(a.txt)", to: "local" });
    const after = await api.get<TimelineData>("/api/timeline");
    expect(after.body.changes.map(({ path }) => path)).toEqual([files.path("b.txt")]);
    const diff = await api.get<Failure>(`/api/changes/${timeline.changes[1]?.id}`);
    expect(diff.status).toBe(400);
    expect(JSON.stringify(diff.body)).not.toContain("three");
  });

  it.each([
    [{}, '"kind" must be one of: undo, redo, rewind, restore.'],
    [{ kind: "undo", changes: [], dryRun: true }, '"changes" must be a list of 1 to 20000 names.'],
    [{ kind: "undo", changes: ["x"] }, '"dryRun" must be true or false.'],
    [{ kind: "undo", changes: [7], dryRun: true }, '"changes" must be a list of 1 to 20000 names.'],
    [{ kind: "rewind", to: "x", dryRun: true }, '"scope" must be one of: session, roots.'],
    [
      { kind: "undo", changes: ["x"], dryRun: true, onConflict: "no" },
      '"onConflict" must be one of: stop, skip.',
    ],
    [[], "The request is not a JSON object."],
  ])("refuses what is no request: %j [CON-7]", async (body, message) => {
    const { files, api } = await openEdited();
    expect(await api.post("/api/restore", body)).toEqual({
      status: 400,
      body: { error: { code: "INPUT_INVALID", message } },
    });
    expect(files.read("a.txt")).toBe("three\n");
  });

  it("takes back as many changes at once as it lists [FIX-154]", async () => {
    const { api } = await openEdited();
    const redo = async (count: number): Promise<string> => {
      const changes = Array.from({ length: count }, (_, index) => `change-${index}`);
      const request = { kind: "redo", changes, dryRun: true };
      return (await api.post<Failure>("/api/restore", request)).body.error.message;
    };
    expect(await redo(20_000)).toBe('There is no change "change-0" in the history.');
    expect(await redo(20_001)).toBe('"changes" must be a list of 1 to 20000 names.');
  });
});
