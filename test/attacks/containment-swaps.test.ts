/** Attack 7, moment by moment: a folder or a file is swapped for a link in every gap between two steps of a call. */
import { existsSync, renameSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem, type Toolkit, type ToolkitOptions } from "../../src/index.js";
import { CANARY, type Fence, fencedWorkspace, stampsBelow } from "../support/fenced-workspace.js";
import { code, notebookOf } from "../support/notebook-files.js";
import { createGaps } from "../support/swapping-file-system.js";

/** More gaps than any call has; a call that has as many would never end. */
const MAX_GAPS = 400;
const LARGE_LINES = 260_000;

type Swapped = keyof typeof ways;
/** Equal content outside passes every comparison: then the path alone can tell. */
type Outside = "other" | "equal";

interface Scenario {
  readonly name: string;
  /** The file it is about, below the folder that is swapped. */
  readonly file: string;
  /** Undefined where there is no such file. */
  readonly content: string | undefined;
  /** What the file holds by the time of the swap, where the call is prepared by a change. */
  readonly contentThen?: string;
  readonly prepare?: (toolkit: Toolkit, path: string) => Promise<unknown>;
  readonly call: (toolkit: Toolkit, path: string) => Promise<unknown>;
  readonly undisturbed?: object;
}

const read = (toolkit: Toolkit, file_path: string): Promise<unknown> => toolkit.call("Read", { file_path });
const readAndEdit = async (toolkit: Toolkit, file_path: string): Promise<unknown> => {
  await read(toolkit, file_path);
  return toolkit.call("Edit", { file_path, old_string: "mine", new_string: "ours" });
};
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));
const grep =
  (pattern: string, output_mode: string, isFile: boolean): Scenario["call"] =>
  (toolkit, path) =>
    toolkit.call("Grep", { pattern, output_mode, path: isFile ? path : folderOf(path) });

const small = { file: "a.txt", content: "mine\n" };
const large = { file: "large.txt", content: "mine 1\n".repeat(LARGE_LINES) };
/** Past the size up to which an Edit holds a file. */
const huge = { file: "huge.txt", content: `first\n${`mine${"-".repeat(100_000)}\n`.repeat(44)}` };
const reads: readonly Scenario[] = [
  { name: "Read", ...small, call: read },
  {
    name: "Read of a large file",
    ...large,
    call: (toolkit, file_path) => toolkit.call("Read", { file_path, offset: 200_000, limit: 3 }),
  },
  {
    name: "Read of a notebook",
    file: "a.ipynb",
    content: notebookOf([code("mine", { id: "c" })]),
    call: read,
  },
  {
    name: "Read of a folder",
    ...small,
    call: (toolkit, path) => read(toolkit, folderOf(path)),
    undisturbed: { error: { code: "IS_DIRECTORY" } },
  },
  {
    name: "Read of a missing file",
    ...small,
    call: (toolkit, path) => read(toolkit, `${path}t`),
    undisturbed: { error: { code: "FILE_NOT_FOUND" } },
  },
  { name: "Grep for files", ...small, call: grep("mine|secret", "files_with_matches", false) },
  { name: "Grep for lines", ...small, call: grep("mine|secret", "content", false) },
  { name: "Grep for counts", ...small, call: grep("mine|secret", "count", false) },
  { name: "Grep for a word in a file", ...small, call: grep("e", "content", true) },
  { name: "Grep for a pattern in a file", ...small, call: grep("[es]", "content", true) },
  {
    name: "Glob",
    ...small,
    call: (toolkit, path) => toolkit.call("Glob", { pattern: "**", path: folderOf(path) }),
  },
  {
    name: "Glob by an absolute name",
    ...small,
    call: (toolkit, path) => toolkit.call("Glob", { pattern: path }),
  },
];
const changes: readonly Scenario[] = [
  {
    name: "Write",
    ...small,
    prepare: read,
    call: (toolkit, file_path) => toolkit.call("Write", { file_path, content: "ours\n" }),
  },
  {
    name: "Edit",
    ...small,
    prepare: read,
    call: (toolkit, file_path) => toolkit.call("Edit", { file_path, old_string: "mine", new_string: "ours" }),
  },
  {
    name: "Edit of a huge file",
    ...huge,
    prepare: (toolkit, file_path) => toolkit.call("Read", { file_path, limit: 3 }),
    call: (toolkit, file_path) =>
      toolkit.call("Edit", { file_path, old_string: "first", new_string: "FIRST" }),
  },
  {
    name: "NotebookEdit",
    file: "a.ipynb",
    content: notebookOf([code("mine", { id: "c" })]),
    prepare: read,
    call: (toolkit, notebook_path) =>
      toolkit.call("NotebookEdit", { notebook_path, cell_id: "c", new_source: "ours" }),
  },
  {
    name: "Write of a new file",
    file: "new.txt",
    content: undefined,
    call: (toolkit, file_path) => toolkit.call("Write", { file_path, content: "ours\n" }),
  },
  {
    name: "Write of a new file in a new folder",
    file: "new",
    content: undefined,
    call: (toolkit, path) => toolkit.call("Write", { file_path: `${path}/deep/new.txt`, content: "ours\n" }),
  },
  {
    name: "undo of an Edit",
    ...small,
    contentThen: "ours\n",
    prepare: readAndEdit,
    call: (toolkit) => toolkit.history.undo(),
    undisturbed: { isDone: true },
  },
  {
    name: "undo of a new file",
    file: "new.txt",
    content: undefined,
    contentThen: "made\n",
    prepare: (toolkit, file_path) => toolkit.call("Write", { file_path, content: "made\n" }),
    call: (toolkit) => toolkit.history.undo(),
    undisturbed: { isDone: true },
  },
];

interface Round {
  readonly scenario: Scenario;
  readonly swapped: Swapped;
  readonly outside: Outside;
}

/** One call with the swap before its nth step; false when it has fewer. */
async function swapAt(nth: number, { scenario, swapped, outside }: Round): Promise<boolean> {
  const { file, content, contentThen = content } = scenario;
  const lure = outside === "equal" ? contentThen : contentThen?.replaceAll(/mine|ours|made/g, CANARY);
  const fence: Fence = fencedWorkspace({
    "in/above/below/kept.txt": "mine\n",
    "out/below/secret.txt": `secret ${CANARY}\n`,
    ...(content === undefined ? {} : { [`in/above/below/${file}`]: content }),
    ...(lure === undefined ? {} : { [`out/below/${file}`]: lure }),
  });
  const gaps = createGaps(createNodeFileSystem({ extendedAttributes: "ignore" }));
  const options: ToolkitOptions = {
    fileSystem: gaps.fileSystem,
    durability: "none",
    onAsk: ({ realPath }) => {
      const answer = { answer: realPath.startsWith(`${fence.inside}/`) ? "allow" : "deny" } as const;
      // Whoever has waited for an answer goes on by another way than who had it at once.
      return outside === "other" ? Promise.resolve(answer) : answer;
    },
  };
  const toolkit = fence.toolkit(options);
  const path = fence.files.path("in/above/below", file);
  await scenario.prepare?.(toolkit, path);
  const untouched = stampsBelow(fence.files.path("out"));
  const name = fence.files.path("in/above", ways[swapped], swapped === "leaf" ? file : "");
  const lead = fence.files.path("out", ways[swapped], swapped === "leaf" ? file : "");
  gaps.arm(nth, () => {
    if (existsSync(name)) renameSync(name, fence.files.path("in/aside"));
    symlinkSync(lead, name);
  });
  const answer = await scenario.call(toolkit, path).catch((error: unknown) => ({ error }));
  const hasActed = gaps.disarm();
  expect(stampsBelow(fence.files.path("out"))).toEqual(untouched);
  await fence.expectUnheard(answer);
  // Left alone, the call does what it is for; else there would be nothing to disturb.
  if (!hasActed) expect(answer).toMatchObject(scenario.undisturbed ?? { isError: false });
  await toolkit.close();
  return hasActed;
}

async function swapEverywhere(round: Round): Promise<number> {
  for (let nth = 1; nth <= MAX_GAPS; nth += 1) if (!(await swapAt(nth, round))) return nth - 1;
  throw new Error(`${round.scenario.name} took more than ${MAX_GAPS} steps`);
}

/** What is swapped: one of two folders that the file lies in, or the file itself. */
const ways = { grandparent: "", parent: "below", leaf: "below" } as const;
const kinds = ["grandparent", "parent", "leaf"] as const;

/** What a file that is not there holds makes no difference, and one folder higher nothing else happens. */
function outsidesFor({ content }: Scenario, swapped: Swapped): readonly Outside[] {
  return content === undefined || swapped === "grandparent" ? ["equal"] : ["other", "equal"];
}

describe("A swap in any gap of a call", () => {
  it.each(reads.flatMap((scenario) => kinds.map((swapped) => [scenario.name, swapped, scenario] as const)))(
    "shows nothing from outside: %s, the %s swapped [ATTACK-7]",
    async (_name, swapped, scenario) => {
      expect(await swapEverywhere({ scenario, swapped, outside: "other" })).toBeGreaterThan(1);
    },
  );

  it.each(
    changes.flatMap((scenario) =>
      kinds.flatMap((swapped) =>
        outsidesFor(scenario, swapped).map((outside) => [scenario.name, swapped, outside, scenario] as const),
      ),
    ),
  )(
    "changes nothing outside: %s, the %s swapped for one with %s content [ATTACK-7]",
    async (...given) => {
      const [, swapped, outside, scenario] = given;
      expect(await swapEverywhere({ scenario, swapped, outside })).toBeGreaterThan(3);
    },
    // On a busy machine the huge file takes longer than the usual limit.
    180_000,
  );
});
