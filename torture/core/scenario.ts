/** A piece of work for one process: how its project looks before, what it does, and what that makes of the files. */
import type { HistoryOptions } from "filewright";
import { type Content, renderContent, versionOf } from "./content.js";
import type { FileVersions, StepEffect } from "./scenario-oracle.js";

export type Step =
  | { readonly do: "write"; readonly path: string; readonly content: Content }
  | { readonly do: "edit"; readonly path: string; readonly old: string; readonly new: string }
  /** Takes back the change, or the undo, that has this label in the prepared history. */
  | { readonly do: "undo" | "redo" | "rewind"; readonly label: string }
  | { readonly do: "checkpoint" }
  | { readonly do: "prune" };

export interface Scenario {
  readonly name: string;
  readonly files: Readonly<Record<string, Content>>;
  /** Second names of files. */
  readonly links?: Readonly<Record<string, string>>;
  /** Done by earlier processes, one for each list; steps may have a label to be named by later ones. */
  readonly past?: readonly (readonly (Step & { readonly as?: string })[])[];
  /** Done by the process itself before faults count. */
  readonly prelude?: readonly Step[];
  readonly steps: readonly Step[];
  readonly history?: HistoryOptions;
  /** Whether old changes may be pruned. */
  readonly prunes?: boolean;
  /** Whether the steps must fill one file of the history and begin another. */
  readonly rollsOver?: boolean;
}

/** What the actor is given. */
export interface Job {
  readonly root: string;
  readonly state: string;
  readonly base: string;
  readonly history: HistoryOptions;
  readonly prelude: readonly Step[];
  readonly steps: readonly Step[];
  /** Ids of changes and checkpoints by their labels. */
  readonly labels: Readonly<Record<string, string>>;
}

/** Follows contents through steps, so the oracle knows what each one does to which file. */
export class ContentModel {
  readonly #contents = new Map<string, string | null>();
  readonly #links: Readonly<Record<string, string>>;
  /** The contents when a label was set, and before it. */
  readonly #labelled = new Map<
    string,
    { before: Map<string, string | null>; after: Map<string, string | null> }
  >();

  constructor({ files, links = {} }: Pick<Scenario, "files" | "links">) {
    for (const [path, content] of Object.entries(files)) this.#contents.set(path, renderContent(content));
    this.#links = links;
    for (const [name, target] of Object.entries(links)) {
      this.#contents.set(name, this.#contents.get(target) ?? null);
    }
  }

  /** Applies a step; returns what it does to which file. */
  apply(step: Step & { readonly as?: string }): StepEffect {
    const before = new Map(this.#contents);
    this.#change(step);
    const after = new Map(this.#contents);
    if (step.as !== undefined) this.#labelled.set(step.as, { before, after });
    const changed = [...after.keys()].filter((path) => before.get(path) !== after.get(path));
    return { name: nameOf(step), before: namesOf(before, changed), after: namesOf(after, changed) };
  }

  /** Every file as it is now. */
  get versions(): FileVersions {
    return namesOf(this.#contents, [...this.#contents.keys()]);
  }

  #change(step: Step): void {
    if (step.do === "write") this.#set(step.path, renderContent(step.content));
    else if (step.do === "edit") {
      this.#set(
        step.path,
        (this.#contents.get(step.path) ?? "").replace(step.old, () => step.new),
      );
    } else if (step.do === "undo" || step.do === "redo" || step.do === "rewind") {
      const { before, after } = this.#labelled.get(step.label) ?? { before: new Map(), after: new Map() };
      const goal = step.do === "rewind" ? after : before;
      for (const path of this.#contents.keys()) {
        const isMeant = step.do === "rewind" || before.get(path) !== after.get(path);
        if (isMeant) this.#contents.set(path, goal.get(path) ?? null);
      }
    }
  }

  #set(path: string, content: string): void {
    this.#contents.set(path, content);
    for (const [name, target] of Object.entries(this.#links)) {
      if (target === path) this.#contents.set(name, content);
      if (name === path) this.#contents.set(target, content);
    }
  }
}

function nameOf(step: Step): string {
  return "path" in step ? `${step.do} ${step.path}` : step.do;
}

function namesOf(contents: ReadonlyMap<string, string | null>, paths: readonly string[]): FileVersions {
  const names: Record<string, string | null> = {};
  for (const path of paths) {
    const content = contents.get(path) ?? null;
    names[path] = content === null ? null : versionOf(content);
  }
  return names;
}
