/** A scenario made ready in a sandbox: its past has happened, and each run begins from there. */
import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { actorCommand, Child, type Ended } from "./child.js";
import { renderContent } from "./content.js";
import { type Finding, finding } from "./finding.js";
import { withToolkit } from "./product.js";
import { Sandbox } from "./sandbox.js";
import { ContentModel, type Job, type Scenario, type Step } from "./scenario.js";
import type { FileVersions, StepAnswer, StepEffect } from "./scenario-oracle.js";
import { doStep, readFirst } from "./steps.js";

export type ActorMessage =
  | { readonly kind: "ready" | "closed" }
  | { readonly kind: "begin"; readonly index: number }
  | { readonly kind: "answer"; readonly index: number; readonly answer: StepAnswer };

/** What a run of the actor came to. */
export interface ScenarioRun {
  readonly answers: readonly StepAnswer[];
  readonly ended: Ended;
  readonly isLate: boolean;
  readonly stderr: string;
}

export class PreparedScenario {
  readonly scenario: Scenario;
  readonly sandbox: Sandbox = new Sandbox();
  readonly effects: StepEffect[] = [];
  /** Ids of the changes that were there before the process started. */
  readonly pastChanges = new Set<string>();
  /** The files when the steps begin. */
  #start: FileVersions = {};
  readonly #job: string;

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    this.#job = join(this.sandbox.base, "job.json");
  }

  async prepare(): Promise<void> {
    const { files, links = {}, past = [], prelude = [], steps, history = {} } = this.scenario;
    const { sandbox } = this;
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(sandbox.path(name)), { recursive: true });
      writeFileSync(sandbox.path(name), renderContent(content));
    }
    for (const [name, target] of Object.entries(links)) linkSync(sandbox.path(target), sandbox.path(name));
    const model = new ContentModel(this.scenario);
    const labels: Record<string, string> = {};
    for (const list of past) await this.#live(list, model, labels);
    sandbox.save();
    for (const step of prelude) model.apply(step);
    this.#start = model.versions;
    for (const step of steps) this.effects.push(model.apply(step));
    const { root, state, base } = sandbox;
    const job: Job = { root, state, base, history, prelude, steps, labels };
    writeFileSync(this.#job, JSON.stringify(job));
  }

  /** What one earlier process did, until it closed in order. */
  async #live(
    steps: readonly (Step & { readonly as?: string })[],
    model: ContentModel,
    labels: Record<string, string>,
  ): Promise<void> {
    const { sandbox, scenario } = this;
    const options = { history: { ...scenario.history, maxBytes: 1024 ** 3 } };
    await withToolkit(
      sandbox,
      async (toolkit) => {
        const context = { toolkit, root: sandbox.root, labels };
        for (const step of steps) {
          await readFirst(step, context);
          const { id, outcome, message } = await doStep(step, context);
          if (outcome !== "ok") throw new Error(`${scenario.name}: the past failed: ${message}`);
          if (step.as !== undefined && id !== undefined) labels[step.as] = id;
          model.apply(step);
        }
        for (const { record } of await toolkit.history.list()) this.pastChanges.add(record.id);
      },
      options,
    );
  }

  /** A process that has done its prelude and waits for `go`. */
  start(): Child<ActorMessage> {
    this.sandbox.restore();
    return new Child<ActorMessage>(actorCommand("scenario-actor", this.#job), {
      environment: { UV_THREADPOOL_SIZE: "1" },
      timeoutMs: 12_000,
    });
  }

  async finish(child: Child<ActorMessage>): Promise<ScenarioRun> {
    const ended = await child.ended;
    const answers: StepAnswer[] = [];
    for (const message of child.messages) {
      if (message.kind === "begin") answers[message.index] = { outcome: "none" };
      if (message.kind === "answer") answers[message.index] = message.answer;
    }
    return { answers, ended, isLate: child.isLate, stderr: child.stderr };
  }

  /** The effects, with files that no step changes as files that must stay. */
  get judged(): StepEffect[] {
    const [first, ...others] = this.effects;
    if (first === undefined) return [];
    return [{ ...first, before: { ...this.#start, ...first.before } }, ...others];
  }
}

/** What is wrong with how the process itself ended. */
export function judgeEnd({ ended, isLate, stderr }: ScenarioRun, mayBeKilled: boolean): Finding[] {
  if (isLate) return [finding("hang", "the process did not end within its time")];
  if (ended.code === 0 || (mayBeKilled && ended.signal === "SIGKILL")) return [];
  const message = /^\w*Error: .*$/m.exec(stderr)?.[0] ?? stderr.split("\n")[0] ?? "";
  return [finding("crash", `the process ended with ${ended.code ?? ended.signal}`, message)];
}
