/** A home with the files of MCP clients in it, a project beside it, and a terminal to run `filewright install` in. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runCommandLine } from "../../src/cli/main.js";
import type { Terminal } from "../../src/cli/terminal.js";
import { type Tree, tempWorkspace } from "./workspace.js";

interface InstallRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The questions, in order. */
  readonly asked: readonly string[];
}

export interface ClientHome {
  readonly home: string;
  readonly project: string;
  readonly state: string;
  /** `says` are the person's answers; without them nobody is there. */
  install(words: readonly string[], sitting?: Sitting): Promise<InstallRun>;
  write(name: string, content: string | Uint8Array, mode?: number): string;
  /** Undefined when there is none. */
  read(name: string): string | undefined;
  modeOf(name: string): number;
}

interface Sitting {
  readonly says?: readonly (string | (() => string))[];
  readonly hasColour?: boolean;
}

/** The tree is that of the home. */
export function clientHome(tree: Tree = {}): ClientHome {
  const files = tempWorkspace({ home: { folder: tree }, project: { folder: {} } });
  const home = files.path("home");
  const project = files.path("project");
  const state = join(dirname(files.root), "state");
  const environment = { HOME: home, XDG_CONFIG_HOME: join(home, ".config"), FILEWRIGHT_STATE: state };
  return {
    home,
    project,
    state,
    async install(words, { says, hasColour = false } = {}) {
      const waiting = [...(says ?? [])];
      const printed = { out: "", err: "" };
      const asked: string[] = [];
      const terminal: Terminal = {
        environment,
        workingDirectory: project,
        write: (text) => void (printed.out += text),
        writeError: (text) => void (printed.err += text),
        isInteractive: says !== undefined,
        hasColour,
        hasErrorColour: hasColour,
        columns: 100,
        readInput: async () => new Uint8Array(),
        askLine: async (prompt) => {
          asked.push(prompt);
          const answer = waiting.shift();
          return typeof answer === "function" ? answer() : answer;
        },
      };
      const code = await runCommandLine(["install", ...words], terminal, new AbortController().signal);
      return { code, ...printed, asked };
    },
    write(name, content, mode = 0o644) {
      const path = join(home, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      chmodSync(path, mode);
      return path;
    },
    read: (name) => (existsSync(join(home, name)) ? readFileSync(join(home, name), "utf8") : undefined),
    modeOf: (name) => lstatSync(join(home, name)).mode & 0o777,
  };
}
