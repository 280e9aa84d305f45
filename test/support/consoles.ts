/** Persons at consoles: in this process, over real sockets to engines in others, or in one that can be killed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { EngineView } from "../../src/console/engine-view.js";
import { Engines, type EnginesOptions } from "../../src/console/engines.js";
import type { QuestionDetail } from "../../src/desk/desk.js";
import type { Toolkit } from "../../src/index.js";
import { findListeners } from "../../src/notify/links/listeners-folder.js";
import { until } from "./listening.js";
import { type TempWorkspace, tempWorkspace } from "./workspace.js";

const script: string = fileURLToPath(new URL("attending-listener.js", import.meta.url));

export interface Console {
  readonly engines: Engines;
  /** The console's own toolkit. */
  readonly toolkit: Toolkit;
  readonly leave: () => void;
}

export interface AskedQuestion {
  readonly engine: EngineView;
  readonly question: QuestionDetail;
}

/** A console that shares the state folder of these files, and a person who is there already. */
export async function openConsole(
  files: TempWorkspace,
  options: Partial<EnginesOptions> & { readonly publish?: boolean } = {},
): Promise<Console> {
  const { publish = false, ...others } = options;
  const own = tempWorkspace();
  const toolkit = own.toolkit({ stateDirectory: stateOf(files), events: { publish } });
  const engines = new Engines({ workspace: toolkit.workspace, version: "1.2.3", ...others });
  onTestFinished(() => engines.close());
  const leave = engines.attend();
  await until(() => findListeners(join(stateOf(files), "listeners")).length > 0, "the console's socket");
  return { engines, toolkit, leave };
}

export function stateOf(files: TempWorkspace): string {
  return join(files.root, "..", "state");
}

/** The only question of all engines, once it stands. */
export async function untilAskedAtConsole(engines: Engines): Promise<AskedQuestion> {
  for (let round = 0; round < 2500; round += 1) {
    for (const engine of engines.all) {
      const [summary] = await engine.questions().catch(() => []);
      const question = summary === undefined ? undefined : await engine.question(summary.id);
      if (question !== undefined) return { engine, question };
    }
    await new Promise((resolve) => setTimeout(resolve, 8));
  }
  throw new Error("waited in vain for a question");
}

export interface KillableListener {
  /** What engines have said, as it came. */
  readonly heard: () => string;
  readonly kill: () => Promise<void>;
}

export async function startListener(files: TempWorkspace, nonce: string): Promise<KillableListener> {
  const folder = join(stateOf(files), "listeners");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `1-x-00000000-${nonce}.sock`);
  const child = spawn(process.execPath, [script, path], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  let heard = "";
  child.stdout.on("data", (chunk: Buffer) => {
    heard += chunk.toString("utf8");
  });
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(kill);
  await until(() => heard.includes("listening"), "the listener");
  return { heard: () => heard, kill };
}
