/** Sessions of the command line that someone else has put where ours are looked for: they hold what was read and granted. */
import { chmodSync, chownSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { typeCommand } from "../support/command-line.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const mine = { environment: { FILEWRIGHT_SESSION: "mine" } };
const edit = ["edit", "a.txt", "--old", "one", "--new", "two", "--yes"];

async function readOnce(): Promise<{ readonly files: TempWorkspace; readonly folder: string }> {
  const files = tempWorkspace({ "a.txt": "one\n" });
  await typeCommand(["read", "a.txt"], files.root, mine);
  return { files, folder: files.path("..", "state", "terminals") };
}

const sessionIn = (folder: string): string => join(folder, readdirSync(folder)[0] ?? "");

describe("A session", () => {
  it.each([0o777, 0o770, 0o1777])(
    "is neither used nor kept in a folder of mode %o, where others could have put it [FIX-33]",
    async (mode) => {
      const { files, folder } = await readOnce();
      chmodSync(folder, mode);
      const read = await typeCommand(["read", "a.txt"], files.root, mine);
      expect(read).toMatchObject({ code: 0, stderr: expect.stringContaining("chmod go-w") as string });
      expect((await typeCommand(edit, files.root, mine)).code).toBe(2);
      expect(files.read("a.txt")).toBe("one\n");
    },
  );

  it("is not used in a file that others can write, or that is another user's [FIX-33]", async () => {
    const { files, folder } = await readOnce();
    chmodSync(sessionIn(folder), 0o666);
    expect((await typeCommand(edit, files.root, mine)).code).toBe(2);
    await typeCommand(["read", "a.txt"], files.root, mine);
    // Only root can give a file away; everybody else can open theirs to others.
    if (process.getuid?.() === 0) chownSync(sessionIn(folder), 12_345, 12_345);
    else chmodSync(sessionIn(folder), 0o640);
    expect((await typeCommand(edit, files.root, mine)).code).toBe(2);
  });
});
