/** Processes that have settings in common with the test. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text as readText } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const program: string = fileURLToPath(new URL("settings-process.js", import.meta.url));

export interface SettingsOrder {
  readonly root: string;
  readonly config: string;
  readonly state: string;
  /** Methods of the store with what they are given. */
  readonly steps: readonly (readonly [string, ...unknown[]])[];
}

export interface StepOutcome {
  readonly value?: unknown;
  readonly code?: string;
  readonly message?: string;
}

/** All of them start their work at once; each answers how its steps ended. `through` is a program in front. */
export async function runProcesses(
  orders: readonly SettingsOrder[],
  through: readonly string[] = [],
): Promise<StepOutcome[][]> {
  const children = orders.map((order) => {
    const [command, ...rest] = [...through, process.execPath, program];
    const child = spawn(command, rest, { stdio: ["pipe", "pipe", "inherit"] });
    return { child, order };
  });
  await Promise.all(children.map(({ child }) => once(child.stdout, "readable")));
  for (const { child, order } of children) child.stdin.end(JSON.stringify(order));
  const printed = await Promise.all(children.map(({ child }) => readText(child.stdout)));
  return printed.map((text) => JSON.parse(text.split("\n")[1] ?? "") as StepOutcome[]);
}
