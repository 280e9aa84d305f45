/** A process that works with the product for as long as it is told to, one step at a time. */
import type { ToolkitOptions } from "filewright";
import { actorCommand, Child } from "./child.js";
import type { Place } from "./product.js";
import type { Step } from "./scenario.js";
import type { DoneStep } from "./steps.js";

export type RemoteStep =
  | Step
  /** Restores by id. */
  | {
      readonly do: "take-back";
      readonly kind: "undo" | "redo" | "rewind";
      readonly id: string;
      readonly dryRun?: boolean;
    }
  | { readonly do: "list" };

export interface ListedChange {
  readonly id: string;
  readonly path: string;
  readonly state: string;
}

export interface RemoteAnswer extends DoneStep {
  /** For "list", newest first. */
  readonly listed?: readonly ListedChange[];
  /** For a restore: what happened, or would happen, to each file. */
  readonly outcomes?: Readonly<Record<string, string>>;
}

export interface RemoteJob extends Pick<Place, "base" | "root" | "state"> {
  readonly options: Partial<Pick<ToolkitOptions, "history" | "durability">>;
}

export interface RemoteOptions {
  readonly through?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly toolkit?: RemoteJob["options"];
  readonly timeoutMs?: number;
}

const STEP_MS = 45_000;

export class Remote {
  readonly #child: Child<RemoteAnswer>;

  constructor({ base, root, state }: Place, options: RemoteOptions = {}) {
    const job: RemoteJob = { base, root, state, options: options.toolkit ?? {} };
    const { through = [], environment = {}, timeoutMs = STEP_MS } = options;
    const command = actorCommand("remote-actor", JSON.stringify(job));
    this.#child = new Child<RemoteAnswer>(command, { through, environment, timeoutMs });
  }

  /** Does one step; an answer with "none" means that the process has ended. */
  async do(step: RemoteStep): Promise<RemoteAnswer> {
    const index = this.#child.messages.length;
    this.#child.say(JSON.stringify(step));
    await this.#child.until(() => this.#child.messages.length > index);
    const message = this.#child.stderr.slice(0, 200);
    return this.#child.messages[index] ?? { outcome: "none", message };
  }

  async close(): Promise<void> {
    this.#child.say("close");
    await this.#child.ended;
  }

  async kill(): Promise<void> {
    this.#child.kill();
    await this.#child.ended;
  }
}
