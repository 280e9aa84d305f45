/**
 * One project twice, with the files that are denied and without them. Whatever a model can learn of them is a difference
 * between the two, so the same calls are made in both, and everything that comes back is compared.
 */
import { lutimesSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect } from "vitest";
import type { CallResult, Question, Toolkit, ToolkitOptions } from "../../src/index.js";
import { code, notebookOf } from "./notebook-files.js";
import { makePdf, textAt } from "./pdfs.js";
import { pngWith } from "./pictures.js";
import { readStateContents } from "./state-contents.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "./workspace.js";

/** Stands in the content of every denied file, and nowhere else. */
export const CONTENT = "quokka7f3d";
/** Stands in the name of every denied file and folder. */
export const NAME = "wombat9c1e";

const secret = `needle ${CONTENT}\nsecond line\nTOKEN=${CONTENT}\n`;

/** Every kind of file that tools treat in a way of its own. */
const deniedFiles: Tree = {
  [`${NAME}.env`]: secret,
  [`src/${NAME}.ts`]: `export const needle = "${CONTENT}";\n`,
  [`src/deep/${NAME}.env`]: secret,
  [`vault-${NAME}/a.txt`]: secret,
  [`vault-${NAME}/sub/b.txt`]: secret,
  [`vault-${NAME}/app.ts`]: secret,
  [`.hidden-${NAME}/c.txt`]: secret,
  [`ignored/${NAME}.env`]: secret,
  [`lone/${NAME}.env`]: secret,
  [`docs/${NAME}.ipynb`]: notebookOf([code(`needle = "${CONTENT}"`, { id: "cell" })]),
  [`docs/${NAME}.png`]: pngWith({ name: "tEXt", data: Buffer.from(`needle\0${CONTENT}`) }),
  [`docs/${NAME}.pdf`]: makePdf({ pages: [{ content: textAt(72, 700, `needle ${CONTENT}`) }] }),
  [`docs/${NAME}-utf16.env`]: Buffer.from(`\ufeff${secret}`, "utf16le"),
  [`docs/${NAME}-binary.env`]: Buffer.from(`\0\u0001${secret}`),
  [`docs/${NAME}-large.env`]: `${secret}${"needle in a long line of hay\n".repeat(60_000)}`,
  [`docs/${NAME} 1.30 PM.env`]: secret,
};

const openFiles: Tree = {
  ".gitignore": "ignored/\n",
  "src/app.ts": 'export const needle = "hay";\n',
  "src/other.ts": "nothing here\n",
  "src/deep/plain.txt": "needle in hay\nTOKEN=none\n",
  "docs/readme.md": "# Needle\nsecond line\n",
  "docs/open.ipynb": notebookOf([code("needle = 1", { id: "cell" })]),
  "docs/long.txt": "needle in a long line of hay\n".repeat(2000),
  "ignored/plain.txt": "needle\n",
  "lone/plain.md": "nothing\n",
  // They lead to what is denied, whether it is there or not.
  "alias.txt": { link: `${NAME}.env` },
  "alias-folder": { link: `vault-${NAME}` },
  "alias.ipynb": { link: `docs/${NAME}.ipynb` },
  chain: { link: "alias-folder" },
  "src/up": { link: `../vault-${NAME}/sub` },
};

/** In all the ways that a pattern can be anchored. */
function denyRules(files: TempWorkspace): readonly string[] {
  return [
    "Read(*.env)",
    `Read(/src/${NAME}.ts)`,
    `Read(vault-${NAME}/**)`,
    `Read(vault-${NAME}/)`,
    `Read(/${files.path(`.hidden-${NAME}`)})`,
    `Read(./docs/${NAME}.*)`,
    `Read(~/private-${NAME}/**)`,
  ];
}

export interface CanaryCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface CanaryTree {
  readonly files: TempWorkspace;
  readonly toolkit: Toolkit;
  /** Makes a call, and answers what came of it, with everything else that was told; and the same without places and times. */
  hear(call: CanaryCall): Promise<Heard>;
  /** The same without places and times. */
  normal(value: unknown): string;
}

interface Heard {
  readonly result: CallResult;
  readonly events: readonly unknown[];
  readonly questions: readonly Question[];
}

export interface CanaryOptions extends ToolkitOptions {
  readonly isAllowed?: boolean;
}

/** The tree with denied files, and the one without. */
export function canaryTrees(options: CanaryOptions = {}): readonly [CanaryTree, CanaryTree] {
  return [canaryTree(deniedFiles, options), canaryTree({}, options)];
}

function canaryTree(tree: Tree, { isAllowed = true, ...options }: CanaryOptions): CanaryTree {
  const files = tempWorkspace({ ...openFiles, ...tree });
  levelTimes(files.root);
  let questions: Question[] = [];
  let events: unknown[] = [];
  const toolkit = files.toolkit({
    onAsk: (question) => {
      questions.push(question);
      return { answer: isAllowed ? "allow" : "deny" };
    },
    permissions: { deny: denyRules(files) },
    ...options,
  });
  toolkit.workspace.events.on("*", (event) => events.push(event));
  const base = dirname(files.root);
  return {
    files,
    toolkit,
    async hear({ tool, input }) {
      questions = [];
      events = [];
      return { result: await toolkit.call(tool, input), events, questions };
    },
    normal: (value) =>
      serialize(value)
        .replaceAll(base, "<base>")
        .replaceAll(basename(base), "<name>")
        .replaceAll(toolkit.session.id, "<session>")
        .replaceAll(/\b[0-9a-z]{1,12}-[0-9a-z]{13,16}\b/g, "<change>"),
  };
}

const measured: ReadonlySet<string> = new Set(["durationMs", "at", "askedAt", "reference"]);

function serialize(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (measured.has(key)) return undefined;
    return typeof part === "bigint" ? `${part}` : part;
  });
}

/** Listings go by age; what is denied would come first. */
function levelTimes(root: string): void {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true, encoding: "utf8" });
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  const shared = paths.filter((path) => !path.includes(NAME));
  for (const [index, path] of shared.entries())
    lutimesSync(path, 1_700_000_000 + index, 1_700_000_000 + index);
}

/** No answer tells the content; and the name only where the call has told it, in both trees alike. */
export function expectSilent(call: CanaryCall, heard: unknown, tree: CanaryTree): void {
  const told = tree.normal(heard);
  const sent = JSON.stringify(call.input);
  if (!sent.includes(CONTENT)) expect(told).not.toContain(CONTENT);
  if (!sent.toLowerCase().includes(NAME)) expect(told).not.toContain(NAME);
}

/** What calls have left behind. */
export async function expectSilentState({ files }: CanaryTree): Promise<void> {
  const contents = await readStateContents(join(dirname(files.root), "state"));
  expect(contents.some((content) => content.includes(CONTENT))).toBe(false);
}
