/** Processes are killed in the middle of their work, again and again; what they leave is put right by the next one. */
import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { linkSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Toolkit } from "../../src/index.js";
import { expectConsistentHistory } from "../support/history-checks.js";
import { takeSnapshot } from "../support/snapshot.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const program: string = fileURLToPath(new URL("worker.js", import.meta.url));

interface Scene {
  readonly files: TempWorkspace;
  readonly state: string;
  readonly announcements: string;
}

function createScene(): Scene {
  const files = tempWorkspace({
    "plain.txt": "first\nplain\n",
    "linked.txt": "first\nlinked\n",
    "large.txt": `first\n${"a line of the large file\n".repeat(190_000)}`,
  });
  linkSync(files.path("linked.txt"), files.path("second-name.txt"));
  const base = dirname(files.root);
  const scene = { files, state: join(base, "state"), announcements: join(base, "announced.log") };
  const names = ["plain.txt", "linked.txt", "large.txt"];
  const known = names.map((name) => `${hashOf(readFileSync(files.path(name)))} ${files.path(name)}\n`);
  writeFileSync(scene.announcements, known.join(""));
  return scene;
}

async function startWorker(
  { files, state, announcements }: Scene,
  name: string,
  options: object,
): Promise<ChildProcess> {
  const child = fork(program, [files.root, state, announcements, name, JSON.stringify(options)]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "message");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  expect(child.exitCode).toBeNull();
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** A new process's first change puts right what the dead one left. */
async function restart({ files }: Scene, round: number): Promise<Toolkit> {
  const toolkit = files.toolkit({ onAsk: () => ({ answer: "allow" }) });
  const { error } = await toolkit.call("Write", {
    file_path: files.path("probes", `${round}.txt`),
    content: String(round),
  });
  expect(error).toBeUndefined();
  return toolkit;
}

function expectWholeFiles({ files, state, announcements }: Scene): void {
  const announced = new Set(readFileSync(announcements, "utf8").split("\n"));
  const entries = Object.entries(takeSnapshot(files.root));
  const torn = entries.filter(([name, { kind, content }]) => {
    if (kind !== "file" || name.startsWith("probes/") || name === "second-name.txt") return false;
    return !announced.has(`${hashOf(Buffer.from(content, "latin1"))} ${files.path(name)}`);
  });
  expect(torn.map(([name, { content }]) => `${name}: ${content.slice(0, 60)} (${content.length})`)).toEqual(
    [],
  );
  const names = [...entries.map(([name]) => name), ...Object.keys(takeSnapshot(state))];
  expect(names.filter((name) => name.includes(".filewright-"))).toEqual([]);
  // A folder that was made for a file is there with it or not at all.
  expect(emptyFolders(entries.map(([name, { kind }]) => ({ name, kind })))).toEqual([]);
  const { "linked.txt": first, "second-name.txt": second } = Object.fromEntries(entries);
  expect(second).toEqual(first);
}

function emptyFolders(entries: readonly { name: string; kind: string }[]): string[] {
  const folders = entries.filter(({ kind }) => kind === "folder").map(({ name }) => name);
  return folders.filter((folder) => !entries.some(({ name }) => name.startsWith(`${folder}/`)));
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

describe("A process that is killed while it changes files", () => {
  it.each(["full", "none"] as const)(
    "leaves whole files, no litter and a history that adds up, with durability %s [CRASH-1, CRASH-2, CRASH-3]",
    { timeout: 60_000 },
    async (durability) => {
      const scene = createScene();
      const checked = new Set<string>();
      // Eight times at least, and until enough was done in between: a busy machine gets less done before it is killed.
      for (let round = 0; round < 8 || (checked.size <= 40 && round < 80); round += 1) {
        const worker = await startWorker(scene, `round-${round}`, { durability });
        await wait(Math.random() * 200);
        await kill(worker);
        const toolkit = await restart(scene, round);
        expectWholeFiles(scene);
        await expectConsistentHistory(toolkit, checked);
        await toolkit.close();
      }
      expect(checked.size).toBeGreaterThan(40);
    },
  );

  it("while another works on: what it left is put right, and the history adds up [CRASH-1, CRASH-2, CRASH-3]", {
    timeout: 60_000,
  }, async () => {
    const scene = createScene();
    const survivor = await startWorker(scene, "survivor", { durability: "none" });
    for (let round = 0; round < 6; round += 1) {
      const worker = await startWorker(scene, `victim-${round}`, { durability: "none" });
      await wait(Math.random() * 150);
      await kill(worker);
    }
    await kill(survivor);
    const toolkit = await restart(scene, 0);
    expectWholeFiles(scene);
    await expectConsistentHistory(toolkit, new Set());
  });
});
