/** From what a person names — an id, the beginning of one, a file — to the changes they mean. */
import { ToolError } from "../../../errors/tool-error.js";
import type { ChangeOutline } from "../../../history/history-reader.js";
import type { CheckpointRecord } from "../../../history/records.js";
import type { TimelineChange } from "../../../history/timeline.js";
import { visiblePath } from "../../../text/visible.js";
import type { Toolkit } from "../../../toolkit.js";
import { toAbsolutePath } from "../../given-path.js";

/** Shorter prefixes are more likely a typo than an id. */
const SHORTEST_PREFIX = 4;
/** What follows the sequence number in an id only tells apart what processes did at the same moment. */
const SHOWN_AFTER_SEQUENCE = 4;
const SHORTEST_SHOWN = 6;
const SHOWN_OF_SESSION = 8;

/** `undefined` if no id begins like this. Throws if several do, because one was meant. */
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

async function findChange(given: string, { history }: Toolkit): Promise<TimelineChange | undefined> {
  const matching = ({ id }: ChangeOutline): boolean => id.startsWith(given);
  const found = await history.list({ matching, limit: Number.POSITIVE_INFINITY });
  return findByPrefix(found, given, ({ record }) => record.id);
}

export async function requireChange(given: string, toolkit: Toolkit): Promise<TimelineChange> {
  const found = await findChange(given, toolkit);
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

export async function requireNamed(given: string, toolkit: Toolkit): Promise<Named> {
  const change = await findChange(given, toolkit);
  const path = await resolveGiven(given, toolkit);
  const ofFile = await toolkit.history.list({ path, limit: Number.POSITIVE_INFINITY });
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

/** The applied changes that undo this one. */
export function findUndosOf(change: string, { history }: Toolkit): Promise<readonly TimelineChange[]> {
  return history.list({
    matching: ({ state, undoes }) => state === "applied" && undoes?.includes(change) === true,
    limit: Number.POSITIVE_INFINITY,
  });
}

/** The path of a file by the name that a person gives it, even if it is gone by now. */
export async function resolveGiven(given: string, toolkit: Toolkit): Promise<string> {
  const { realPath } = await toolkit.workspace.fileSystem.resolve(toAbsolutePath(given, toolkit));
  return realPath;
}

/** As much of an id as tells it from others. */
export function shortId(id: string): string {
  return id.slice(0, Math.max(SHORTEST_SHOWN, id.indexOf("-") + 1 + SHOWN_AFTER_SEQUENCE));
}

export function shortSession(id: string): string {
  return id.slice(0, SHOWN_OF_SESSION);
}

export function refuse(sentence: string): ToolError {
  return new ToolError("INPUT_INVALID", sentence);
}
