/** Makes calls on files that are swapped at the same time, and reports what answers, events and the history tell. */
import { writeSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../torture/core/finding.js";
import { EVERYTHING, readKept } from "../../torture/core/product.js";
import { randomFor } from "../core/block.js";
import { loadLibrary } from "../core/engine.js";
import { render } from "../core/entries.js";
import { type Call, findSpilled, findTold } from "../core/oracle.js";
import { canaries } from "../core/tree.js";

export interface RacerJob {
  readonly engine: string;
  readonly base: string;
  readonly deny: readonly string[];
  readonly calls: number;
  readonly seed: number;
  readonly round: string;
}

const { engine, base, deny, calls, seed, round } = JSON.parse(process.argv[2] as string) as RacerJob;
const random = randomFor(seed, "racer", round);
const { createToolkit } = await loadLibrary(engine);
const root = join(base, "in");
const toolkit = createToolkit({
  roots: [root],
  workingDirectory: root,
  stateDirectory: join(base, "state"),
  environment: { HOME: join(base, "home") },
  permissions: { settings: false, mode: "acceptEdits", deny },
  durability: "none",
  dedup: false,
  lsp: false,
});
let events: unknown[] = [];
toolkit.workspace.events.on("*", (event) => events.push(event));

const folder = join(root, "work/sub");
const files = ["a.txt", "b.txt"].map((name) => join(folder, name));
/** Quick calls are made most. */
const kinds: readonly string[] = [
  ...Array.from({ length: 60 }, () => "Read"),
  ...Array.from({ length: 20 }, () => "Edit"),
  ...Array.from({ length: 8 }, () => "Write"),
  ...Array.from({ length: 4 }, () => "NotebookEdit"),
  ...Array.from({ length: 4 }, () => "undo"),
  "Write new",
  "Glob",
  "Grep",
];

function choose(): Call {
  const kind = random.pick(kinds);
  const file_path = random.pick(files);
  switch (kind) {
    case "Read":
      return {
        tool: kind,
        input: { file_path: random.below(12) === 0 ? join(folder, "c.ipynb") : file_path },
      };
    case "Edit":
      return {
        tool: kind,
        input: {
          file_path,
          old_string: random.pick(["needle", "second"]),
          new_string: random.pick(["needle", "second"]),
        },
      };
    case "Write":
      return { tool: kind, input: { file_path, content: "needle ours\nsecond line\n" } };
    case "Write new":
      return {
        tool: "Write",
        input: { file_path: join(folder, `new-${random.below(20)}.txt`), content: "new\n" },
      };
    case "NotebookEdit":
      return {
        tool: kind,
        input: { notebook_path: join(folder, "c.ipynb"), cell_id: "cell", new_source: "1" },
      };
    case "Glob":
      return { tool: kind, input: { pattern: "**", path: random.pick([folder, join(root, "work")]) } };
    case "Grep":
      return {
        tool: kind,
        input: {
          pattern: "needle",
          path: random.pick([folder, file_path]),
          output_mode: random.pick(["content", "count"]),
        },
      };
    default:
      return { tool: kind, input: {} };
  }
}

async function make({ tool, input }: Call): Promise<unknown> {
  if (tool !== "undo") return toolkit.call(tool, input);
  try {
    return await toolkit.history.undo();
  } catch (cause) {
    return cause;
  }
}

const found = new Map<string, Finding>();
const keep = (findings: readonly Finding[]): void => {
  for (const each of findings) if (!found.has(each.what)) found.set(each.what, each);
};
let succeeded = 0;
const parent = process.ppid;
for (let count = 1; count <= calls && process.ppid === parent; count += 1) {
  const call = choose();
  events = [];
  const result = await make(call);
  if ((result as { isError?: boolean }).isError !== true) succeeded += 1;
  keep(findTold(call, render({ result, events }), canaries));
}
const kept = await readKept(toolkit);
keep(
  findSpilled(
    kept.map((bytes): [string, Buffer] => ["the history", bytes]),
    canaries,
  ),
);
const changes = (await toolkit.history.list({ limit: EVERYTHING })).length;
await toolkit.close();
writeSync(1, `${JSON.stringify({ calls, succeeded, changes, findings: [...found.values()] })}\n`);
