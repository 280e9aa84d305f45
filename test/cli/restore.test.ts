import { describe, expect, it } from "vitest";
import { editDisplacing } from "../support/displacing-editor.js";
import { type Seat, takeSeat } from "../support/terminal.js";
import { LINES } from "../support/undo-steps.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const EDITED = LINES.replace("two", "2");
/** Neither UTF-8 nor fit for a terminal. */
const THEIRS = Buffer.from([0x74, 0x68, 0x65, 0x69, 0x72, 0x73, 0x1b, 0x5b, 0x32, 0x4a, 0xff, 0x0a]);

async function openScene(): Promise<{ files: TempWorkspace; seat: Seat; change: string }> {
  const files = tempWorkspace({ "a.txt": LINES });
  const seat = takeSeat(files.root);
  const { toolkit, change } = await editDisplacing(files, "a.txt", THEIRS, {
    stateDirectory: seat.stateDirectory,
  });
  await toolkit.close();
  return { files, seat, change };
}

describe("filewright history show", () => {
  it("names the versions that are kept, and how to get a displaced one back [SAFE-188]", async () => {
    const { files, seat, change } = await openScene();
    const shown = await seat.run(["history", "show", change]);
    expect(shown.code).toBe(0);
    for (const fact of [/^change +/m, /^state +applied$/m, /^tool +Edit$/m, /^before +\d/m, /^after +\d/m])
      expect(shown.out).toMatch(fact);
    expect(shown.out).toMatch(/^displaced +another program's version at .+, 12 bytes$/m);
    expect(shown.out).toContain("-two\n+2\n");
    expect(shown.err).toContain(`To restore it: filewright restore ${change} --displaced\n`);
    const listed = await seat.run(["history"]);
    expect(listed.err).toMatch(/displaced another program's version, which is kept/);
    const json = JSON.parse((await seat.run(["history", "show", change, "--json"])).out) as unknown;
    expect(json).toMatchObject({
      change: {
        id: change,
        path: files.path("a.txt"),
        state: "applied",
        displaced: 1,
        versions: [
          { side: "before", size: LINES.length, isKept: true },
          { side: "after", size: EDITED.length, isKept: true },
          { side: "displaced", size: 12, isKept: true },
        ],
      },
    });
  });

  it("prints a version byte for byte, and nothing else [SAFE-188]", async () => {
    const { seat, change } = await openScene();
    const print = async (version: string, ...more: string[]): Promise<unknown> => {
      const { code, out, err } = await seat.run(["history", "show", change, "--content", version, ...more]);
      return { code, out, err };
    };
    expect(await print("before")).toEqual({ code: 0, out: LINES, err: "" });
    expect(await print("after")).toEqual({ code: 0, out: EDITED, err: "" });
    expect(await print("displaced")).toEqual({ code: 0, out: THEIRS.toString("latin1"), err: "" });
    expect(await print("displaced", "--nth", "1")).toMatchObject({ code: 0, out: THEIRS.toString("latin1") });
    expect(await print("displaced", "--nth", "2")).toMatchObject({ code: 2, out: "" });
    expect(await print("displaced", "--json")).toMatchObject({ code: 2 });
    expect(await print("other")).toMatchObject({ code: 2, out: "" });
  });
});

describe("filewright restore", () => {
  it("shows what will happen, asks, restores, and says how to undo it [SAFE-189]", async () => {
    const { files, seat, change } = await openScene();
    const look = await seat.run(["restore", change, "--displaced", "--dry-run"]);
    expect(look).toMatchObject({ code: 0, err: "Nothing was changed.\n", asked: [] });
    const declined = await seat.run(["restore", change.slice(0, -1), "--displaced"], { says: ["n"] });
    expect(declined).toMatchObject({ code: 3, asked: ["Restore this version? [y/N] "] });
    expect(files.read("a.txt")).toBe(EDITED);
    const restored = await seat.run(["restore", change, "--displaced", "--yes"]);
    expect(restored).toMatchObject({ code: 0, out: "Restored a.txt\n" });
    expect(files.bytes("a.txt")).toEqual(THEIRS);
    const undo = /^To undo this: filewright (undo \S+)$/m.exec(restored.err)?.[1]?.split(" ") ?? [];
    expect(await seat.run([...undo, "--yes"])).toMatchObject({ code: 0 });
    expect(files.read("a.txt")).toBe(EDITED);
    const json = await seat.run(["restore", change, "--before", "--yes", "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({
      isDone: true,
      isDryRun: false,
      files: [{ outcome: "restored", isApplied: true }],
    });
    expect(files.read("a.txt")).toBe(LINES);
    expect(await seat.run(["restore", change, "--before", "--yes"])).toMatchObject({ code: 1 });
    expect(await seat.run(["restore", change, "--after", "--yes"])).toMatchObject({ code: 0 });
  });

  it("refuses what is unclear or unknown [SAFE-189]", async () => {
    const { files, seat, change } = await openScene();
    for (const words of [
      [change],
      [change, "--before", "--after"],
      [change, "--before", "--nth", "1"],
      [change, "--displaced", "--nth", "2"],
      ["zzzzzzzz", "--before"],
    ])
      expect(await seat.run(["restore", ...words, "--yes"])).toMatchObject({ code: 2, out: "" });
    files.write(".filewright/settings.json", '{"permissions":{"deny":["Read(a.txt)"]}}');
    const denied = await seat.run(["restore", change, "--displaced", "--yes"]);
    expect(denied.code).toBe(2);
    expect(denied.err).toContain("There is no change");
    expect(files.read("a.txt")).toBe(EDITED);
  });
});
