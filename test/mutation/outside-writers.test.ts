/** Other programs write into a file, or put another in its place, at the very moment it is changed. */
import fs from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createNodeFileSystem, type RealPath } from "../../src/index.js";
import { textOf } from "../support/answers.js";
import { takeDisplacedText } from "../support/displaced-files.js";
import { readKeptContents } from "../support/kept-contents.js";
import {
  atTheExchange,
  callsWith,
  replaceWith,
  systemCalls,
  temporaryName,
  withoutExchange,
} from "../support/replacing.js";
import { tempWorkspace } from "../support/workspace.js";

const expected = Buffer.from("head\nold\nfoot\n");
const content = Buffer.from("head\nnew\nfoot\n");
const change = { expected, content };
const THEIRS = "head\ntheirs\nfoot\n";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Writes `text` through this descriptor some milliseconds from now and closes it. */
function writeSoon(descriptor: number, text: string, position: number | null = 0): void {
  setTimeout(() => {
    fs.writeSync(descriptor, text, position);
    fs.closeSync(descriptor);
  }, 20);
}

describe.runIf(systemCalls !== undefined)("A program that has the file open for writing", () => {
  it("before a change is waited for, and nothing of its own is displaced [SAFE-120]", async () => {
    const files = tempWorkspace({ "a.txt": expected });
    // A plain save: the file is empty between the two steps.
    const descriptor = fs.openSync(files.path("a.txt"), "w");
    writeSoon(descriptor, THEIRS);
    const replaced = await replaceWith(files.path("a.txt"), change, systemCalls);
    expect(replaced).toEqual({ outcome: "changed", present: Buffer.from(THEIRS) });
    expect([files.read("a.txt"), fs.readdirSync(files.root)]).toEqual([THEIRS, ["a.txt"]]);
  });

  it("is not waited for by blocking the process [SAFE-120]", async () => {
    const files = tempWorkspace({ "a.txt": expected });
    const descriptor = fs.openSync(files.path("a.txt"), "r+");
    const replacing = replaceWith(files.path("a.txt"), change, systemCalls);
    expect(replacing).toBeInstanceOf(Promise);
    fs.closeSync(descriptor);
    expect(await replacing).toMatchObject({ outcome: "replaced", displaced: undefined });
    expect(files.read("a.txt")).toBe(content.toString());
  });

  it.each([
    ["truncates and writes", "w", 0],
    ["overwrites", "r+", 0],
    ["appends", "a", null],
  ] as const)(
    "and %s after the exchange: its version is handed back whole [SAFE-121]",
    async (_, flag, position) => {
      const files = tempWorkspace({ "a.txt": expected });
      const path = files.path("a.txt");
      const calls = atTheExchange(() => writeSoon(fs.openSync(path, flag), THEIRS, position));
      const replaced = await replaceWith(path, change, calls);
      expect(files.read("a.txt")).toBe(content.toString());
      expect(await takeDisplacedText(replaced)).toBe(flag === "a" ? expected.toString() + THEIRS : THEIRS);
      expect(fs.readdirSync(files.root)).toEqual(["a.txt"]);
    },
  );

  it("and does not close it: the result says that it still writes elsewhere [SAFE-122]", async () => {
    const files = tempWorkspace({ "a.txt": expected });
    const path = files.path("a.txt");
    const toolkit = files.editor();
    await toolkit.call("Read", { file_path: path });
    const descriptor = fs.openSync(path, "a");
    const edit = toolkit.call("Edit", { file_path: path, old_string: "old", new_string: "new" });
    const result = await edit;
    expect(textOf(result)).toContain("[Another program still has the former file open for writing.");
    const { ino } = fs.fstatSync(descriptor);
    expect(fs.statSync(path).ino).not.toBe(ino);
    fs.closeSync(descriptor);
    expect([files.read("a.txt"), fs.readdirSync(files.root)]).toEqual([content.toString(), ["a.txt"]]);
  });

  it("and goes on writing: what it wrote until then is kept, and the note says no more [SAFE-122]", async () => {
    const files = tempWorkspace({ "a.txt": expected });
    const path = files.path("a.txt");
    const calls = callsWith((real) => ({
      exchange: (...given) => {
        descriptors.push(fs.openSync(path, "a"));
        fs.writeSync(descriptors[0] as number, "so far\n");
        real.exchange(...given);
      },
    }));
    const descriptors: number[] = [];
    const replaced = await replaceWith(path, change, calls);
    expect(replaced).toMatchObject({ outcome: "replaced", isFormerOpen: true });
    expect(await takeDisplacedText(replaced)).toBe(`${expected.toString()}so far\n`);
    for (const descriptor of descriptors) fs.closeSync(descriptor);
  });
});

describe.runIf(systemCalls !== undefined)(
  "A file that another program renames into place at the last moment",
  () => {
    const renameIntoPlace = (path: string, text: string): void => {
      fs.writeFileSync(`${path}.next`, text);
      fs.renameSync(`${path}.next`, path);
    };

    it("is handed back [SAFE-123]", async () => {
      const files = tempWorkspace({ "a.txt": expected });
      const path = files.path("a.txt");
      const replaced = await replaceWith(
        path,
        change,
        atTheExchange(() => renameIntoPlace(path, THEIRS)),
      );
      expect(files.read("a.txt")).toBe(content.toString());
      expect(await takeDisplacedText(replaced)).toBe(THEIRS);
      expect(fs.readdirSync(files.root)).toEqual(["a.txt"]);
    });

    it("counts as expected if it holds what was expected [SAFE-123]", async () => {
      const files = tempWorkspace({ "a.txt": expected });
      const path = files.path("a.txt");
      const calls = atTheExchange(() => renameIntoPlace(path, expected.toString()));
      expect(await replaceWith(path, change, calls)).toMatchObject({
        outcome: "replaced",
        displaced: undefined,
      });
      expect(fs.readdirSync(files.root)).toEqual(["a.txt"]);
    });

    it.each(["a link", "a folder", "nothing"])("that is %s stays there [SAFE-124]", async (kind) => {
      const files = tempWorkspace({ "a.txt": expected, "b.txt": "linked" });
      const path = files.path("a.txt");
      let isFirst = true;
      const calls = atTheExchange(() => {
        if (!isFirst) return;
        isFirst = false;
        fs.unlinkSync(path);
        if (kind === "a link") fs.symlinkSync("b.txt", path);
        if (kind === "a folder") fs.mkdirSync(path);
      });
      const replacing = (async () => replaceWith(path, change, calls))();
      if (kind === "nothing") expect(await replacing).toEqual({ outcome: "changed", present: undefined });
      else await expect(replacing).rejects.toMatchObject({ code: kind === "a link" ? "MOVED" : "EISDIR" });
      const stat = fs.lstatSync(path, { throwIfNoEntry: false });
      expect([stat?.isSymbolicLink(), stat?.isDirectory()]).toEqual(
        kind === "nothing" ? [undefined, undefined] : [kind === "a link", kind === "a folder"],
      );
      expect(fs.readdirSync(files.root).filter((name) => name.startsWith("."))).toEqual([]);
    });
  },
);

describe.runIf(systemCalls !== undefined)("Where names can't be exchanged", () => {
  it("a second name keeps the old file until it was looked at [SAFE-125]", async () => {
    const files = tempWorkspace({ "a.txt": expected });
    const path = files.path("a.txt");
    const rename = fs.renameSync;
    vi.spyOn(fs, "renameSync").mockImplementationOnce((...given) => {
      expect(fs.readdirSync(files.root)).toContain(".filewright-test.former.tmp");
      writeSoon(fs.openSync(path, "w"), THEIRS);
      rename(...given);
    });
    const replaced = await replaceWith(path, change, withoutExchange());
    expect(files.read("a.txt")).toBe(content.toString());
    expect(await takeDisplacedText(replaced)).toBe(THEIRS);
    expect(fs.readdirSync(files.root)).toEqual(["a.txt"]);
  });

  it("nor hard links be made, the open file is all there is to look at [SAFE-125]", async () => {
    const files = tempWorkspace({ "a.txt": expected });
    const path = files.path("a.txt");
    vi.spyOn(fs, "linkSync").mockImplementation(() => {
      throw Object.assign(new Error("EPERM"), { code: "EPERM" });
    });
    const rename = fs.renameSync;
    vi.spyOn(fs, "renameSync").mockImplementationOnce((...given) => {
      fs.writeFileSync(path, THEIRS);
      rename(...given);
    });
    const replaced = await replaceWith(path, change, undefined);
    expect(await takeDisplacedText(replaced)).toBe(THEIRS);
    expect(fs.readdirSync(files.root)).toEqual(["a.txt"]);
  });
});

describe.runIf(systemCalls !== undefined)(
  "A large file that another program changes at the last moment",
  () => {
    const LINE = "a line of a large file\n";
    const large = LINE.repeat(300_000);

    it("is kept in the history, piece by piece [SAFE-126]", async () => {
      const files = tempWorkspace({ "large.txt": `first\n${large}` });
      const path = files.path("large.txt");
      const toolkit = files.editor({ durability: "none" });
      await toolkit.call("Read", { file_path: path, limit: 5 });
      // The staged file gets mode and owner right before the exchange.
      const change = fs.fchmodSync;
      vi.spyOn(fs, "fchmodSync").mockImplementationOnce((...given) => {
        writeSoon(fs.openSync(path, "a"), "appended\n", null);
        change(...given);
      });
      const result = await toolkit.call("Edit", { file_path: path, old_string: "first", new_string: "1st" });
      expect(result.error).toBeUndefined();
      expect(textOf(result)).toContain("Its version was displaced and is kept in the history: tell the user");
      expect(files.read("large.txt")).toBe(`1st\n${large}`);
      expect((await readKeptContents(toolkit)).has(`first\n${large}appended\n`)).toBe(true);
      expect(fs.readdirSync(files.root)).toEqual(["large.txt"]);
    });

    it("stays beside the file, under a name the note tells, if the history can't take it [SAFE-127]", async () => {
      const files = tempWorkspace({ "large.txt": `first\n${large}` });
      const path = files.path("large.txt");
      const toolkit = files.editor({ durability: "none", history: { maxBytes: 1_000_000 } });
      await toolkit.call("Read", { file_path: path, limit: 5 });
      const change = fs.fchmodSync;
      vi.spyOn(fs, "fchmodSync").mockImplementationOnce((...given) => {
        writeSoon(fs.openSync(path, "a"), "appended\n", null);
        change(...given);
      });
      const result = await toolkit.call("Edit", { file_path: path, old_string: "first", new_string: "1st" });
      const [, left = ""] = /displaced and is left in (.*): tell the user\.\]/.exec(textOf(result)) ?? [];
      expect(dirname(left)).toBe(files.root);
      expect(fs.readFileSync(left, "utf8")).toBe(`first\n${large}appended\n`);
    });
  },
);

describe.runIf(systemCalls !== undefined)("A file with several names", () => {
  it("that another program writes into at the same moment is its own, and the disk is not blamed [SAFE-128]", async () => {
    const files = tempWorkspace({ "a.txt": expected });
    const path = files.path("a.txt");
    fs.linkSync(path, files.path("b.txt"));
    const toolkit = files.editor();
    await toolkit.call("Read", { file_path: path });
    // A file that somebody reads can't be had alone, so others can open it while it is written.
    const reader = fs.openSync(path, "r");
    const sync = fs.fsyncSync;
    let isIntruded = false;
    const { ino } = fs.statSync(path);
    vi.spyOn(fs, "fsyncSync").mockImplementation((descriptor) => {
      if (!isIntruded && fs.fstatSync(descriptor).ino === ino) {
        isIntruded = true;
        // Empty for a while: a mixture of old and new, if one looks now.
        writeSoon(fs.openSync(path, "w"), THEIRS);
      }
      sync(descriptor);
    });
    const result = await toolkit.call("Edit", { file_path: path, old_string: "old", new_string: "new" });
    fs.closeSync(reader);
    expect(isIntruded).toBe(true);
    expect(result.error).toBeUndefined();
    expect(textOf(result)).toContain("[Another program wrote into the file at the same moment.");
    expect(files.read("b.txt")).toBe(THEIRS);
  });

  it("is written by one call, and cut only when it gets shorter [SAFE-129]", async () => {
    const files = tempWorkspace({ "a.txt": expected });
    const path = files.path("a.txt");
    fs.linkSync(path, files.path("b.txt"));
    const disk = createNodeFileSystem();
    const truncate = vi.spyOn(fs, "ftruncateSync");
    const write = vi.spyOn(fs, "writeSync");
    const steps = [expected, Buffer.alloc(300_000, "x"), Buffer.from("short")] as const;
    for (const [index, cuts] of [0, 1].entries()) {
      write.mockClear();
      truncate.mockClear();
      const replacement = { expected: steps[index] as Buffer, content: steps[index + 1] as Buffer };
      await disk.replaceIfUnchanged(path as RealPath, {
        ...replacement,
        way: "in-place",
        temporaryName,
        isDurable: false,
      });
      expect([write.mock.calls.length, truncate.mock.calls.length]).toEqual([1, cuts]);
      expect(fs.readFileSync(join(files.root, "b.txt"))).toEqual(replacement.content);
    }
  });
});

describe("A removal", () => {
  it("puts back what another program renamed into place at the last moment [SAFE-123]", async () => {
    const files = tempWorkspace({ "a.txt": expected });
    const path = files.path("a.txt");
    const rename = fs.renameSync;
    vi.spyOn(fs, "renameSync").mockImplementationOnce((...given) => {
      fs.writeFileSync(`${path}.next`, THEIRS);
      rename(`${path}.next`, path);
      rename(...given);
    });
    const options = { isDurable: true, temporaryName };
    const removed = await createNodeFileSystem().removeIfUnchanged(path as RealPath, expected, options);
    expect(removed).toEqual({ outcome: "changed", present: Buffer.from(THEIRS) });
    expect([files.read("a.txt"), fs.readdirSync(files.root)]).toEqual([THEIRS, ["a.txt"]]);
  });
});
