/** An edit in the middle of a file that no one wants to hold: copied past the change, in little memory. */
import { closeSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { ToolkitOptions } from "filewright";
import { expectSame } from "../answers.js";
import { runCommand } from "../command.js";
import { amountLine, type Block, compete } from "../contest.js";
import { logLines } from "../fixture-text.js";
import type { LogFile } from "../fixtures.js";
import { bare, callFlat, readFlatText } from "../library.js";
import { type Contestant, timed } from "../measure.js";
import { programs } from "../places.js";
import { RAW_ASYNC, RAW_SYNC, replaceOnce } from "./change-floors.js";
import { describeSize } from "./read-large.js";
import { type Ground, type Row, roundsOf } from "./row.js";
import { Scene } from "./scene.js";

const BYTES = 96 * 1024 ** 2;
const QUICK_BYTES = 8 * 1024 ** 2;

export const editLarge: Row = {
  id: "E3",
  title: "Edit a file of 100 MB",
  run: (ground) =>
    Scene.use(ground, "E3", async (scene) => {
      const log = ground.fixtures.log(ground.isQuick ? QUICK_BYTES : BYTES);
      return [await compareLarge(ground, scene, log), measureMemory(ground, scene, log)];
    }),
};

/** One line of a copy of the log, whose level is changed to and fro. */
class LogEdit {
  readonly path: string;
  readonly line: number;
  readonly #words: readonly [string, string];
  readonly #offset: number;
  #turn = 0;

  constructor(path: string, log: LogFile) {
    this.path = path;
    this.line = log.lines >> 1;
    const [text = ""] = logLines(this.line, 1);
    const before = text.slice(0, "000000000 INFO".length);
    this.#words = [before, `${before.slice(0, -"INFO".length)}WARN`];
    // Whole groups of lines have a known size, so that the place of a line at the end of one is known too.
    this.#offset = (log.bytes / log.lines) * this.line - text.length - 1;
  }

  next(): { readonly old_string: string; readonly new_string: string } {
    const [old_string, new_string] = this.#turn % 2 === 0 ? this.#words : this.#words.toReversed();
    this.#turn += 1;
    return { old_string: old_string ?? "", new_string: new_string ?? "" };
  }

  verify(): void {
    const expected = this.#words[this.#turn % 2] ?? "";
    const found = Buffer.alloc(expected.length);
    const descriptor = openSync(this.path, "r");
    readSync(descriptor, found, 0, found.length, this.#offset);
    closeSync(descriptor);
    expectSame(found.toString("latin1"), expected, `line ${this.line}`);
  }
}

async function compareLarge(ground: Ground, scene: Scene, log: LogFile): Promise<Block> {
  return compete({
    row: "E3",
    operation: `Edit one line in the middle of ${describeSize(log)}`,
    note: "only that line was read before; the new file is made beside the old one, block by block",
    entries: [
      {
        contestant: await ours("filewright, durability none, no history", bare, scene, log),
        goals: { target: { ratio: 0.6 }, stretch: { ratio: 0.35 } },
      },
      { contestant: await ours("filewright, default (durable, history)", {}, scene, log) },
    ],
    floors: [rawAsync(scene, log), rawSync(scene, log)],
    peers: () => enterPeers(ground, scene, log),
    rounds: roundsOf(ground, { warmups: 1, rounds: 9 }),
    // They take up to ten seconds each.
    peerRounds: roundsOf(ground, { warmups: 0, rounds: 3 }),
  });
}

async function ours(name: string, options: ToolkitOptions, scene: Scene, log: LogFile): Promise<Contestant> {
  const edit = new LogEdit(scene.copy(name.replaceAll(/\W+/g, "-"), log.path), log);
  const toolkit = scene.toolkit(options);
  await readFlatText(toolkit, { file_path: edit.path, offset: edit.line, limit: 1 });
  const operation = (): Promise<string> =>
    callFlat(toolkit, "Edit", { file_path: edit.path, ...edit.next() });
  return timed({ name, side: "ours", repeat: 1, operation, verify: () => edit.verify() });
}

function rawAsync(scene: Scene, log: LogFile): Contestant {
  const edit = new LogEdit(scene.copy("raw-async", log.path), log);
  const operation = async (): Promise<void> =>
    writeFile(edit.path, replaceOnce(await readFile(edit.path, "utf8"), edit.next()));
  return timed({ name: RAW_ASYNC, side: "floor", repeat: 1, operation, verify: () => edit.verify() });
}

function rawSync(scene: Scene, log: LogFile): Contestant {
  const edit = new LogEdit(scene.copy("raw-sync", log.path), log);
  const operation = (): void =>
    writeFileSync(edit.path, replaceOnce(readFileSync(edit.path, "utf8"), edit.next()));
  return timed({ name: RAW_SYNC, side: "floor", repeat: 1, operation, verify: () => edit.verify() });
}

function enterPeers(ground: Ground, scene: Scene, log: LogFile): Promise<Contestant[]> {
  const edit = new LogEdit(scene.copy("peers", log.path), log);
  const { path } = edit;
  const { old_string: oldText, new_string: newText } = edit.next();
  return ground.peers.enter({
    steps: [
      [{ kind: "edit", path, oldText, newText }],
      [{ kind: "edit", path, oldText: newText, newText: oldText }],
    ],
    repeat: 1,
    verify: () => {
      edit.verify();
      return undefined;
    },
  });
}

function measureMemory(ground: Ground, scene: Scene, log: LogFile): Block {
  const path = scene.copy("memory", log.path);
  const measure = (kind: "bare" | "default"): number[] =>
    Array.from({ length: ground.isQuick ? 1 : 3 }, () => {
      const edit = new LogEdit(path, log);
      const { old_string, new_string } = edit.next();
      const words = [path, String(edit.line), old_string, new_string, scene.path("memory-state"), kind];
      const answer = runCommand({
        program: process.execPath,
        arguments: [programs.peakMemoryOfEdit, ...words],
      });
      edit.verify();
      writeFileSync(path, readFileSync(log.path));
      return Number(answer);
    });
  const goals = { target: { amount: 32 }, stretch: { amount: 8 } };
  return {
    row: "E3",
    operation: "its growth of peak memory, new process",
    note: undefined,
    lines: [
      amountLine("filewright, durability none, no history", "MB", measure("bare"), goals),
      amountLine("filewright, default (durable, history)", "MB", measure("default"), goals),
    ],
  };
}
