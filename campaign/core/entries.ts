/** The entry points as an attacker uses them. Each takes a call and returns all that comes back. */
import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { PermissionMode } from "filewright";
import { toWords } from "./command-words.js";
import { type Engine, loadLibrary, programOf } from "./engine.js";
import { callHistory, isHistoryCall } from "./history-calls.js";
import type { Call } from "./oracle.js";
import type { World } from "./world.js";

const entryNames = ["library", "stdio", "http", "cli"] as const;
export type EntryName = (typeof entryNames)[number];

export interface Entry {
  call(call: Call): Promise<string>;
  /** What a server has written to its error stream, for the person. */
  readonly log?: () => string;
  close(): Promise<void>;
}

interface EntryOptions {
  readonly engine: Engine;
  readonly mode: PermissionMode;
  /** A program in front of the server, and words for it. Only for `stdio`. */
  readonly through?: readonly string[];
  readonly words?: readonly string[];
}

type OpenEntry = (world: World, options: EntryOptions) => Promise<Entry>;

const measured: ReadonlySet<string> = new Set(
  "durationMs at askedAt reference seq n sequence withheld startedAt endedAt advice".split(" "),
);

/** Times and order numbers differ between equal worlds; how much was withheld, and how to allow a call, is for the person. */
export function render(value: unknown): string {
  const text = JSON.stringify(value, (key, part: unknown) => {
    if (measured.has(key)) return undefined;
    if (part instanceof Error) return `${part.name}: ${part.message} ${String(part.cause)}`;
    return typeof part === "bigint" ? `${part}` : part;
  });
  return text ?? "";
}

const openLibrary: OpenEntry = async (world, { engine, mode }) => {
  const { createToolkit } = await loadLibrary(engine);
  const { root, state, home, permissions } = world;
  const toolkit = createToolkit({
    roots: [root],
    workingDirectory: root,
    stateDirectory: state,
    environment: { HOME: home },
    permissions: { ...permissions, mode },
    durability: "none",
    lsp: false,
  });
  let events: unknown[] = [];
  toolkit.workspace.events.on("*", (event) => events.push(event));
  return {
    async call({ tool, input }) {
      events = [];
      const result = isHistoryCall(tool)
        ? await callHistory(toolkit, tool, input)
        : await toolkit.call(tool, input);
      return render({ result, events });
    },
    close: () => toolkit.close(),
  };
};

const environmentOf = ({ home, state }: World): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  HOME: home,
  FILEWRIGHT_STATE: state,
  FILEWRIGHT_SESSION: "attack",
});

const serverWords = ({ root, settings }: World, mode: string): string[] => [
  "--root",
  root,
  "--settings",
  settings,
  "--mode",
  mode,
  "--no-lsp",
];

const ANSWER_MS = 30_000;

const openStdio: OpenEntry = async (world, { engine, mode, through = [], words = [] }) => {
  const command = [...through, process.execPath, programOf(engine), "mcp"];
  const child = spawn(command[0] ?? "", [...command.slice(1), ...serverWords(world, mode), ...words], {
    cwd: world.root,
    env: environmentOf(world),
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let errors = "";
  child.stderr.on("data", (data: Buffer) => (errors += data.toString("utf8")));
  child.stdin.on("error", () => undefined);
  const waiting = new Map<number, (line: string) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id } = JSON.parse(line) as { id?: number };
    if (id !== undefined) waiting.get(id)?.(line);
  });
  let last = 0;
  const request = (method: string, params: object): Promise<string> => {
    const id = (last += 1);
    return new Promise((resolve, reject) => {
      const fail = (why: string): void => reject(new Error(`${method}: ${why}. ${errors.slice(-500)}`));
      const timer = setTimeout(() => fail("no answer"), ANSWER_MS);
      const gone = (): void => fail("the server ended");
      child.once("close", gone);
      waiting.set(id, (line) => {
        clearTimeout(timer);
        child.off("close", gone);
        waiting.delete(id);
        resolve(line);
      });
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
  };
  const clientInfo = { name: "campaign", version: "1" };
  await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  return {
    async call({ tool, input }) {
      const line = await (tool.includes("/")
        ? request(tool, input)
        : request("tools/call", { name: tool, arguments: input }));
      const { id: _, ...answer } = JSON.parse(line) as { id: number };
      return JSON.stringify(answer);
    },
    log: () => errors,
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(timer);
    },
  };
};

const PROTOCOL = "2026-07-28";

const openHttp: OpenEntry = async (world, { engine, mode }) => {
  const words = ["serve", ...serverWords(world, mode), "--port", "0", "--no-console", "--json"];
  const child = spawn(process.execPath, [programOf(engine), ...words], {
    cwd: world.root,
    env: environmentOf(world),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (data: Buffer) => (errors += data.toString("utf8")));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const lines = createInterface({ input: child.stdout });
  const first = await new Promise<string>((resolve, reject) => {
    lines.once("line", resolve);
    child.once("close", () => reject(new Error("the HTTP server ended")));
  });
  const { url, tokenFile } = JSON.parse(first) as { url: string; tokenFile: string };
  const token = readFileSync(tokenFile, "utf8").trim();
  let id = 0;
  return {
    async call({ tool, input }) {
      id += 1;
      const method = tool.includes("/") ? tool : "tools/call";
      const _meta = {
        "io.modelcontextprotocol/protocolVersion": PROTOCOL,
        "io.modelcontextprotocol/clientInfo": { name: "campaign", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      };
      const params = method === tool ? { ...input, _meta } : { name: tool, arguments: input, _meta };
      const response = await fetch(`${url}/attack`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          "mcp-protocol-version": PROTOCOL,
          "mcp-method": method,
          ...(method === tool ? {} : { "mcp-name": tool }),
        },
        body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      return `${response.status} ${(await response.text()).replace(`"id":${id}`, '"id":0')}`;
    },
    log: () => errors,
    async close() {
      child.kill("SIGTERM");
      await ended;
    },
  };
};

const openCli: OpenEntry = (world, { engine, mode }) => {
  const common = ["--root", world.root, "--settings", world.settings, "--mode", mode];
  return Promise.resolve({
    call: (call) =>
      new Promise((resolve) => {
        const words = [programOf(engine), ...toWords(call, common)];
        // A NUL byte can't be given to a program.
        if (words.some((word) => word.includes("\0"))) return resolve("");
        const options = { cwd: world.root, env: environmentOf(world), timeout: ANSWER_MS };
        const child = execFile(process.execPath, words, options, (error, stdout, stderr) =>
          resolve(`${error?.code ?? 0} ${stdout}${stderr}`),
        );
        child.stdin?.end();
      }),
    close: () => Promise.resolve(),
  });
};

export const openEntry: Readonly<Record<EntryName, OpenEntry>> = {
  library: openLibrary,
  stdio: openStdio,
  http: openHttp,
  cli: openCli,
};
