/**
 * A root beside files that nobody may see or change, every tool aimed at a path, and what must hold afterwards: nothing
 * from outside in any answer, event or file of the state, and nothing on the disk changed, made or touched.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { AskHandler, CallResult, Question, Toolkit, ToolkitOptions } from "../../src/index.js";
import { readKeptContents } from "./kept-contents.js";
import { code, notebookOf } from "./notebook-files.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "./workspace.js";

/** Stands in every file outside and in no call, so that wherever it turns up it has leaked. */
export const CANARY = "canary-9b1f";
export const SECRET = `secret ${CANARY}\n`;
export const SECRET_NOTEBOOK: string = notebookOf([code(`secret = "${CANARY}"`, { id: "secret" })]);

export interface Fence {
  readonly files: TempWorkspace;
  /** The root of the toolkits: the folder `in`. */
  readonly inside: string;
  /** Whatever its toolkits tell is remembered, and looked through by `expectIntact`. */
  toolkit(options?: ToolkitOptions): Toolkit;
  /** Everything below the fence's folder is as it was at `remember`, or at the beginning. */
  expectIntact(): Promise<void>;
  remember(): void;
  /** Looks through answers too. */
  expectUnheard(...answers: unknown[]): Promise<void>;
}

/** `in` is the root; everything else in the tree lies outside. */
export function fencedWorkspace(tree: Tree): Fence {
  const files = tempWorkspace({ in: { folder: {} }, ...tree });
  const inside = files.path("in");
  const toolkits: Toolkit[] = [];
  const events: unknown[] = [];
  let before = stampsBelow(files.root);
  const expectUnheard = async (...answers: unknown[]): Promise<void> => {
    expect(textOfAll([answers, events])).not.toContain(CANARY);
    for (const kept of await Promise.all(toolkits.map(readKeptContents)))
      for (const content of kept) expect(content).not.toContain(CANARY);
    for (const content of contentsBelow(join(dirname(files.root), "state")))
      expect(content.includes(CANARY)).toBe(false);
  };
  return {
    files,
    inside,
    toolkit(options = {}) {
      const made = files.toolkit({ roots: [inside], workingDirectory: inside, ...options });
      made.workspace.events.on("*", (event) => events.push(event));
      toolkits.push(made);
      return made;
    },
    remember: () => {
      before = stampsBelow(files.root);
    },
    async expectIntact() {
      expect(stampsBelow(files.root)).toEqual(before);
      await expectUnheard();
    },
    expectUnheard,
  };
}

export interface Aim {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Every tool in every way that it can be pointed at a path. */
export function aimsAt(path: string): readonly Aim[] {
  const grep = (output_mode: string): Aim => ({
    tool: "Grep",
    input: { pattern: "secret", path, output_mode },
  });
  return [
    { tool: "Read", input: { file_path: path } },
    { tool: "Read", input: { file_path: path, offset: 1, limit: 1 } },
    { tool: "Write", input: { file_path: path, content: "overwritten\n" } },
    { tool: "Edit", input: { file_path: path, old_string: "secret", new_string: "changed" } },
    { tool: "Edit", input: { file_path: path, old_string: "", new_string: "created\n" } },
    { tool: "NotebookEdit", input: { notebook_path: path, cell_id: "secret", new_source: "1" } },
    {
      tool: "NotebookEdit",
      input: { notebook_path: path, edit_mode: "insert", cell_type: "code", new_source: "1" },
    },
    { tool: "Glob", input: { pattern: "**/*", path } },
    { tool: "Glob", input: { pattern: path } },
    { tool: "Glob", input: { pattern: `${path}/*` } },
    grep("files_with_matches"),
    grep("content"),
    grep("count"),
  ];
}

export interface Attempt extends Aim {
  readonly result: CallResult;
  readonly questions: readonly Question[];
}

/** Makes all calls one after another, in a conversation of their own. */
export async function attempt(
  fence: Fence,
  aims: readonly Aim[],
  { answer, ...options }: ToolkitOptions & { readonly answer?: AskHandler } = {},
): Promise<readonly Attempt[]> {
  let questions: Question[] = [];
  const onAsk: AskHandler = (question, asked) => {
    questions.push(question);
    return answer?.(question, asked) ?? { answer: "deny" };
  };
  const toolkit = fence.toolkit({ ...options, ...(answer === undefined ? {} : { onAsk }) });
  const attempts: Attempt[] = [];
  for (const aim of aims) {
    questions = [];
    const result = await toolkit.call(aim.tool, aim.input);
    attempts.push({ ...aim, result, questions });
  }
  return attempts;
}

/** With nobody to ask all is refused; somebody is asked by the real name, and what is denied then gives nothing either. */
export async function expectFencedOff(fence: Fence, path: string, realPath: string): Promise<void> {
  const unasked = await attempt(fence, aimsAt(path));
  const asked = await attempt(fence, aimsAt(path), { answer: () => ({ answer: "deny" }) });
  const folder = existsSync(dirname(path)) ? realpathSync(dirname(path)) : undefined;
  for (const { tool, input, result, questions } of [...unasked, ...asked]) {
    const gives = result.error?.code ?? countFound(result.output);
    const expected = tool === "Glob" ? ["PERMISSION_DENIED", 0] : ["PERMISSION_DENIED"];
    expect(expected, `${tool} ${JSON.stringify(input)}`).toContain(gives);
    // A pattern is asked about by the folder that it looks into.
    const names = tool === "Glob" ? [realPath, dirname(realPath), folder] : [realPath];
    for (const question of questions) expect(names).toContain(question.realPath);
  }
  for (const { tool, questions } of asked) if (tool !== "Glob") expect(questions).toHaveLength(1);
  await fence.expectUnheard(unasked, asked);
  await fence.expectIntact();
}

function countFound(output: unknown): unknown {
  return typeof output === "object" && output !== null && "numFiles" in output ? output.numFiles : output;
}

/** Also of what is no JSON: errors with their causes, large numbers, bytes. */
function textOfAll(value: unknown): string {
  const seen = new Set<unknown>();
  const plain = (part: unknown): unknown => {
    if (typeof part === "bigint") return `${part}`;
    if (part instanceof Uint8Array) return Buffer.from(part).toString("latin1");
    if (typeof part !== "object" || part === null) return part;
    if (seen.has(part)) return undefined;
    seen.add(part);
    if (Array.isArray(part)) return part.map(plain);
    const members: [string, unknown][] = Object.entries(part);
    if (part instanceof Error) members.push(["message", part.message], ["cause", part.cause]);
    return Object.fromEntries(members.map(([name, each]) => [name, plain(each)]));
  };
  return JSON.stringify(plain(value));
}

/** Of folders too: a file made and removed again moves the times of the folder it was in. */
export function stampsBelow(folder: string): ReadonlyMap<string, string> {
  const stamps = new Map<string, string>();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" });
  for (const path of [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))]) {
    const stat = lstatSync(path, { bigint: true });
    stamps.set(path, [stat.ino, stat.size, stat.mode, stat.nlink, stat.mtimeNs, stat.ctimeNs].join(" "));
  }
  return new Map([...stamps].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function contentsBelow(folder: string): readonly Buffer[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
}
