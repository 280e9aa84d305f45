import { describe, expect, it } from "vitest";
import type { SavedFile } from "../../src/index.js";
import { tempWorkspace } from "../support/workspace.js";

describe("What a caller has seen of a file", () => {
  it("can be kept elsewhere than in a session, and counts for the call it comes with [HTTP-14]", async () => {
    const files = tempWorkspace({ "a.txt": "one\ntwo\n" });
    const path = files.path("a.txt");
    const reader = files.editor();
    await reader.call("Read", { file_path: path });
    const seen = JSON.parse(JSON.stringify(reader.session.exportFile(path))) as SavedFile;
    expect(reader.session.exportFile(files.path("none"))).toBeUndefined();
    const other = files.editor();
    const edit = { file_path: path, old_string: "one", new_string: "1" };
    expect((await other.call("Edit", edit)).error?.code).toBe("FILE_NOT_READ");
    expect((await other.call("Edit", edit, { seen })).isError).toBe(false);
    expect(files.read("a.txt")).toBe("1\ntwo\n");
  });

  it("is all that counts then: neither a newer Read nor another file's proof takes its place [HTTP-15]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n", "b.txt": "one\n" });
    const [path, twin] = [files.path("a.txt"), files.path("b.txt")];
    const toolkit = files.editor();
    await toolkit.call("Read", { file_path: path });
    const seen = toolkit.session.exportFile(path) as SavedFile;
    files.write("a.txt", "other\n");
    await toolkit.call("Read", { file_path: path });
    await toolkit.call("Read", { file_path: twin });
    const write = (filePath: string) =>
      toolkit.call("Write", { file_path: filePath, content: "x" }, { seen });
    expect((await write(path)).error?.code).toBe("FILE_CHANGED_SINCE_READ");
    expect((await write(twin)).error?.code).toBe("FILE_NOT_READ");
    expect((await toolkit.call("Write", { file_path: path, content: "x" })).isError).toBe(false);
  });

  it("is told at the moment of the call: what others make of the file later is not in it [FIX-3]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n", "link.txt": { link: "a.txt" } });
    const path = files.path("a.txt");
    const toolkit = files.editor();
    const known: SavedFile[] = [];
    // By the time that the call is answered, another one of the same session has read a newer version.
    const onKnown = (file: SavedFile): void => {
      known.push(file);
      files.write("a.txt", `changed after ${known.length}\n`);
      void toolkit.call("Read", { file_path: path });
    };
    await toolkit.call("Read", { file_path: files.path("link.txt") }, { onKnown });
    const write = { file_path: path, content: "x\n" };
    const [seen] = known;
    expect(seen?.path).toBe(path);
    if (seen === undefined) return;
    expect((await toolkit.call("Write", write, { seen })).error?.code).toBe("FILE_CHANGED_SINCE_READ");
    // Of a change it is what the change left.
    expect((await toolkit.call("Write", write, { onKnown })).isError).toBe(false);
    expect(known.map(({ version }) => version.size)).toEqual([4, 2]);
  });

  it("is refused when it is nothing of the kind [HTTP-16]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const seen = { path: "a.txt" } as unknown as SavedFile;
    const args = { file_path: files.path("a.txt"), content: "x" };
    const refused = await files.editor().call("Write", args, { seen });
    expect(refused.error?.code).toBe("INPUT_INVALID");
    expect(files.read("a.txt")).toBe("one\n");
  });
});
