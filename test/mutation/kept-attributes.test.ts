/** Extended attributes and access lists of a file that is changed, with and without programs and packages for them. */
import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { AttributePrograms } from "../../src/fs/node/attribute-programs.js";
import type { SystemCalls } from "../../src/fs/node/system-calls.js";
import { ExtendedAttributes } from "../../src/process/extended-attributes.js";
import { textOf } from "../support/answers.js";
import { edit, last, orderFor, read } from "../support/disk-orders.js";
import { callsWith, errnoError, replaceWith, systemCalls } from "../support/replacing.js";
import { findOwnMounts, runActor } from "../support/run-actor.js";
import { tempWorkspace } from "../support/workspace.js";

const ACCESS = "system.posix_acl_access";
const DEFAULT = "system.posix_acl_default";
const packages: string = fileURLToPath(new URL("../../node_modules/@koromix", import.meta.url));

/** Version 2, then tag, rights and id of each entry: the owner, user 12345, the group, the mask, others. */
function accessList(): Buffer {
  const entries = [
    [1, 6, 0xffffffff],
    [2, 4, 12345],
    [4, 0, 0xffffffff],
    [16, 4, 0xffffffff],
    [32, 0, 0xffffffff],
  ] as const;
  const list = Buffer.alloc(4 + entries.length * 8);
  list.writeUInt32LE(2, 0);
  for (const [index, [tag, rights, id]] of entries.entries()) {
    list.writeUInt16LE(tag, 4 + index * 8);
    list.writeUInt16LE(rights, 6 + index * 8);
    list.writeUInt32LE(id, 8 + index * 8);
  }
  return list;
}

function withOpen<T>(path: string, action: (descriptor: number, calls: SystemCalls) => T): T {
  const descriptor = openSync(path, "r");
  try {
    return action(
      descriptor,
      callsWith(() => ({})),
    );
  } finally {
    closeSync(descriptor);
  }
}

function setAttributes(path: string, attributes: Readonly<Record<string, Buffer>>): void {
  withOpen(path, (descriptor, calls) => {
    for (const [name, value] of Object.entries(attributes))
      calls.writeAttribute(descriptor, Buffer.from(name), value);
  });
}

function attributesOf(path: string): Record<string, string | undefined> {
  return withOpen(path, (descriptor, calls) =>
    Object.fromEntries(
      calls
        .listAttributes(descriptor)
        .map((name) => [String(name), calls.readAttribute(descriptor, name)?.toString("hex")]),
    ),
  );
}

const OLD = Buffer.from("one\ntwo\n");
const NEW = Buffer.from("one\n2\n");

describe.runIf(systemCalls !== undefined)("A file that is replaced", () => {
  it("keeps attributes and access list where the programs for them are missing [SAFE-140]", async () => {
    const through = findOwnMounts("a system without getfattr");
    if (through === undefined) return;
    const files = tempWorkspace({ "a.txt": OLD });
    const path = files.path("a.txt");
    setAttributes(path, { "user.note": Buffer.from([0, 1, 255]), [ACCESS]: accessList() });
    const before = { attributes: attributesOf(path), mode: statSync(path).mode };
    const { results } = await runActor(orderFor(files, { calls: [read(path), edit(path, "two", "2")] }), {
      through,
      prepare:
        "for name in getfattr setfattr; do p=$(command -v $name) && mount --bind /dev/null $p; done; :",
    });
    expect(results[1]?.error).toBeUndefined();
    expect(files.read("a.txt")).toBe(NEW.toString());
    expect({ attributes: attributesOf(path), mode: statSync(path).mode }).toEqual(before);
    expect(Object.keys(before.attributes)).toContain(ACCESS);
  });

  it("is written in place where nothing can read them, and the result says so [SAFE-142]", async () => {
    const through = findOwnMounts("a system without getfattr and koffi");
    if (through === undefined) return;
    const files = tempWorkspace({ "a.txt": OLD });
    const path = files.path("a.txt");
    setAttributes(path, { "user.note": Buffer.from("x"), [ACCESS]: accessList() });
    const before = { attributes: attributesOf(path), inode: statSync(path).ino };
    const hidePrograms =
      "for name in getfattr setfattr; do p=$(command -v $name) && mount --bind /dev/null $p; done";
    const { results } = await runActor(orderFor(files, { calls: [read(path), edit(path, "two", "2")] }), {
      through,
      prepare: `${hidePrograms}; mount -t tmpfs none '${packages}'`,
    });
    expect(textOf(last({ results, before: {}, after: {}, uid: 0 }))).toContain(
      "[Written in place, because its extended attributes and access list can't be read on this system.]",
    );
    expect(files.read("a.txt")).toBe(NEW.toString());
    expect({ attributes: attributesOf(path), inode: statSync(path).ino }).toEqual(before);
  });

  it("gets no access list from its folder [SAFE-141]", async () => {
    const files = tempWorkspace();
    mkdirSync(files.path("shared"));
    const path = files.write("shared/a.txt", OLD);
    setAttributes(dirname(path), { [DEFAULT]: accessList() });
    expect(attributesOf(path)).toEqual({});
    expect(await replaceWith(path, { expected: OLD, content: NEW }, systemCalls)).toMatchObject({
      outcome: "replaced",
    });
    expect(attributesOf(path)).toEqual({});
    expect(attributesOf(files.write("shared/b.txt", OLD))).toHaveProperty([ACCESS]);
  });

  it("drops what vouches for its old content, and names what could not be kept [SAFE-140]", async () => {
    const files = tempWorkspace({ "a.txt": OLD });
    const path = files.path("a.txt");
    setAttributes(path, { "user.kept": Buffer.from("1"), "user.refused": Buffer.from("2") });
    const calls = callsWith((real) => ({
      listAttributes: (descriptor) => [
        ...real.listAttributes(descriptor),
        Buffer.from("security.capability"),
      ],
      writeAttribute: (descriptor, name, value) => {
        if (String(name) !== "user.kept") throw errnoError("EPERM");
        real.writeAttribute(descriptor, name, value);
      },
    }));
    const replaced = await replaceWith(path, { expected: OLD, content: NEW }, calls);
    expect(replaced).toMatchObject({ outcome: "replaced", notKept: ["user.refused"] });
    expect(attributesOf(path)).toEqual({ "user.kept": "31" });
  });

  it.each([
    ["its access list can't be kept", "writeAttribute"],
    ["its extended attributes can't be read", "listAttributes"],
  ] as const)("is not, if %s [SAFE-143]", async (reason, failing) => {
    const files = tempWorkspace({ "a.txt": OLD });
    const path = files.path("a.txt");
    setAttributes(path, { [ACCESS]: accessList() });
    const fail = (): never => {
      throw errnoError("EPERM");
    };
    const calls = callsWith(() => ({ [failing]: fail }));
    const replaced = await replaceWith(path, { expected: OLD, content: NEW }, calls);
    expect(replaced).toEqual({ outcome: "not-replaceable", reason });
    expect(files.read("a.txt")).toBe(OLD.toString());
  });
});

describe("Without system calls", () => {
  it("attributes that no program reads refuse, or are reported as lost [SAFE-142]", async () => {
    const files = tempWorkspace({ "a.txt": OLD });
    const missing = join(files.root, "no-such-program");
    const keep = async (need: "require" | "attempt"): Promise<unknown> => {
      const attributes = new ExtendedAttributes({ readProgram: missing, platform: "linux" });
      const keeper = await new AttributePrograms(attributes).keeperFor(files.path("a.txt"), need);
      return keeper.keep(0, 0, "");
    };
    expect(await keep("require")).toHaveProperty("refusal");
    expect(await keep("attempt")).toEqual(["extended attributes and access list"]);
  });
});
