/** Disks without room: a change that can't be made leaves everything as it was, and says why. */
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../support/answers.js";
import {
  edit,
  expectContentKept,
  expectUntouched,
  last,
  orderFor,
  read,
  write,
} from "../support/disk-orders.js";
import { noise } from "../support/noise.js";
import { findOwnMounts, runActor } from "../support/run-actor.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const old = noise(60_000, 1);
const grown = noise(180_000, 2);

describe("A disk without room", () => {
  const smallDisk = (files: TempWorkspace): string => `mount -t tmpfs -o size=200k none '${files.root}'`;

  it.each([
    ["replaces a file", "a.txt", (path: string) => [read(path), write(path, grown)]],
    ["edits a file", "a.txt", (path: string) => [read(path), edit(path, old.slice(0, 40), grown)]],
    ["creates a file", "new/folder/b.txt", (path: string) => [write(path, grown)]],
    ["creates a file by Edit", "new/b.txt", (path: string) => [edit(path, "", grown)]],
  ])("fails a call that %s, and all is as before [COMMIT-1]", async (_, name, callsFor) => {
    const through = findOwnMounts("a full disk");
    if (through === undefined) return;
    const files = tempWorkspace();
    const order = orderFor(files, {
      plant: { [files.path("a.txt")]: old },
      calls: callsFor(files.path(name)),
    });
    const report = await runActor(order, { through, prepare: smallDisk(files) });
    expect(errorOf(last(report))).toMatchObject({ code: "DISK_FULL", data: { reason: "ENOSPC" } });
    expectUntouched(report);
  });

  it.each([
    ["longer", noise(240_000, 2)],
    ["much longer than the disk", noise(900_000, 3)],
  ])("leaves a file with two names whole when the content is %s [COMMIT-1]", async (_, content) => {
    const through = findOwnMounts("a full disk and hard links");
    if (through === undefined) return;
    const files = tempWorkspace();
    const path = files.path("a.txt");
    const order = orderFor(files, { calls: [read(path), write(path, content)] });
    const prepare = `${smallDisk(files)}; printf %s '${old}' > '${path}'; ln '${path}' '${files.path("b.txt")}'`;
    const report = await runActor(order, { through, prepare });
    expect(errorOf(last(report)).code).toBe("DISK_FULL");
    expectContentKept(report);
    expect(report.after["b.txt"]).toMatchObject({ content: old, links: 2 });
  });

  it.each(["refuse", "warn"] as const)(
    "with the history on it: %s decides, and no byte is lost [COMMIT-1, COMMIT-5]",
    async (onFailure) => {
      const through = findOwnMounts("a full disk for the history");
      if (through === undefined) return;
      const files = tempWorkspace({ "a.txt": old });
      const state = join(dirname(files.root), "state");
      const path = files.path("a.txt");
      const order = orderFor(files, {
        calls: [read(path), write(path, noise(60_000, 4))],
        options: { history: { onFailure } },
      });
      const prepare = `mkdir '${state}'; mount -t tmpfs -o size=64k,mode=700 none '${state}'`;
      const report = await runActor(order, { through, prepare });
      if (onFailure === "refuse") {
        expect(errorOf(last(report))).toMatchObject({
          code: "HISTORY_UNAVAILABLE",
          data: { reason: "ENOSPC" },
        });
        expectUntouched(report);
      } else {
        expect(last(report).isError).toBe(false);
        expect(textOf(last(report))).toContain(
          "[This change can't be undone: the history could not be written (ENOSPC).]",
        );
        expect(report.after["a.txt"]?.content).toBe(noise(60_000, 4));
        expect(Object.keys(report.after)).toEqual(["a.txt"]);
      }
    },
  );

  it("with the history, the locks and the file on it: refused, and all is as before [COMMIT-1, COMMIT-5]", async () => {
    const through = findOwnMounts("one full disk for everything");
    if (through === undefined) return;
    const files = tempWorkspace();
    const base = dirname(files.root);
    const path = files.path("a.txt");
    const order = orderFor(files, {
      plant: { [path]: old, [join(base, "ballast")]: "" },
      calls: [read(path), write(path, noise(60_000, 5))],
    });
    // Not a byte is left once the actor begins.
    const fill = `head -c 10000000 /dev/zero > '${join(base, "ballast2")}' 2>/dev/null || :`;
    const prepare = `mount -t tmpfs -o size=200k none '${base}'; mkdir '${files.root}'; printf %s '${old}' > '${path}'; ${fill}`;
    const report = await runActor({ ...order, plant: {} }, { through, prepare });
    expect(errorOf(last(report)).code).toMatch(/^(DISK_FULL|HISTORY_UNAVAILABLE)$/);
    expectUntouched(report);
  });

  it.each([
    ["replaces a file", ":", grown],
    ["writes a file with two names in place", "ln a.txt b.txt", grown],
  ])("by a limit on file sizes fails a call that %s [COMMIT-1]", async (_, names, content) => {
    const files = tempWorkspace({ "a.txt": old });
    const path = files.path("a.txt");
    const order = orderFor(files, { calls: [read(path), write(path, content)] });
    const report = await runActor(
      { ...order, options: { ...order.options, history: false } },
      { prepare: `cd '${files.root}'; ${names}; ulimit -f 100` },
    );
    expect(errorOf(last(report))).toMatchObject({ code: "DISK_FULL", data: { reason: "EFBIG" } });
    expectContentKept(report);
    if (names === ":") expectUntouched(report);
  });

  it("by a limit on file sizes that the history meets first: refused [COMMIT-1, COMMIT-5]", async () => {
    const files = tempWorkspace({ "a.txt": old });
    const path = files.path("a.txt");
    const order = orderFor(files, { calls: [read(path), write(path, noise(95_000, 6))] });
    const report = await runActor(order, { prepare: "ulimit -f 93" });
    expect(errorOf(last(report))).toMatchObject({ code: "HISTORY_UNAVAILABLE", data: { reason: "EFBIG" } });
    expectUntouched(report);
  });
});
