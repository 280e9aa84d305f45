/** From what a person names — an id, the beginning of one, a file — to the changes they mean. */
import { ToolError } from "../../../errors/tool-error.js";
import type { CheckpointRecord } from "../../../history/records.js";
import type { TimelineChange } from "../../../history/timeline.js";
import { visiblePath } from "../../../text/visible.js";
import type { Toolkit } from "../../../toolkit.js";
import { toAbsolutePath } from "../../given-path.js";

/** Fewer letters than this are a slip rather than a name. */
const SHORTEST_PREFIX = 4;
const SHORTEST_SHOWN = 6;

/** All changes that may be shown, newest first. What rules deny by now is not among them. */
export function readChanges({ history }: Toolkit): Promise<readonly TimelineChange[]> {
  return history.list({ limit: Number.POSITIVE_INFINITY });
}

/** Undefined when nothing begins like this; several that do are a failure, because one was meant. */
function findByPrefix<Item>(
  items: readonly Item[],
  given: string,
  idOf: (item: Item) => string,
): Item | undefined {
  const exact = items.find((item) => idOf(item) === given);
  if (exact !== undefined || given.length < SHORTEST_PREFIX) return exact;
  const [found, ...others] = items.filter((item) => idOf(item).startsWith(given));
  if (others.length === 0) return found;
  throw refuse(
    `${others.length + 1} ids begin with "${visiblePath(given)}". Write more of the one you mean.`,
  );
}

function findChange(changes: readonly TimelineChange[], given: string): TimelineChange | undefined {
  return findByPrefix(changes, given, ({ record }) => record.id);
}

export function requireChange(changes: readonly TimelineChange[], given: string): TimelineChange {
  const found = findChange(changes, given);
  if (found !== undefined) return found;
  throw refuse(
    `There is no change "${visiblePath(given)}" in the history. \`filewright history\` lists them.`,
  );
}

/** By its id, or by its name: of several with one name, the newest. */
export function requireCheckpoint(checkpoints: readonly CheckpointRecord[], given: string): CheckpointRecord {
  const found =
    checkpoints.findLast(({ label }) => label === given) ?? findByPrefix(checkpoints, given, ({ id }) => id);
  if (found !== undefined) return found;
  throw refuse(
    `There is no checkpoint "${visiblePath(given)}". \`filewright checkpoint\` lists them; --to takes a change.`,
  );
}

/** What a word stands for: one change, or all those of a file. */
export type Named =
  | { readonly kind: "change"; readonly change: TimelineChange }
  | { readonly kind: "file"; readonly changes: readonly TimelineChange[] };

export async function requireNamed(
  given: string,
  changes: readonly TimelineChange[],
  toolkit: Toolkit,
): Promise<Named> {
  const change = findChange(changes, given);
  const ofFile = await findOfFile(given, changes, toolkit);
  if (change !== undefined && ofFile.length > 0) {
    throw refuse(
      `"${visiblePath(given)}" is a change and a file. Write ./${visiblePath(given)} for the file.`,
    );
  }
  if (change !== undefined) return { kind: "change", change };
  if (ofFile.length > 0) return { kind: "file", changes: ofFile };
  throw refuse(
    `The history knows neither a change nor a file "${visiblePath(given)}". \`filewright history\` lists what it knows.`,
  );
}

/** A file's changes by the name a person gives it, also when it is gone by now. */
export async function findOfFile(
  given: string,
  changes: readonly TimelineChange[],
  toolkit: Toolkit,
): Promise<readonly TimelineChange[]> {
  const { realPath } = await toolkit.workspace.fileSystem.resolve(toAbsolutePath(given, toolkit));
  return changes.filter(({ record }) => record.path === realPath);
}

/** As many letters of an id as tell it from all others. */
export function createShortIds(ids: readonly string[]): (id: string) => string {
  const sorted = ids.toSorted();
  const shared = sorted.map((id, index) => countShared(id, sorted[index + 1] ?? ""));
  const length = Math.max(SHORTEST_SHOWN, ...shared.map((count) => count + 1));
  return (id) => id.slice(0, length);
}

/** How many letters two ids begin with in common; those of the same id do not count. */
function countShared(left: string, right: string): number {
  if (left === right) return 0;
  let count = 0;
  while (count < left.length && left[count] === right[count]) count += 1;
  return count;
}

export function refuse(sentence: string): ToolError {
  return new ToolError("INPUT_INVALID", sentence);
}
