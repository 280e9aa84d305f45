/** A temporary workspace with a language server of the user's choice, for tests of what results tell. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { CallResult, Toolkit, ToolkitOptions, WorkspaceEvent } from "../../src/index.js";
import { type FakeBehaviour, type FakeLanguageServer, fakeLanguageServer } from "./fake-language-server.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "./workspace.js";

/** No test is about how long a slow machine takes. */
const PATIENT_MS = 30_000;

export interface ServerEntry {
  readonly command: readonly string[];
  readonly languages: Readonly<Record<string, string>>;
  readonly writable?: readonly string[];
}

export interface LanguageDesk {
  readonly workspace: TempWorkspace;
  readonly toolkit: Toolkit;
  readonly events: WorkspaceEvent[];
  /** Another session over the same workspace. */
  colleague(): Toolkit;
  /** Replaces one text by another, reading the file first. */
  edit(name: string, from: string, to: string, toolkit?: Toolkit): Promise<CallResult>;
  /** What the last block of a result says, if it is about diagnostics. */
  told(result: CallResult): string | undefined;
}

export function deskWith(
  servers: Readonly<Record<string, ServerEntry>>,
  tree: Tree,
  { waitMs = PATIENT_MS, ...options }: ToolkitOptions & { readonly waitMs?: number } = {},
): LanguageDesk {
  const workspace = tempWorkspace(tree);
  const home = join(dirname(workspace.root), "home");
  mkdirSync(join(home, ".config/filewright"), { recursive: true });
  writeFileSync(join(home, ".config/filewright/settings.json"), JSON.stringify({ languageServers: servers }));
  const toolkit = workspace.toolkit({
    permissions: { mode: "acceptEdits" },
    // Nothing that is installed on the machine.
    environment: { HOME: home, PATH: "" },
    lsp: { waitMs },
    ...options,
  });
  onTestFinished(() => toolkit.close());
  const events: WorkspaceEvent[] = [];
  toolkit.workspace.events.on("*", (event) => events.push(event));
  return {
    workspace,
    toolkit,
    events,
    colleague() {
      const made = workspace.toolkit({ workspace: toolkit.workspace });
      onTestFinished(() => made.close());
      return made;
    },
    async edit(name, from, to, by = toolkit) {
      const file_path = workspace.path(name);
      await by.call("Read", { file_path });
      return by.call("Edit", { file_path, old_string: from, new_string: to });
    },
    told(result) {
      const last = result.content.at(-1);
      return last?.type === "text" && last.text.startsWith("[Diagnostics") ? last.text : undefined;
    },
  };
}

export interface FakeDesk extends LanguageDesk {
  readonly server: FakeLanguageServer;
}

/** Files that end with .fake have a server that behaves as it is told. */
export function fakeDesk(
  behaviour: FakeBehaviour,
  tree: Tree,
  options: ToolkitOptions & { readonly waitMs?: number } = {},
): FakeDesk {
  const server = fakeLanguageServer(behaviour);
  const desk = deskWith({ fake: { ...server.entry, languages: { ".fake": "fake" } } }, tree, options);
  return { ...desk, server };
}

/** Whether a process is there; one that has ended and waits to be noticed is not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
