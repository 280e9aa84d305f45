/** A story: an ordinary task, its files, the one right outcome, and the calls that a competent model makes. */
import type { ScriptedAgent } from "./agent.js";
import type { ContestantId } from "./contestants/contestant.js";
import type { EditableProject, Project } from "./project/project.js";
import type { ModulePiece } from "./project/python-module.js";

export interface ModuleContribution {
  readonly imports?: readonly string[];
  readonly pieces: readonly ModulePiece[];
}

/** Makes the calls and returns where the model would consider the task done. Files and facts decide whether it is. */
export type Script = (agent: ScriptedAgent) => Promise<void>;

export interface Story {
  readonly title: string;
  /** Code that it adds to modules of the project. */
  readonly modules?: Readonly<Record<string, ModuleContribution>>;
  /** Whole files that it adds to the project. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** Changes the project to what it must be at the end, byte for byte, including the outside change. */
  readonly finish?: (project: Project) => void;
  /** The outside change, made when a script calls `agent.meanwhile()`. */
  readonly meanwhile?: (project: EditableProject) => void;
  /** Text that the calls must have shown, for a task that ends with an answer. */
  readonly facts?: readonly string[];
  /** By contestant. `searching` is for all others that can search contents. A contestant without a script can't do the task. */
  readonly scripts: Readonly<Partial<Record<ContestantId | "searching", Script>>>;
}
