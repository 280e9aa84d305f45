/** The pipeline's last step: what language servers have to say goes with the result, if they say it in time. */
import type { MaybePromise } from "../fs/file-system.js";
import type { Collected } from "../lsp/diagnostics-desk.js";
import { announce } from "./announce.js";
import type { CallContext } from "./context.js";
import { countCharacters } from "./count-characters.js";
import type { CallResult } from "./run.js";

/** A result longer than this has no room for what could as well go with the next one. */
const ROOMY_CHARACTERS = 30_000;

export function withDiagnostics(result: CallResult, context: CallContext): MaybePromise<CallResult> {
  const { workspace, session, callId, signal } = context;
  const { diagnostics: desk } = workspace.listeners;
  if (desk === undefined || countCharacters(result.content) > ROOMY_CHARACTERS) return result;
  // The call has done its work: that nothing can be added to its answer is for the host to know.
  const unadorned = (error: unknown): CallResult => {
    announce([{ type: "internal-error", tool: "lsp", reference: "diagnostics", error }], context);
    return result;
  };
  try {
    const collected = desk.collect(session.originOf(callId), signal);
    return collected instanceof Promise
      ? collected.then((found) => withCollected(result, found)).catch(unadorned)
      : withCollected(result, collected);
  } catch (error) {
    return unadorned(error);
  }
}

function withCollected(result: CallResult, collected: Collected | undefined): CallResult {
  if (collected === undefined) return result;
  const { text, reports: diagnostics } = collected;
  const content = text === undefined ? result.content : [...result.content, { type: "text" as const, text }];
  return { ...result, content, diagnostics };
}
