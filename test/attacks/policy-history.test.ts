/** Attack 24: undo, redo and rewind with records that were tampered with, and for files that are denied or linked by now. */
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Toolkit } from "../../src/index.js";
import { imageOf, plantHistoryFile, recordOf } from "../support/history-files.js";
import { takeSnapshot } from "../support/snapshot.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const OLD = "evil before\n";
const NEW = "as it is\n";

function open(files: TempWorkspace, deny: readonly string[] = []): Toolkit {
  return files.toolkit({
    roots: [files.path("in")],
    workingDirectory: files.path("in"),
    permissions: { mode: "bypassPermissions", deny },
    onAsk: () => ({ answer: "allow" }),
  });
}

/** A record says that a file was changed from evil to what is there; taking it back would write evil. */
function forge(
  files: TempWorkspace,
  path: string,
  { isNew = false }: { readonly isNew?: boolean } = {},
): void {
  const before = isNew ? null : imageOf(OLD);
  plantHistoryFile(files, {
    contents: [OLD, NEW],
    records: [
      { kind: "checkpoint", id: "mark", at: 1, sessionId: "forged", label: "" },
      recordOf({ path, before, after: imageOf(NEW) }),
    ],
  });
}

/** Every way to take something back; none may change a file. */
async function expectUntouched(files: TempWorkspace, toolkit: Toolkit): Promise<void> {
  const before = takeSnapshot(files.root);
  const silently = (cause: unknown): unknown => cause;
  for (const options of [{}, { onConflict: "skip" }, { merge: true }] as const) {
    await toolkit.history.undo("forged", options).catch(silently);
    await toolkit.history.redo("forged", options).catch(silently);
    await toolkit.history.rewind("mark", { ...options, scope: "all" }).catch(silently);
  }
  await toolkit.history.undo().catch(silently);
  await toolkit.call("Write", { file_path: files.path("in/probe.txt"), content: "probe" });
  rmSync(files.path("in/probe.txt"));
  const { in: _, ...after } = takeSnapshot(files.root);
  const { in: __, ...expected } = before;
  expect(after).toEqual(expected);
}

describe("A forged record", () => {
  it("of an open file is like any other, which shows that these are records at all [ATTACK-24]", async () => {
    const files = tempWorkspace({ "in/a.txt": NEW });
    forge(files, files.path("in/a.txt"));
    expect((await open(files, ["Read(vault/**)"]).history.undo("forged")).isDone).toBe(true);
    expect(files.read("in/a.txt")).toBe(OLD);
  });

  it.each(["vault/a.txt", "vault/deep/../a.txt", "VAULT/a.txt", ".env", "sub/.env"])(
    "of a denied file takes nothing back: %s [ATTACK-24]",
    async (name) => {
      for (const isNew of [false, true]) {
        const files = tempWorkspace({
          "in/vault/a.txt": NEW,
          "in/vault/deep": { folder: {} },
          "in/.env": NEW,
          "in/sub/.env": NEW,
        });
        forge(files, `${files.path("in")}/${name}`, { isNew });
        await expectUntouched(files, open(files, ["Read(vault/**)", "Read(.env)"]));
      }
    },
  );

  it.each([
    ".filewright/settings.json",
    ".filewright/settings.local.json",
    "../../home/.config/filewright/trust.json",
    "../../state/history/x.log",
    "../out/a.txt",
  ])(
    "of our own places, or outside, takes nothing back and makes nothing: %s [ATTACK-24, ATTACK-19]",
    async (name) => {
      const files = tempWorkspace({ "in/a.txt": NEW, "in/.filewright": { folder: {} }, "out/a.txt": NEW });
      forge(files, files.path("in", name));
      await expectUntouched(files, open(files));
      expect(files.stamp("in/.filewright/settings.json")).toBeUndefined();
      expect(files.stamp("../home/.config/filewright/trust.json")).toBeUndefined();
    },
  );

  it("of another name of the settings takes nothing back [ATTACK-24, ATTACK-19]", async () => {
    const files = tempWorkspace({ "in/a.txt": "", "in/.filewright/settings.json": "{}" });
    linkSync(files.path("in/.filewright/settings.json"), files.path("in/twin.json"));
    plantHistoryFile(files, {
      contents: [OLD, "{}"],
      records: [recordOf({ path: files.path("in/twin.json"), before: imageOf(OLD), after: imageOf("{}") })],
    });
    const result = await open(files).history.undo("forged");
    expect(result.files.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["refused", "it holds permission settings"],
    ]);
    expect(files.read("in/.filewright/settings.json")).toBe("{}");
  });

  it.each(["leaf", "folder", "chain"])(
    "of a path that is a link by now writes nothing through it: %s [ATTACK-24]",
    async (kind) => {
      const files = tempWorkspace({ "in/sub": { folder: {} }, "in/vault/a.txt": NEW, "out/a.txt": NEW });
      for (const target of [files.path("in/vault"), files.path("out")]) {
        rmSync(files.path("in/sub"), { recursive: true });
        if (kind === "leaf") {
          mkdirSync(files.path("in/sub"));
          symlinkSync(`${target}/a.txt`, files.path("in/sub/a.txt"));
        } else if (kind === "folder") symlinkSync(target, files.path("in/sub"));
        else {
          rmSync(files.path("in/hop"), { force: true });
          symlinkSync(target, files.path("in/hop"));
          symlinkSync("hop", files.path("in/sub"));
        }
        forge(files, files.path("in/sub/a.txt"));
        await expectUntouched(files, open(files, ["Read(vault/**)"]));
      }
    },
  );
});

describe("Undo of a real change", () => {
  async function changed(files: TempWorkspace, toolkit: Toolkit, name: string): Promise<void> {
    await toolkit.call("Read", { file_path: files.path(name) });
    const { error } = await toolkit.call("Write", { file_path: files.path(name), content: NEW });
    expect(error).toBeUndefined();
  }

  it("leads nowhere when its folder has become a link to a denied one [ATTACK-24, ATTACK-13]", async () => {
    const files = tempWorkspace({ "in/sub/a.txt": OLD, "in/vault/a.txt": NEW });
    const toolkit = open(files, ["Read(vault/**)"]);
    await changed(files, toolkit, "in/sub/a.txt");
    renameSync(files.path("in/sub"), files.path("in/before"));
    symlinkSync("vault", files.path("in/sub"));
    const result = await toolkit.history.undo();
    expect(result.files.map(({ outcome }) => outcome)).toEqual(["refused"]);
    expect([files.read("in/vault/a.txt"), files.read("in/before/a.txt")]).toEqual([NEW, NEW]);
  });

  it("leaves a file alone that has got a denied name since [ATTACK-24, ATTACK-13]", async () => {
    const files = tempWorkspace({ "in/a.txt": OLD });
    const toolkit = open(files, ["Read(*.env)"]);
    await changed(files, toolkit, "in/a.txt");
    linkSync(files.path("in/a.txt"), files.path("in/secret.env"));
    const result = await toolkit.history.undo();
    expect(result.files.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["refused", "the permission rules deny it"],
    ]);
    expect(files.read("in/secret.env")).toBe(NEW);
  });

  it("and redo stop at a rule made in between, and at a root that is none any more [ATTACK-24, ATTACK-22]", async () => {
    const files = tempWorkspace({ "in/a.txt": OLD, "extra/b.txt": OLD });
    const additionalDirectories = [files.path("extra")];
    files.write("in/.filewright/settings.json", JSON.stringify({ permissions: { additionalDirectories } }));
    const toolkit = open(files);
    await toolkit.permissions.trust(files.path("in"));
    await changed(files, toolkit, "in/a.txt");
    await changed(files, toolkit, "extra/b.txt");
    await toolkit.permissions.untrust(files.path("in"));
    const outside = await toolkit.history.undo();
    expect(outside.files.map(({ reason }) => reason)).toEqual(["it lies outside the roots"]);
    const [, first] = await toolkit.history.list();
    expect((await toolkit.history.undo(first?.record.id)).isDone).toBe(true);
    files.write("in/.filewright/settings.json", JSON.stringify({ permissions: { deny: ["Edit(a.txt)"] } }));
    const redone = await toolkit.history.redo();
    expect(redone.files.map(({ outcome }) => outcome)).toEqual(["refused"]);
    expect([files.read("in/a.txt"), files.read("extra/b.txt")]).toEqual([OLD, NEW]);
  });
});
