/**
 * A patch operation as one call of our tools. A diff is applied in memory to the file as it is, by the SDK's own function, and
 * what comes out is one Edit of exactly the lines that differ: so everything that holds for an Edit holds for a patch.
 */
import type { ApplyPatchOperation } from "@openai/agents";
import type { ErrorCode } from "../../errors/codes.js";
import type { SavedFile } from "../../session/saved-ledger.js";
import { clip } from "../../text/clip.js";
import { visiblePath } from "../../text/visible.js";
import type { Toolkit } from "../../toolkit.js";
import type { CallResult } from "../../tools/run.js";
import { countComparisons } from "./diff-work.js";
import { narrowChange } from "./narrow-change.js";
import { locatePatched } from "./patched-path.js";
import { type PresentText, readPresentText } from "./present-text.js";
import { renderText } from "./render-output.js";

export interface PatchRules {
  readonly readFirst: boolean;
  /** What relative paths are relative to. */
  readonly folder: string;
}

/** The call that carries an operation out. */
export interface PatchCall {
  readonly name: "Edit" | "Write";
  readonly input: Readonly<Record<string, unknown>>;
  readonly seen?: SavedFile | undefined;
}

interface PatchFailure {
  readonly failure: string;
  /** See `Verdict`. */
  readonly acknowledge?: (() => void) | undefined;
}

export type PatchPlan = PatchCall | PatchFailure;

type Update = Extract<ApplyPatchOperation, { type: "update_file" }>;
type Create = Extract<ApplyPatchOperation, { type: "create_file" }>;

/** Proof for no file that can be: a Write that brings it creates, and replaces nothing. */
const NOTHING_SEEN: SavedFile = {
  path: "/",
  version: { id: "", size: 0 },
  totalLines: 0,
  shown: [],
  cut: [],
  origin: "read",
  views: [],
};

const MAX_QUOTED = 600;
/** About a second. No one else is served meanwhile. */
const MAX_COMPARISONS = 20_000_000;

/** What an Edit says once nothing stands against it but what it looks for. */
const misses: readonly ErrorCode[] = ["MATCH_NOT_FOUND", "MATCH_NOT_UNIQUE"];
/** What the ledger has against it. */
const unseen: readonly ErrorCode[] = ["FILE_NOT_READ", "FILE_PARTIALLY_READ", "FILE_CHANGED_SINCE_READ"];

export async function planPatch(
  operation: ApplyPatchOperation,
  toolkit: Toolkit,
  rules: PatchRules,
): Promise<PatchPlan> {
  if (operation.type === "create_file") return planCreation(operation, rules);
  if (operation.type === "update_file") return planUpdate(operation, toolkit, rules);
  return {
    failure: `${visiblePath(operation.path)} was not deleted: files can't be deleted here. Nothing was changed. Go on without it, and tell the user which files are no longer needed.`,
  };
}

async function planCreation({ path, diff }: Create, rules: PatchRules): Promise<PatchPlan> {
  const content = await tryDiff("", diff, "create");
  if (content instanceof Error) {
    return {
      failure: `The diff does not say what ${visiblePath(path)} is to contain: ${quote(content)}\nNothing was changed. Begin every line of the new file with +.`,
    };
  }
  return {
    name: "Write",
    input: { file_path: locatePatched(path, rules.folder), content },
    seen: NOTHING_SEEN,
  };
}

async function planUpdate(operation: Update, toolkit: Toolkit, rules: PatchRules): Promise<PatchPlan> {
  const { path, diff, moveTo } = operation;
  const shown = visiblePath(path);
  if (moveTo !== undefined) {
    return {
      failure: `${shown} was not moved: files can't be moved here. Nothing was changed. To change it where it is, send the diff without a new path; to have it elsewhere, create the file there and tell the user to delete the old one.`,
    };
  }
  const filePath = locatePatched(path, rules.folder);
  const isSeen = await isKnown(filePath, toolkit);
  const findRefusal = (): Promise<PatchFailure | undefined> =>
    refusalOf(filePath, diff, toolkit, rules, { isSeen });
  if (!isSeen) {
    const refusal = await findRefusal();
    if (refusal !== undefined) return refusal;
  }
  const present = await tryRead(filePath, toolkit);
  const patched = present === undefined ? undefined : await tryDiff(present.text, diff, "default");
  // The SDK's function has the call stack hold all lines.
  if (present === undefined || patched === undefined || patched instanceof RangeError) {
    const failure = `${shown} is too large for a diff. Nothing was changed. Use Edit.`;
    return (await findRefusal()) ?? { failure };
  }
  if (patched instanceof Error) {
    const failure = `The diff does not apply to ${shown}: ${quote(patched)}\nNothing was changed. Read the file and make the diff from its lines as they are now.`;
    return (await findRefusal()) ?? { failure };
  }
  if (patched === present.text) {
    return {
      failure: `The diff changes nothing in ${shown}. Send the lines to remove with - and those to add with +.`,
    };
  }
  const input = { file_path: filePath, ...narrowChange(present.text, patched) };
  return { name: "Edit", input, ...(rules.readFirst ? {} : { seen: present.seen }) };
}

/** What an Edit of the file is refused for, whatever it replaces. Asked before a diff is held against a file not read. */
async function refusalOf(
  filePath: string,
  diff: string,
  toolkit: Toolkit,
  { readFirst }: PatchRules,
  { isSeen }: { readonly isSeen: boolean },
): Promise<PatchFailure | undefined> {
  if (!readFirst) {
    // Whether a diff applies tells what is in a file: not of one that a person would be asked about.
    const look = await toolkit.decide("Read", { file_path: filePath });
    if (look.answer === "refuse") return { failure: renderText(look.result.content) };
    if (look.answer === "ask") return { failure: askFirst(filePath) };
  }
  const input = { file_path: filePath, old_string: `${diff}\n`, new_string: diff };
  const verdict = await toolkit.decide("Edit", input);
  // The question comes before the word that the file has not been read: outside the roots, nothing is told without it.
  if (verdict.answer === "ask" && readFirst && !isSeen) return { failure: askFirst(filePath) };
  if (verdict.answer !== "refuse") return undefined;
  const code = verdict.result.error?.code;
  const passing = readFirst ? misses : [...misses, ...unseen];
  const isPast = code !== undefined && passing.includes(code);
  if (isPast) return undefined;
  return { failure: renderText(verdict.result.content), acknowledge: verdict.acknowledge };
}

function askFirst(filePath: string): string {
  return `The user has to be asked before ${visiblePath(filePath)} is looked at. Nothing was changed. Read it first, which asks them.`;
}

/** The words of a failed call, where those for an Edit or a Write would not fit the operation. */
export function describeFailure({ content, error }: CallResult, { type, path }: ApplyPatchOperation): string {
  const shown = visiblePath(path);
  if (type === "create_file" && error?.code === "FILE_NOT_READ")
    return `${shown} exists already, and create_file makes new files only. Nothing was changed. Read it, and change it with update_file.`;
  if (error !== undefined && misses.includes(error.code))
    return `${shown} was changed while the diff was applied to it. Nothing was changed by the diff. Read the file and make the diff from its lines as they are now.`;
  return renderText(content);
}

async function isKnown(filePath: string, { session }: Toolkit): Promise<boolean> {
  try {
    return (await session.freshnessOf(filePath)).state === "fresh";
  } catch {
    return false;
  }
}

/** What can't be read is refused by the tools, in their words. */
async function tryRead(filePath: string, { workspace }: Toolkit): Promise<PresentText | undefined> {
  try {
    return await readPresentText(filePath, workspace);
  } catch {
    return undefined;
  }
}

async function tryDiff(text: string, diff: string, mode: "default" | "create"): Promise<string | Error> {
  if (mode === "default" && countComparisons(text, diff) > MAX_COMPARISONS) return new RangeError();
  // Loaded with the first patch: whoever has an agent has the SDK loaded already.
  const { applyDiff } = await import("@openai/agents");
  try {
    return applyDiff(text, diff, mode);
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}

function quote({ message }: Error): string {
  return clip(message, MAX_QUOTED);
}
