/** What all clients of one server share, and what each gets for itself. */
import type { Agent } from "../../permissions/session-permissions.js";
import { sessionOptionsOf } from "../../session/setting-flags.js";
import { createToolkit, type Toolkit } from "../../toolkit.js";
import { Workspace } from "../../workspace.js";
import { type ServerFlags, type Surroundings, toolkitOptionsOf } from "../server-options.js";
import type { AgentToken } from "./agent-token-file.js";

/** Less than a single conversation is given: here there may be a thousand. What falls out costs a diff in a refusal. */
const CONTENT_CACHE = { files: 40, bytes: 1024 * 1024 } as const;

interface ToolkitChoice {
  readonly dedup?: boolean | undefined;
  /** Whose rules come on top. */
  readonly token?: AgentToken | undefined;
}

export class Engine {
  readonly #flags: ServerFlags;
  /** Locks, history, rules and questions are everybody's. */
  readonly workspace: Workspace;

  constructor(flags: ServerFlags, surroundings: Surroundings) {
    this.#flags = flags;
    this.workspace = new Workspace(toolkitOptionsOf(flags, surroundings));
  }

  /** The tools of one conversation, with a ledger of its own. */
  openToolkit({ dedup = this.#flags.dedup, token }: ToolkitChoice = {}): Toolkit {
    return createToolkit({
      ...(token === undefined ? {} : { agent: agentOf(token) }),
      workspace: this.workspace,
      contentCache: CONTENT_CACHE,
      ...sessionOptionsOf({ ...this.#flags, dedup }),
    });
  }
}

function agentOf({ name, mode, allow, ask, deny }: AgentToken): Agent {
  return { name, permissions: { allow, ask, deny, ...(mode === undefined ? {} : { mode }) } };
}
