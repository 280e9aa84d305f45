/** Generates calls: spellings of paths × tools × parameters. The same seed generates the same calls. */
import type { Random } from "../../torture/core/random.js";
import { historyCalls, pastFiles } from "./history-calls.js";
import type { Call } from "./oracle.js";
import { BASE, spell } from "./spellings.js";
import { DENIED_CONTENT, DENIED_NAME, OUTSIDE_CONTENT, OUTSIDE_NAME } from "./tree.js";

/** Ids of changes that were made before, in the order of `pastFiles`, are spelled so. */
const PAST = /^<past (\d+)>$/;

const globs: readonly string[] = [
  "*",
  "**",
  "**/*.env",
  "*.{env,ts,txt}",
  "**/.*/**",
  "vault-*/**",
  "alias-folder/**",
  "out-folder/**",
  "out*",
  "../**",
  "../outside/*",
  "{lone,linked}/**",
  "~/**",
  "[a-z]*/?*",
  `**/*${DENIED_NAME.slice(0, 5)}*`,
  `vault-${DENIED_NAME}/a.txt`,
  `../outside/${OUTSIDE_NAME}.txt`,
  "proc-*/**",
  "loop/**",
  "!(src)/**",
  "hard-*",
  "{in,../outside}/**",
  "{,.}*/{a,b,c}.txt",
  "**/{..,.}/**",
  "/**",
  `${BASE}/outside/*`,
  `${BASE}/{in,outside,home}/**`,
  `${BASE}/*/*`,
  "**/*.ipynb",
  "linked/**",
  "?[!a]*",
  `{${"a,".repeat(200)}*.env}`,
  `${"**/".repeat(60)}*.env`,
];
const patterns: readonly string[] = [
  "needle",
  "TOKEN=",
  "second",
  "quokka",
  "okapi.*",
  ".",
  "e$",
  "n.*e",
  "(",
  "\\n",
  "needle[^]*?line",
  DENIED_CONTENT,
  OUTSIDE_CONTENT,
];

export interface CallChoice {
  /** How many changes were made before. */
  readonly past: number;
  /** Whether methods of the protocol besides tool calls can be sent. */
  readonly hasMethods: boolean;
}

export function generateCall(random: Random, { past, hasMethods }: CallChoice): Call {
  if (past > 0 && random.below(2) === 0) return generateHistoryCall(random, past);
  if (hasMethods && random.below(25) === 0) return generateMethod(random, spell(random));
  const tool = random.pick(["Read", "Read", "Read", "Write", "Edit", "Edit", "NotebookEdit", "Glob", "Grep"]);
  const path = spell(random);
  switch (tool) {
    case "Read":
      return {
        tool,
        input: {
          file_path: path,
          ...maybe(random, "offset", [0, 1, 2, 1000]),
          ...maybe(random, "limit", [1, 3]),
          ...(random.below(20) === 0 ? { pages: "1" } : {}),
        },
      };
    case "Write":
      return { tool, input: { file_path: path, content: random.pick(["x", "", "needle\n", "#!/bin/sh\n"]) } };
    case "Edit":
      return {
        tool,
        input: {
          file_path: path,
          old_string: random.pick(["needle", "", "second line", "nothing", "TOKEN=quokka"]),
          new_string: random.pick(["x", "", "needle"]),
          ...maybe(random, "replace_all", [true, false]),
        },
      };
    case "NotebookEdit":
      return {
        tool,
        input: {
          notebook_path: path,
          cell_id: random.pick(["cell", "cell-0", "none"]),
          new_source: "1",
          ...maybe(random, "edit_mode", ["replace", "insert", "delete"]),
          ...maybe(random, "cell_type", ["code", "markdown"]),
        },
      };
    case "Glob":
      return { tool, input: generateGlob(random, path) };
    default:
      return { tool, input: generateSearch(random, path) };
  }
}

function generateHistoryCall(random: Random, past: number): Call {
  const tool = random.pick(historyCalls);
  const byPath = tool === "history.list" || tool === "history.attribution";
  const which = byPath
    ? random.below(2) === 0
      ? {}
      : { path: `${BASE}/${random.pick(pastFiles)}` }
    : { change: `<past ${random.below(past)}>` };
  return {
    tool,
    input: {
      ...which,
      side: random.pick(["before", "after", "displaced"]),
      ...maybe(random, "dryRun", [true]),
    },
  };
}

/** What a client can ask a server besides tool calls. */
function generateMethod(random: Random, path: string): Call {
  const uri = `file://${path}`;
  return random.pick<Call>([
    { tool: "resources/list", input: {} },
    { tool: "resources/read", input: { uri } },
    { tool: "resources/templates/list", input: {} },
    { tool: "prompts/get", input: { name: path } },
    {
      tool: "completion/complete",
      input: { ref: { type: "ref/resource", uri }, argument: { name: "path", value: path } },
    },
  ]);
}

function generateGlob(random: Random, path: string): Record<string, unknown> {
  if (random.below(4) === 0) return { pattern: random.pick([path, `${path}/*`, `${path}*`]) };
  return { pattern: random.pick(globs), ...(random.below(2) === 0 ? { path } : {}) };
}

function generateSearch(random: Random, path: string): Record<string, unknown> {
  return {
    pattern: random.pick(patterns),
    ...(random.below(3) === 0 ? {} : { path }),
    ...maybe(random, "glob", globs),
    output_mode: random.pick(["content", "count", "files_with_matches"]),
    ...maybe(random, "multiline", [true]),
    ...maybe(random, "-i", [true]),
    ...maybe(random, "-C", [0, 1, 3]),
    ...maybe(random, "head_limit", [0, 1, 3]),
    ...maybe(random, "offset", [1, 2]),
    ...maybe(random, "type", ["ts", "md", "jupyter"]),
  };
}

function maybe(random: Random, name: string, values: readonly unknown[]): Record<string, unknown> {
  return random.below(4) === 0 ? { [name]: random.pick(values) } : {};
}

/** The call for one world. */
export function placeCall({ tool, input }: Call, base: string, past: readonly string[]): Call {
  return { tool, input: place(input, base, past) as Call["input"] };
}

function place(value: unknown, base: string, past: readonly string[]): unknown {
  if (typeof value === "string") {
    const id = PAST.exec(value)?.[1];
    return id === undefined ? value.replaceAll(BASE, base) : past[Number(id)];
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, place(each, base, past)]));
}
