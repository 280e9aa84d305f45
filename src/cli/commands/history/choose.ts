/** Which changes a person means by undo, and which undos by redo. */
import { ToolError } from "../../../errors/tool-error.js";
import type { TimelineChange } from "../../../history/timeline.js";
import { keepInsideRoots } from "../../../history-access.js";
import type { Toolkit } from "../../../toolkit.js";
import { readChanges, requireNamed } from "./find-changes.js";

export interface Choice {
  readonly what: readonly string[];
  /** How many of the last ones; one, unless it is told. */
  readonly last?: number | undefined;
}

/** Ids of standing changes, newest first. Where nothing is named, those inside the roots, whoever made them. */
export async function chooseUndo({ what, last }: Choice, toolkit: Toolkit): Promise<readonly string[]> {
  const all = await readChanges(toolkit);
  const chosen: TimelineChange[] = [];
  for (const word of what) {
    const named = await requireNamed(word, all, toolkit);
    if (named.kind === "change") chosen.push(named.change);
    else chosen.push(...requireSome(named.changes.filter(isStanding), "undo", word).slice(0, last ?? 1));
  }
  if (what.length > 0) return chosen.map(idOf);
  const standing = requireSome((await keepInsideRoots(all, toolkit.workspace)).filter(isStanding), "undo");
  if (last !== undefined) return standing.slice(0, last).map(idOf);
  return [await findFirstEffective(standing.map(idOf), toolkit)];
}

/** Ids of undos that stand, newest first. What was undone in one step comes back in one. */
export async function chooseRedo({ what, last }: Choice, toolkit: Toolkit): Promise<readonly string[]> {
  const all = await readChanges(toolkit);
  const isUndo = createUndoTest(all);
  const chosen: TimelineChange[] = [];
  for (const word of what) {
    const named = await requireNamed(word, all, toolkit);
    const undos = named.kind === "file" ? named.changes.filter(isUndo) : findUndosOf(named.change, all);
    chosen.push(...requireSome(undos, "redo", word).slice(0, named.kind === "file" ? (last ?? 1) : 1));
  }
  if (what.length > 0) return chosen.map(idOf);
  const undos = requireSome((await keepInsideRoots(all, toolkit.workspace)).filter(isUndo), "redo");
  const steps = [...new Set(undos.map(stepOf))].slice(0, last ?? 1);
  return undos.filter((undo) => steps.includes(stepOf(undo))).map(idOf);
}

/** The newest that still does something: others may have been taken back by hand. */
async function findFirstEffective(ids: readonly string[], { history }: Toolkit): Promise<string> {
  for (const id of ids) {
    const { files } = await history.undo(id, { dryRun: true });
    if (files.some(({ outcome }) => outcome !== "unchanged")) return id;
  }
  throw refuseNothing("undo");
}

/** Made by a tool, and not taken back. */
function isStanding({ record, state }: TimelineChange): boolean {
  return state === "applied" && record.undoes === undefined;
}

/** Takes something back, is not taken back, and is no redo, which takes back what took back. */
function createUndoTest(all: readonly TimelineChange[]): (change: TimelineChange) => boolean {
  const byId = new Map(all.map((change) => [change.record.id, change]));
  return ({ record, state }) =>
    state === "applied" && record.undoes?.some((id) => byId.get(id)?.record.undoes === undefined) === true;
}

/** A change stands for what has undone it, and an undo for itself. */
function findUndosOf(change: TimelineChange, all: readonly TimelineChange[]): readonly TimelineChange[] {
  if (change.record.undoes !== undefined) return [change];
  return all.filter(
    ({ record, state }) => state === "applied" && record.undoes?.includes(change.record.id) === true,
  );
}

function stepOf({ record }: TimelineChange): string {
  return record.step ?? record.id;
}

function idOf({ record }: TimelineChange): string {
  return record.id;
}

function requireSome(
  changes: readonly TimelineChange[],
  verb: "undo" | "redo",
  word?: string,
): readonly TimelineChange[] {
  if (changes.length > 0) return changes;
  throw refuseNothing(verb, word);
}

function refuseNothing(verb: "undo" | "redo", word?: string): ToolError {
  const where = word === undefined ? "here" : `of "${word}"`;
  return new ToolError("NO_CHANGE", `There is nothing to ${verb} ${where}.`);
}
