import { describe, expect, it } from "vitest";
import type { Toolkit, ToolkitOptions } from "../../src/index.js";
import { tempWorkspace } from "../support/workspace.js";

/** What another process of the same conversation is told. */
function pastOf({ session }: Toolkit): NonNullable<ToolkitOptions["resumes"]> {
  return { id: session.id, calls: session.issuedCalls, savedResults: session.savedResults.paths };
}

describe("A session that goes on in another process", () => {
  it("keeps its id and counts its calls on [CLI-22]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const first = files.editor();
    await first.call("Read", { file_path: files.path("a.txt") });
    const second = files.editor({ resumes: pastOf(first) });
    second.session.import(first.session.export());
    const edited = await second.call("Edit", {
      file_path: files.path("a.txt"),
      old_string: "one",
      new_string: "two",
    });
    expect(edited.isError).toBe(false);
    const [change] = await second.history.list();
    expect(change?.record).toMatchObject({ sessionId: first.session.id, callId: "2" });
  });

  it("may read its saved results, and nothing else that it is told were some [CLI-22]", async () => {
    const files = tempWorkspace({ "a.txt": "needle in a long line of text\n".repeat(2000) });
    const first = files.toolkit();
    await first.call("Grep", { pattern: "needle", output_mode: "content", head_limit: 0 });
    const past = pastOf(first);
    const [saved = ""] = past.savedResults;
    const others = [files.path("..", "state", "history", "x"), "/etc/hostname", files.path("..", "state")];
    const second = files.toolkit({ resumes: { ...past, savedResults: [saved, ...others] } });
    expect((await second.call("Read", { file_path: saved, limit: 1 })).isError).toBe(false);
    for (const file_path of others)
      expect((await second.call("Read", { file_path })).error?.code).toBe("PERMISSION_DENIED");
    expect((await files.toolkit().call("Read", { file_path: saved })).error?.code).toBe("PERMISSION_DENIED");
  });

  it("has the grants of before, and takes nothing else for one [CLI-21]", async () => {
    const files = tempWorkspace();
    const first = files.toolkit({ onAsk: () => ({ answer: "allow", remember: "session" }) });
    const write = { file_path: files.path("a.txt"), content: "x" };
    await first.call("Write", write);
    const saved = JSON.parse(JSON.stringify(first.permissions.exportGrants())) as unknown[];
    const second = files.toolkit();
    second.permissions.importGrants(saved);
    expect(second.permissions.grants).toEqual(["Edit(/a.txt)"]);
    expect((await second.permissions.explain("Write", write.file_path)).answer).toBe("allow");
    const source = { kind: "session", folders: [files.root] };
    for (const wrong of [
      "Edit",
      [...saved, "Edit"],
      [...saved, { text: "Edit", list: "deny", source }],
      [...saved, { text: "Edit", list: "allow", source: { ...source, kind: "host" } }],
      [...saved, { text: "Edit", list: "allow", source: { kind: "session", folders: [1] } }],
      [...saved, { text: "Edit", list: "allow", source, isForProtected: "yes" }],
      [...saved, { text: 1, list: "allow", source }],
      [...saved, { text: "Edit", list: "allow" }],
      [null],
    ]) {
      const third = files.toolkit();
      expect(() => third.permissions.importGrants(wrong)).toThrow("These are not saved grants.");
      expect(third.permissions.grants).toEqual([]);
    }
  });
});
