/** Runs a scenario with an implementation, in a temporary folder, and says what differs. */
import { findOddEntries, readFileTree, setTimes } from "../../fs/node/scratch-folder.js";
import type { Answer } from "../../permissions/ask.js";
import { createTempWorkspace, type TempWorkspace } from "../temp-workspace.js";
import {
  type ConformanceLevel,
  compareWithScenario,
  type Difference,
  type Found,
  levelOf,
} from "./compare.js";
import { describeBlock, leaveOutPages } from "./describe-block.js";
import {
  checkOpened,
  checkOutcome,
  type Implementation,
  type OpenedHistory,
  type OpenedTools,
  type RestoredFiles,
  UnsupportedScenario,
} from "./implementation.js";
import {
  type HistoryStep,
  type OutsideStep,
  placeRoot,
  requireContained,
  type Scenario,
  type ScenarioStep,
} from "./scenario.js";
import {
  renderCall,
  renderCompaction,
  renderHistory,
  renderOutside,
  renderQuestion,
  renderThrown,
} from "./transcript.js";

export interface ScenarioResult extends Found {
  readonly scenario: string;
  /** The highest level on which nothing differs; undefined when not even the files are right, or it was not run. */
  readonly level: ConformanceLevel | undefined;
  readonly differences: readonly Difference[];
  /** Why it was not run: what the implementation does not offer. */
  readonly unsupported: string | undefined;
  /** What could not be compared here, such as the pages of documents without a library for them. */
  readonly notes: readonly string[];
}

export async function runScenario(
  scenario: Scenario,
  implementation: Implementation,
): Promise<ScenarioResult> {
  requireContained(scenario);
  const workspace = createTempWorkspace(scenario.input, { prefix: "filewright-scenario-" });
  const run = new Run(workspace);
  try {
    const unsupported = await run.steps(scenario, implementation);
    const { root } = workspace;
    const transcript = run.parts.join("\n").replaceAll(root, () => "{root}");
    const found = { transcript, files: readFileTree(root) ?? {}, oddEntries: findOddEntries(root) };
    const notes = [...run.notes];
    if (unsupported !== undefined)
      return { ...found, scenario: scenario.name, level: undefined, differences: [], unsupported, notes };
    const words = notes.length === 0 ? scenario.transcript : leaveOutPages(scenario.transcript);
    const differences = compareWithScenario({ ...scenario, transcript: words }, found);
    const level = levelOf(differences);
    return { ...found, scenario: scenario.name, level, differences, unsupported, notes };
  } finally {
    await workspace.dispose();
  }
}

class Run {
  readonly parts: string[] = [];
  readonly notes: Set<string> = new Set();
  readonly #workspace: TempWorkspace;
  readonly #answers: Answer[] = [];

  constructor(workspace: TempWorkspace) {
    this.#workspace = workspace;
  }

  /** Answers what is not supported, if that is why it ended. */
  async steps({ options, steps }: Scenario, implementation: Implementation): Promise<string | undefined> {
    const { root, home, stateDirectory } = this.#workspace;
    const answer = (words: string): Answer => this.#answer(words);
    let tools: OpenedTools | undefined;
    try {
      tools = checkOpened(await implementation.open({ root, home, stateDirectory, options, answer }));
      for (const step of steps) await this.#take(step, tools);
      return undefined;
    } catch (error) {
      if (error instanceof UnsupportedScenario) return error.message;
      throw error;
    } finally {
      await tools?.close();
    }
  }

  #answer(words: string): Answer {
    const answer = this.#answers.shift();
    if (answer === undefined) return { answer: "allow" };
    this.parts.push(renderQuestion(words, answer));
    return answer;
  }

  async #take(step: ScenarioStep, tools: OpenedTools): Promise<void> {
    if ("tool" in step) this.parts.push(await this.#call(step.tool, step.input, tools));
    else if ("person" in step) this.#answers.push(...placeRoot(step.person, this.#workspace.root));
    else if ("history" in step) this.parts.push(await restore(step, tools.history));
    else if ("session" in step) {
      if (tools.newContextEpoch === undefined)
        throw new UnsupportedScenario("it can't be told that the conversation was compacted");
      await tools.newContextEpoch();
      this.parts.push(renderCompaction());
    } else {
      this.#interfere(step);
      this.parts.push(renderOutside(step));
    }
  }

  async #call(tool: string, input: unknown, tools: OpenedTools): Promise<string> {
    const heading = `${tool} ${JSON.stringify(input)}`;
    try {
      const outcome = checkOutcome(await tools.call(tool, placeRoot(input, this.#workspace.root)));
      const words = await Promise.all(outcome.content.map((block) => describeBlock(block, this.notes)));
      return renderCall(heading, outcome, words.join("\n"));
    } catch (error) {
      if (error instanceof UnsupportedScenario) throw error;
      // A call that throws is a finding, not the end of the measurement.
      return renderThrown(heading, error);
    }
  }

  #interfere(step: OutsideStep): void {
    if (step.outside === "write")
      this.#workspace.write(step.path, placeRoot(step.text, this.#workspace.root));
    else {
      const time = step.at === undefined ? new Date() : new Date(step.at * 1000);
      setTimes(this.#workspace.path(step.path), time);
    }
  }
}

async function restore(
  { history: what, how }: HistoryStep,
  history: OpenedHistory | undefined,
): Promise<string> {
  if (history === undefined) throw new UnsupportedScenario(`it has no ${what}`);
  let restored: RestoredFiles | undefined;
  if (what === "checkpoint") await history.checkpoint();
  else restored = await history[what](how);
  return renderHistory(what, restored);
}
