/**
 * What a model has been shown is no longer before it once its conversation was compacted or cleared: a Read then answers in
 * full again, instead of referring to what was read before.
 */
import type { HookCallback, Options } from "@anthropic-ai/claude-agent-sdk";
import type { Callers } from "./callers.js";

export function createContextHooks(callers: Callers): NonNullable<Options["hooks"]> {
  const forget: HookCallback = async (input) => {
    callers.toolkitOf(input.agent_id).session.newContextEpoch();
    return {};
  };
  return {
    PostCompact: [{ hooks: [forget] }],
    SessionStart: [{ matcher: "clear", hooks: [forget] }],
  };
}
