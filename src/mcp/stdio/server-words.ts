/**
 * The words that a server is started with. Clients start it for every conversation, so that they are parsed here without
 * the command line's library; help and completion are made of the same list.
 */
import { type PermissionMode, permissionModes } from "../../permissions/access.js";
import { type SandboxMode, sandboxModes } from "../../process/sandbox/policy.js";
import { settingFlags } from "../../session/setting-flags.js";
import { type AskedFirst, askedFirst, type ServerFlags } from "../server-options.js";

export interface ServerWord {
  readonly name: string;
  /** What its value is called; a word without one is a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly description: string;
}

export const serverWords: readonly ServerWord[] = [
  {
    name: "root",
    value: "dir",
    description:
      "a folder that may be worked in; repeat for several (default: CLAUDE_PROJECT_DIR, else the working directory)",
  },
  { name: "mode", value: "mode", choices: permissionModes, description: "what needs a person's permission" },
  { name: "settings", value: "file", description: "a settings file besides the usual ones" },
  { name: "read-only", description: "only the tools that change nothing" },
  {
    name: "ask",
    value: "whom",
    choices: askedFirst,
    description: "who is asked first: the client, where it can show a form, or a person at the console",
  },
  {
    name: "no-dedup",
    description: "answer every Read in full, for clients that share a server among conversations",
  },
  { name: "no-lsp", description: "start no language servers: results of changes tell of no diagnostics" },
  { name: "git-diff", description: "add to each change how the file differs from git's last commit" },
  {
    name: "sandbox",
    description: "have the system keep the server to its roots, its state and its configuration",
  },
  {
    name: "sandbox-mode",
    value: "mode",
    choices: sandboxModes,
    description: "whether programs that it starts run in a sandbox (default: prefer)",
  },
  ...settingFlags,
];

/** Throws with a sentence for the person when a word is not known, or its value not valid. */
export function parseServerWords(words: readonly string[]): ServerFlags {
  const roots: string[] = [];
  const values = new Map<string, string>();
  let isBehindRoot = false;
  for (let index = 0; index < words.length; index += 1) {
    const [given = "", inline] = splitOnce(words[index] ?? "");
    const word = serverWords.find(({ name }) => given === `--${name}`);
    // A bundle's client puts a list of folders behind one word.
    if (isBehindRoot && !given.startsWith("-")) {
      roots.push(words[index] ?? "");
      continue;
    }
    isBehindRoot = word?.name === "root";
    if (word === undefined)
      throw new Error(`unknown option ${JSON.stringify(given)}. Try: filewright mcp --help`);
    const { name, value, choices } = word;
    if (value === undefined) {
      if (inline !== undefined) throw new Error(`--${name} takes no value`);
      values.set(name, "");
      continue;
    }
    const text = inline ?? words[(index += 1)];
    if (text === undefined || text === "") throw new Error(`--${name} needs a value: --${name} <${value}>`);
    if (choices !== undefined && !choices.includes(text))
      throw new Error(`--${name} is one of ${choices.join(", ")}, not ${JSON.stringify(text)}`);
    if (name === "root") roots.push(text);
    else values.set(name, text);
  }
  return {
    root: roots,
    mode: values.get("mode") as PermissionMode | undefined,
    settings: values.get("settings"),
    readOnly: values.has("read-only"),
    ...(values.has("ask") ? { ask: values.get("ask") as AskedFirst } : {}),
    ...(values.has("no-dedup") ? { dedup: false } : {}),
    ...(values.has("no-lsp") ? { lsp: false } : {}),
    ...(values.has("git-diff") ? { gitDiff: true } : {}),
    ...(values.has("sandbox") ? { sandbox: true } : {}),
    ...(values.has("sandbox-mode") ? { sandboxMode: values.get("sandbox-mode") as SandboxMode } : {}),
    ...Object.fromEntries(
      settingFlags
        .filter(({ name }) => values.has(name))
        .map(({ name, field, value }) => [field, value === undefined ? true : values.get(name)]),
    ),
  };
}

function splitOnce(word: string): readonly string[] {
  const equals = word.indexOf("=");
  return equals < 0 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
}
