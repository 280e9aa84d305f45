/** Language servers that do as they are told, see `scripted-language-server.js`, and what they were told themselves. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export interface FakeBehaviour {
  /** How findings are published; "versioned" unless they are pulled. */
  readonly push?: "versioned" | "unversioned" | "none";
  readonly pull?: "static" | "dynamic";
  /** Findings may depend on other documents. */
  readonly interFile?: boolean;
  /** 1 whole texts, 2 changed ranges. */
  readonly sync?: 0 | 1 | 2;
  /** Says so by a number instead of an object. */
  readonly plainSync?: boolean;
  readonly save?: boolean | { readonly includeText: boolean };
  /** Before anything is published or pulls are answered. */
  readonly delayMs?: number;
  /** Publishes what it found when it was told, however late. */
  readonly freezesFindings?: boolean;
  /** Says nothing about texts that were replaced before it could. */
  readonly skipsOvertaken?: boolean;
  /** Before it is ready. */
  readonly startMs?: number;
  readonly neverReady?: boolean;
  readonly silent?: boolean;
  /** Says nothing where its findings should be. */
  readonly malformed?: boolean;
  /** Takes nothing in any more once a document is open. */
  readonly deaf?: boolean;
  /** Added to the version that it publishes. */
  readonly wrongVersion?: number;
  /** Publishes nothing found for the version before, first. */
  readonly staleFirst?: boolean;
  /** Publishes that nothing was found, and what was found a little later. */
  readonly stages?: boolean;
  readonly stageMs?: number;
  /** Tells of all other documents with each change. */
  readonly tellsOthers?: boolean;
  /** Writes names in URIs with more escapes than needed. */
  readonly oddUris?: boolean;
  /** So many publications about other files with each change. */
  readonly flood?: number;
  /** So long after a document is opened all that it USES is defined after all, and that is said. */
  readonly refreshMs?: number;
  /** So many pulls are answered "later". */
  readonly cancelPulls?: number;
  readonly crash?: "start" | "initialize" | "open" | "change";
  /** Of the changes, the first that it crashes at. */
  readonly crashAfter?: number;
  /** Crashes in all, over all processes with this log. */
  readonly crashTimes?: number;
  readonly exitCode?: number;
  readonly garbage?: string;
  /** Begins a message of that many bytes. */
  readonly announcesBytes?: number;
  readonly endlessHeader?: boolean;
  readonly ignoresShutdown?: boolean;
  readonly ignoresSignals?: boolean;
  readonly ignoresEnd?: boolean;
  /** Has a process of its own that does not heed SIGTERM. */
  readonly hasChild?: boolean;
  /** Requests to the client, once it is initialized. */
  readonly asks?: readonly { readonly method: string; readonly params: unknown }[];
}

interface Message {
  readonly method?: string;
  readonly params?: { readonly textDocument?: { readonly uri: string; readonly version?: number } };
}

interface LogEntry {
  readonly pid: number;
  readonly event: "started" | "received" | "crashed" | "child" | "input ended" | "confused";
  readonly method?: string;
  readonly message?: Message;
  readonly childPid?: number;
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface FakeLanguageServer {
  /** Program and arguments. */
  readonly command: readonly [string, ...string[]];
  /** Of a user's settings: it keeps its log outside the folder that a sandbox gives it. */
  readonly entry: { readonly command: readonly string[]; readonly writable: readonly string[] };
  log(): LogEntry[];
  /** Messages received, by the method's name: of requests and notifications their parameters, of answers the whole. */
  received(method: string): unknown[];
  /** Of all messages about documents, in order: "didOpen a.ts 1". */
  documentStory(): string[];
  pids(): number[];
  /** From the next start on. */
  behave(behaviour: FakeBehaviour): void;
}

const script = fileURLToPath(new URL("scripted-language-server.js", import.meta.url));

export function fakeLanguageServer(behaviour: FakeBehaviour = {}): FakeLanguageServer {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "filewright-server-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [behaviourFile, logFile] = [join(folder, "behaviour.json"), join(folder, "log.jsonl")];
  const behave = (next: FakeBehaviour): void => writeFileSync(behaviourFile, JSON.stringify(next));
  behave(behaviour);
  const log = (): LogEntry[] =>
    existsSync(logFile)
      ? readFileSync(logFile, "utf8")
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line) as LogEntry)
      : [];
  const messages = (): LogEntry[] => log().filter(({ event }) => event === "received");
  const command = [process.execPath, script, behaviourFile, logFile] as const;
  return {
    command,
    entry: { command, writable: [folder] },
    log,
    received: (method) =>
      messages()
        .filter((entry) => entry.method === method)
        .map(({ message }) => (message?.method === undefined ? message : message.params)),
    documentStory: () =>
      messages().flatMap(({ method, message }) => {
        const document = message?.params?.textDocument;
        if (document === undefined || method?.startsWith("textDocument/did") !== true) return [];
        const { uri, version } = document;
        const words = [method.slice("textDocument/".length), uri.split("/").at(-1), version];
        return [words.filter((word) => word !== undefined).join(" ")];
      }),
    pids: () =>
      log()
        .filter(({ event }) => event === "started")
        .map(({ pid }) => pid),
    behave,
  };
}
