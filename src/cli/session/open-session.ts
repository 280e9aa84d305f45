/**
 * A toolkit that goes on where the last command of the same terminal left off: it knows what has been read, and what was
 * granted for the session. What can't be restored is never a reason to fail; files then have to be read again.
 */

import { ToolError } from "../../errors/tool-error.js";
import { FileSystemError } from "../../fs/file-system.js";
import { describeRootProblem } from "../../fs/root-problems.js";
import { LockBusyError } from "../../locks/lock-busy-error.js";
import { findFlagFaults, sessionOptionsOf } from "../../session/setting-flags.js";
import { escapeForTerminal } from "../../text/escape-for-terminal.js";
import { createToolkit, type Toolkit, type ToolkitOptions } from "../../toolkit.js";
import { Workspace } from "../../workspace.js";
import type { Door } from "../door.js";
import { CLIENT_NAME, toolkitOptionsOf, type WorkspaceFlags } from "../open-toolkit.js";
import { isSameKnowledge, mergeSessions, parseSavedSession, type SavedSession } from "./saved-session.js";
import { findSessionName } from "./session-name.js";
import { SessionStore } from "./session-store.js";

export interface SessionFlags extends WorkspaceFlags {
  readonly session?: string;
}

export interface TerminalSession {
  readonly toolkit: Toolkit;
  /** Nothing was known of the terminal before. */
  readonly isNew: boolean;
  /** Keeps what was learned for the next command, and ends the toolkit. */
  readonly close: () => Promise<void>;
}

export async function openSession(
  flags: SessionFlags,
  door: Door,
  more: ToolkitOptions = {},
): Promise<TerminalSession> {
  const { terminal } = door;
  const given = toolkitOptionsOf(flags, door);
  const permissions = { ...given.permissions, ...more.permissions };
  const workspace = new Workspace({ ...given, ...more, permissions });
  if (flags.root !== undefined) await requireRoots(workspace);
  const store = new SessionStore(workspace);
  const name = await findSessionName(flags.session, terminal);
  const options: ToolkitOptions = {
    ...more,
    permissions: {},
    workspace,
    ...sessionOptionsOf({ ...flags, dedup: false }),
  };
  for (const fault of findFlagFaults(flags, terminal.environment))
    terminal.writeError(`filewright: ${escapeForTerminal(fault)}\n`);
  const { toolkit, saved } = await resume(name, store, options, door);
  toolkit.session.introduce(CLIENT_NAME);

  async function save(): Promise<void> {
    const after = saveSession(toolkit);
    if (name === undefined || isSameKnowledge(saved, after)) return;
    await store.change(name, (present) => {
      const known = present === undefined ? undefined : parseSavedSession(present);
      return `${JSON.stringify(mergeSessions(saved, after, known))}\n`;
    });
  }

  return {
    toolkit,
    isNew: saved === undefined,
    async close() {
      try {
        await save();
      } catch (cause) {
        if (!isFault(cause)) throw cause;
        warn(door, "What was read can't be kept for the next command", cause);
      } finally {
        await toolkit.close();
      }
    },
  };
}

/** A misspelt root is an error of the command line; going on without it would search the wrong folders. */
async function requireRoots({ roots }: Workspace): Promise<void> {
  const { problems } = await roots.lookUp();
  const problem = problems.find(({ root }) => roots.host.some((host) => host === root));
  if (problem !== undefined) throw new Error(describeRootProblem(problem));
}

interface Resumed {
  readonly toolkit: Toolkit;
  /** What it began with. */
  readonly saved: SavedSession | undefined;
}

async function resume(
  name: string | undefined,
  store: SessionStore,
  options: ToolkitOptions,
  door: Door,
): Promise<Resumed> {
  try {
    const text = name === undefined ? undefined : await store.find(name);
    if (text === undefined) return { toolkit: createToolkit(options), saved: undefined };
    const saved = parseSavedSession(text);
    if (saved === undefined) throw new ToolError("INPUT_INVALID", "its file is damaged");
    const toolkit = createToolkit({ ...options, resumes: saved.past });
    toolkit.session.import(saved.ledger);
    toolkit.permissions.importGrants(saved.grants);
    return { toolkit, saved };
  } catch (cause) {
    if (!isFault(cause)) throw cause;
    warn(door, "What this terminal has read is not known, so files have to be read again", cause);
    if (name !== undefined) await store.remove(name);
    return { toolkit: createToolkit(options), saved: undefined };
  }
}

function saveSession({ session, permissions }: Toolkit): SavedSession {
  return {
    format: 1,
    past: { id: session.id, calls: session.issuedCalls, savedResults: session.savedResults.paths },
    ledger: session.export(),
    grants: permissions.exportGrants() as readonly unknown[],
  };
}

function isFault(cause: unknown): cause is Error {
  return cause instanceof FileSystemError || cause instanceof ToolError || cause instanceof LockBusyError;
}

function warn({ terminal }: Door, what: string, cause: Error): void {
  terminal.writeError(`filewright: ${escapeForTerminal(`${what}: ${cause.message}`)}\n`);
}
