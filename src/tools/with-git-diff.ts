/** A change's result with what git makes of it, where the host wants that; found out when the file is free again. */
import type { MaybePromise } from "../fs/file-system.js";
import type { GitDiff } from "../git/git-diff.js";
import { withinTime } from "../process/within-time.js";
import { announce } from "./announce.js";
import type { CallContext } from "./context.js";
import type { Answered } from "./define-tool.js";
import type { CallResult } from "./run.js";
import { createLinkPolicy } from "./search-twins.js";

/** More than git itself is given: it has to be found first, and its folder looked at. */
const LONGEST_MS = 3000;

export interface GitDiffOutput {
  /** The file against git's last commit; absent where that was not asked for, can't be told, or not in time. */
  readonly gitDiff?: GitDiff;
}

/** Git is asked while others that the result waits for have their say. */
export function withGitDiff(
  result: MaybePromise<CallResult>,
  { output, ledger }: Answered,
  context: CallContext,
): MaybePromise<CallResult> {
  const known = ledger?.[0];
  if (known === undefined || typeof output !== "object" || output === null) return result;
  const { path, version } = known;
  const changed = { path, bytes: version.bytes, mayReadLinked: createLinkPolicy(undefined, context) };
  const found = context.workspace.listeners.findGitDiff(changed, context.signal);
  return found === undefined ? result : addWhenFound(result, found, context);
}

async function addWhenFound(
  result: MaybePromise<CallResult>,
  found: Promise<GitDiff | undefined>,
  context: CallContext,
): Promise<CallResult> {
  const [told, gitDiff] = await Promise.all([result, unlessFailed(found, context)]);
  return gitDiff === undefined ? told : { ...told, output: { ...(told.output as object), gitDiff } };
}

/** The file is changed: that nothing can be added to the answer is for the host to know, not for the caller. */
async function unlessFailed(
  found: Promise<GitDiff | undefined>,
  context: CallContext,
): Promise<GitDiff | undefined> {
  try {
    return (await withinTime(found, LONGEST_MS, context.signal)) ? await found : undefined;
  } catch (error) {
    announce([{ type: "internal-error", tool: "git", reference: "git-diff", error }], context);
    return undefined;
  }
}
