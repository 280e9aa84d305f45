/** Which changes a person means by undo, and which undos by redo. */
import { ToolError } from "../../../errors/tool-error.js";
import type { ChangeOutline } from "../../../history/history-reader.js";
import type { TimelineChange } from "../../../history/timeline.js";
import type { Toolkit } from "../../../toolkit.js";
import { findUndosOf, requireNamed } from "./find-changes.js";

export interface Choice {
  readonly what: readonly string[];
  /** How many of the last ones; one, unless it is told. */
  readonly last?: number | undefined;
}

/** Ids of applied changes, newest first. Where nothing is named, those inside the roots, whoever made them. */
export async function chooseUndo({ what, last }: Choice, toolkit: Toolkit): Promise<readonly string[]> {
  const chosen: TimelineChange[] = [];
  for (const word of what) {
    const named = await requireNamed(word, toolkit);
    if (named.kind === "change") chosen.push(named.change);
    else {
      const applied = named.changes.filter(({ record, state }) => isApplied({ ...record, state }));
      chosen.push(...requireSome(applied, "undo", word).slice(0, last ?? 1));
    }
  }
  if (what.length > 0) return chosen.map(idOf);
  const applied = { scope: "roots", matching: isApplied } as const;
  if (last !== undefined)
    return requireSome(await toolkit.history.list({ ...applied, limit: last }), "undo").map(idOf);
  return [await findFirstEffective((limit) => toolkit.history.list({ ...applied, limit }), toolkit)];
}

/** Ids of applied undos, newest first. What was undone in one step comes back in one. */
export async function chooseRedo({ what, last }: Choice, toolkit: Toolkit): Promise<readonly string[]> {
  const everyUndo = {
    matching: ({ undoes }: ChangeOutline) => undoes !== undefined,
    limit: Number.POSITIVE_INFINITY,
  };
  const ids = new Set((await toolkit.history.list(everyUndo)).map(idOf));
  // A redo undoes nothing but undos.
  const isUndo = ({ record, state }: TimelineChange): boolean =>
    state === "applied" && record.undoes?.some((id) => !ids.has(id)) === true;
  const chosen: TimelineChange[] = [];
  for (const word of what) {
    const named = await requireNamed(word, toolkit);
    const undos =
      named.kind === "file"
        ? named.changes.filter(isUndo)
        : named.change.record.undoes === undefined
          ? await findUndosOf(named.change.record.id, toolkit)
          : [named.change];
    chosen.push(...requireSome(undos, "redo", word).slice(0, named.kind === "file" ? (last ?? 1) : 1));
  }
  if (what.length > 0) return chosen.map(idOf);
  const inside = await toolkit.history.list({ ...everyUndo, scope: "roots" });
  const undos = requireSome(inside.filter(isUndo), "redo");
  const steps = [...new Set(undos.map(stepOf))].slice(0, last ?? 1);
  return undos.filter((undo) => steps.includes(stepOf(undo))).map(idOf);
}

const FIRST_TRIED = 20;

/** The newest that still does something: others may have been undone by hand. */
async function findFirstEffective(
  list: (limit: number) => Promise<readonly TimelineChange[]>,
  { history }: Toolkit,
): Promise<string> {
  for (let [tried, limit] = [0, FIRST_TRIED]; ; limit *= 10) {
    const changes = await list(limit);
    for (const { record } of changes.slice(tried)) {
      const { files } = await history.undo(record.id, { dryRun: true });
      if (files.some(({ outcome }) => outcome !== "unchanged")) return record.id;
    }
    if (changes.length < limit) throw refuseNothing("undo");
    tried = changes.length;
  }
}

/** Made by a tool, and not undone. */
function isApplied({
  state,
  undoes,
}: Pick<ChangeOutline, "state"> & { undoes?: ChangeOutline["undoes"] }): boolean {
  return state === "applied" && undoes === undefined;
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
