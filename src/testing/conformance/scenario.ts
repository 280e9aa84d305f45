/**
 * A scenario as plain data: a tree of files, steps, the tree afterwards and every word that was said meanwhile. It is data
 * so that any implementation can be measured by it, in any language; `conformance/README.md` describes the files.
 */
import { isAbsolute, win32 } from "node:path";
import type { FileTree } from "../../fs/node/scratch-folder.js";
import type { Answer } from "../../permissions/ask.js";

/** How the tools are set up, on the first line; what is not said is the default. */
export interface ScenarioOptions {
  readonly limits?: { readonly maxSizeBytes?: number; readonly maxTokens?: number };
  readonly capabilities?: { readonly pdf?: boolean; readonly images?: boolean };
  readonly matching?: "exact" | "relaxed";
}

/** Another program writes a file, or sets its times: to a moment in seconds, or to now. */
export type OutsideStep =
  | { readonly outside: "write"; readonly path: string; readonly text: string }
  | { readonly outside: "touch"; readonly path: string; readonly at?: number };

/** The person takes changes back; a checkpoint is what a rewind goes back to. */
export interface HistoryStep {
  readonly history: "checkpoint" | "undo" | "redo" | "rewind";
  readonly how?: { readonly merge?: boolean };
}

export type ScenarioStep =
  | { readonly tool: string; readonly input: unknown }
  /** How the person answers the next questions; without any they allow everything. */
  | { readonly person: readonly Answer[] }
  /** The host tells that the conversation was compacted. */
  | { readonly session: "newContextEpoch" }
  | HistoryStep
  | OutsideStep;

export interface Scenario {
  readonly name: string;
  /** Where its files lie. */
  readonly folder: string;
  readonly options: ScenarioOptions;
  /** With `{root}` where the folder goes that the tools work in. */
  readonly steps: readonly ScenarioStep[];
  readonly input: FileTree;
  /** The files afterwards. */
  readonly expected: FileTree;
  readonly transcript: string;
}

const KEYS: readonly string[] = ["tool", "person", "session", "history", "outside"];
const OPTIONS: readonly string[] = ["limits", "capabilities", "matching"];

/** Throws with the line when it is no step that this runner knows: a step passed over would be a promise passed over. */
export function parseSteps(
  text: string,
  name: string,
): { readonly options: ScenarioOptions; readonly steps: readonly ScenarioStep[] } {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const parsed = lines.map((line, index) => {
    const step: unknown = JSON.parse(line);
    const isFirst = index === 0;
    if (typeof step === "object" && step !== null) {
      if (isFirst && "options" in step && isOptions(step.options)) return step;
      if (KEYS.some((key) => key in step)) return step;
    }
    throw new Error(`${name}/calls.jsonl, step ${index + 1}: not a step: ${line}`);
  });
  const [first] = parsed;
  if (first === undefined || !("options" in first)) return { options: {}, steps: parsed as ScenarioStep[] };
  return { options: first.options as ScenarioOptions, steps: parsed.slice(1) as ScenarioStep[] };
}

function isOptions(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && Object.keys(value).every((name) => OPTIONS.includes(name))
  );
}

/** Throws for a scenario that would have files changed elsewhere than in its folder: it is data, and may be anyone's. */
export function requireContained({ name, steps, input }: Pick<Scenario, "name" | "steps" | "input">): void {
  const paths = [...Object.keys(input), ...steps.flatMap((step) => ("outside" in step ? [step.path] : []))];
  const leading = paths.find((path) => !isContained(path));
  if (leading !== undefined)
    throw new Error(`${name}: ${JSON.stringify(leading)} does not lead to a file in its folder`);
  const odd = Object.entries(input).find(([, content]) => !(content instanceof Uint8Array));
  if (odd !== undefined) throw new Error(`${name}: ${JSON.stringify(odd[0])} is no file`);
}

function isContained(path: string): boolean {
  const parts = path.split(/[\\/]/);
  return !isAbsolute(path) && !win32.isAbsolute(path) && !parts.includes("..");
}

/** A step, or any part of one, with the real folder in it. */
export function placeRoot<T>(value: T, root: string): T {
  const place = (each: unknown): unknown => {
    if (typeof each === "string") return each.replaceAll("{root}", () => root);
    if (Array.isArray(each)) return each.map(place);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, field]) => [key, place(field)]));
  };
  return place(value) as T;
}
