/**
 * What differs between what a scenario describes and what was found, in words, and how much that matters. The levels build
 * on each other: the same files, the same calls that fail, the same codes, the same words.
 */
import type { FileTree } from "../../fs/node/scratch-folder.js";
import { compareFiles } from "./compare-files.js";
import type { Scenario } from "./scenario.js";
import { hasCode, hasThrown, parseTranscript, type Section } from "./transcript.js";

/** From the least to the most. */
export const conformanceLevels = ["files", "outcomes", "codes", "words"] as const;

export type ConformanceLevel = (typeof conformanceLevels)[number];

export interface Difference {
  /** The level that it stands in the way of. */
  readonly level: ConformanceLevel;
  /** Where and what, for a person. */
  readonly text: string;
}

export interface Found {
  readonly transcript: string;
  readonly files: FileTree;
  /** Links, pipes, and folders with nothing in them: no scenario leaves any. */
  readonly oddEntries?: readonly string[];
}

export function compareWithScenario(
  { transcript, expected }: Pick<Scenario, "transcript" | "expected">,
  found: Found,
): readonly Difference[] {
  return [
    ...compareTranscripts(transcript, found.transcript),
    ...compareFiles(expected, found).map((text): Difference => ({ level: "files", text })),
  ];
}

/** The highest level below the first that something stands in the way of; undefined when not even the files are right. */
export function levelOf(differences: readonly Difference[]): ConformanceLevel | undefined {
  const reached = conformanceLevels.findIndex((level) => differences.some((each) => each.level === level));
  return reached < 0 ? "words" : conformanceLevels[reached - 1];
}

/** A step with the questions that came before it. */
interface Turn {
  readonly step: Section;
  readonly questions: readonly Section[];
}

function turnsOf(transcript: string): readonly Turn[] {
  const turns: Turn[] = [];
  let questions: Section[] = [];
  for (const section of parseTranscript(transcript)) {
    if (section.isQuestion) {
      questions.push(section);
      continue;
    }
    turns.push({ step: section, questions });
    questions = [];
  }
  return turns;
}

function compareTranscripts(expected: string, found: string): readonly Difference[] {
  const [wanted, actual] = [turnsOf(expected), turnsOf(found)];
  const differences = wanted.flatMap((turn, index) => {
    const where = `step ${index + 1}, ${clip(turn.step.heading)}`;
    const other = actual[index];
    if (other === undefined) return [differs("outcomes", `${where}: there is no such step`)];
    if (other.step.heading !== turn.step.heading)
      return [differs("outcomes", `${where}: found ${clip(other.step.heading)} in its place`)];
    return [...compareQuestions(turn, other, where), ...compareSteps(turn.step, other.step, where)];
  });
  const more = actual.length - wanted.length;
  return more > 0 ? [...differences, differs("outcomes", `found ${more} more steps`)] : differences;
}

function compareQuestions(wanted: Turn, actual: Turn, where: string): readonly Difference[] {
  const [expected, found] = [wanted.questions, actual.questions];
  if (expected.length !== found.length) {
    const asked = `expected the person to be asked ${times(expected.length)}, found ${times(found.length)}`;
    return [differs("outcomes", `${where}: ${asked}`)];
  }
  return expected.flatMap((question, index) => {
    const asked = `${question.heading}\n${question.body}`;
    const other = `${found[index]?.heading}\n${found[index]?.body}`;
    return asked === other
      ? []
      : [differs("words", `${where}: the person is shown other words: ${firstLine(asked, other)}`)];
  });
}

function compareSteps(expected: Section, found: Section, where: string): readonly Difference[] {
  const [wanted, actual] = [expected.ending, found.ending];
  if ((wanted === undefined) !== (actual === undefined) || hasThrown(actual)) {
    const [should, did] = [wanted ?? "success", actual ?? "success"];
    // That the words are others goes without saying.
    return [differs("outcomes", `${where}: expected ${should}, found ${did}: ${clip(unfenced(found.body))}`)];
  }
  const differences: Difference[] = [];
  if (wanted !== undefined && wanted !== actual) {
    const said = actual !== undefined && hasCode(actual) ? actual : "no code";
    differences.push(differs("codes", `${where}: expected ${wanted}, found ${said}`));
  }
  if (plainOutcomes(expected) !== plainOutcomes(found)) {
    const lines = firstLine(plainOutcomes(expected), plainOutcomes(found));
    differences.push(differs("outcomes", `${where}: ${lines}`));
  }
  if (expected.body !== found.body)
    differences.push(
      differs("words", `${where}: ${firstLine(unfenced(expected.body), unfenced(found.body))}`),
    );
  return differences;
}

/** What became of each file that the person took back, without the reasons. Nothing for other steps. */
function plainOutcomes({ heading, body }: Section): string {
  if (!heading.startsWith("The person: ")) return "";
  return body
    .split("\n")
    .map((line) => (line.startsWith("- ") ? line.replace(/ \(.*\)$/, "") : line))
    .join("\n");
}

/** What the model saw, without what it is shown in. */
function unfenced(body: string): string {
  return body.replace(/^(`{4,})text\n(.*)\n\1$/s, (_, __, words: string) => words);
}

function firstLine(expected: string, found: string): string {
  const [wanted, actual] = [expected.split("\n"), found.split("\n")];
  const index = wanted.findIndex((line, at) => line !== actual[at]);
  const at = index < 0 ? wanted.length : index;
  return `line ${at + 1}: expected ${quote(wanted[at])}, found ${quote(actual[at])}`;
}

function times(count: number): string {
  return count === 0 ? "never" : count === 1 ? "once" : `${count} times`;
}

function quote(line: string | undefined): string {
  return line === undefined ? "nothing more" : JSON.stringify(clip(line));
}

function clip(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 160)}…`;
}

function differs(level: ConformanceLevel, text: string): Difference {
  return { level, text };
}
