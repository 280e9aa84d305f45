/** A call may bring along who is asked about it, and may be made again after it was broken off to ask. */
import { describe, expect, it } from "vitest";
import type { AskHandler, OpenQuestion } from "../../src/index.js";
import { tempWorkspace } from "../support/workspace.js";

describe("Whoever a call brings along", () => {
  it("is asked about it in the place of the workspace's own, with the question's id and the call's [PERM-80]", async () => {
    const asked: string[] = [];
    const files = tempWorkspace();
    const kit = files.toolkit({
      onAsk: ({ path: file }) => {
        asked.push(`workspace ${file}`);
        return { answer: "allow" };
      },
    });
    let seen: OpenQuestion | undefined;
    const onAsk: AskHandler = (question) => {
      seen = question;
      return { answer: "deny", reason: "not now" };
    };
    const refused = await kit.call("Write", { file_path: files.path("a"), content: "a" }, { onAsk });
    expect(refused.error?.message).toContain("not now");
    expect(seen).toMatchObject({ sessionId: kit.session.id, callId: "1", id: "q1" });
    const allowed = await kit.call("Write", { file_path: files.path("b"), content: "b" });
    expect([allowed.isError, asked]).toEqual([false, [`workspace ${files.path("b")}`]]);
  });

  it("is asked where nobody else could be [PERM-80]", async () => {
    const files = tempWorkspace();
    const kit = files.toolkit();
    const write = { file_path: files.path("a"), content: "a" };
    expect((await kit.call("Write", write)).error?.code).toBe("PERMISSION_DENIED");
    expect((await kit.call("Write", write, { onAsk: () => ({ answer: "allow" }) })).isError).toBe(false);
    expect(files.read("a")).toBe("a");
  });

  it("can break the call off: nothing is changed, and nobody goes on waiting [PERM-80]", async () => {
    const files = tempWorkspace();
    const kit = files.toolkit();
    const breaking = new AbortController();
    const onAsk: AskHandler = () => {
      breaking.abort();
      return new Promise(() => undefined);
    };
    const { signal } = breaking;
    const broken = await kit.call("Write", { file_path: files.path("a"), content: "a" }, { onAsk, signal });
    expect([broken.error?.code, files.stamp("a"), kit.permissions.questions]).toEqual([
      "CANCELLED",
      undefined,
      [],
    ]);
  });
});

describe("A call that is made again", () => {
  const cells = ["one", "two", "three"].map((source) => ({
    cell_type: "code",
    metadata: {},
    execution_count: null,
    outputs: [],
    source,
  }));
  const notebook = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 });

  async function deleteTwice(continues?: string) {
    const files = tempWorkspace();
    const notebook_path = files.write("n.ipynb", notebook);
    const kit = files.editor();
    await kit.call("Read", { file_path: notebook_path });
    const first = await kit.call("NotebookEdit", {
      notebook_path: files.path("n.ipynb"),
      cell_id: "#0",
      edit_mode: "delete",
      new_source: "",
    });
    expect(first.error?.message).toBeUndefined();
    return kit.call(
      "NotebookEdit",
      { notebook_path, cell_id: "#1", edit_mode: "delete", new_source: "" },
      continues === undefined ? {} : { continues },
    );
  }

  it("keeps its place in the order: it knows no more of the cells than when it first came [CALL-15]", async () => {
    expect((await deleteTwice()).error?.code).toBeUndefined();
    expect((await deleteTwice("1")).error?.code).toBe("CELL_NOT_FOUND");
  });

  it.each(["0", "99", "x", "1/../../x", ""])(
    "is a new call when %j is none of the session's [CALL-15]",
    async (id) => {
      expect((await deleteTwice(id)).error?.code).toBeUndefined();
    },
  );
});
