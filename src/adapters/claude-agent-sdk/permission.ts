/**
 * The SDK's permission callback. It is called before every call of our tools; the toolkit decides, the host's own callback is
 * asked only if a person has to be, and what it allows goes with the call of the same id.
 */
import { isDeepStrictEqual } from "node:util";
import type { CanUseTool } from "@anthropic-ai/claude-agent-sdk";
import type { Approvals, PendingApproval } from "../common/approvals.js";
import type { Callers } from "./callers.js";

type CanUseToolOptions = Parameters<CanUseTool>[2];

export type ReviewOptions = CanUseToolOptions & {
  /** What to show a person, for a file tool: its questions have the change as a diff. */
  readonly approval?: PendingApproval;
};

/** A `CanUseTool` that may look at what a file tool would do; any `CanUseTool` is one. */
export type ReviewTool = (
  toolName: string,
  input: Record<string, unknown>,
  options: ReviewOptions,
) => ReturnType<CanUseTool>;

interface PermissionParts {
  readonly server: string;
  readonly approvals: Approvals;
  readonly callers: Callers;
  readonly review: ReviewTool | undefined;
}

export function createCanUseTool({ server, approvals, callers, review }: PermissionParts): CanUseTool {
  return async (toolName, input, options) => {
    const name = findOwnName(server, toolName, options);
    const { toolUseID: id, agentID, signal, matchedAskRule } = options;
    if (name === undefined) return review === undefined ? refuse(toolName) : review(toolName, input, options);

    const toolkit = callers.toolkitOf(agentID);
    const approval = await approvals.request({ id, name, input }, signal, toolkit);
    const allow = { behavior: "allow", updatedInput: input } as const;
    if (approval === undefined && matchedAskRule === undefined) {
      callers.expect(id, toolkit);
      return allow;
    }
    if (review === undefined) {
      approvals.forget(id);
      if (approval === undefined) return refuse(toolName);
      // The call itself says that there is nobody to ask, and how that is changed.
      callers.expect(id, toolkit);
      return allow;
    }

    try {
      const result = await review(
        toolName,
        input,
        approval === undefined ? options : { ...options, approval },
      );
      if (result?.behavior === "deny") {
        approvals.forget(id);
        return result;
      }
      const changed = result?.updatedInput ?? input;
      // Whoever has changed the call has seen what it says now; what it would do is decided anew.
      if (!isDeepStrictEqual(changed, input))
        await approvals.request({ id, name, input: changed }, signal, toolkit);
      callers.expect(id, toolkit);
      // Null: the host has answered by a way of its own, and the call comes only if that was a yes.
      return result === null ? null : { ...result, updatedInput: changed };
    } catch (cause) {
      approvals.forget(id);
      throw cause;
    }
  };
}

/** The tool's name as the toolkit has it; undefined for tools of others, be their server called the same. */
function findOwnName(server: string, toolName: string, { mcpServer }: CanUseToolOptions): string | undefined {
  const prefix = `mcp__${server}__`;
  if (mcpServer !== undefined && (mcpServer.source !== "sdk" || mcpServer.name !== server)) return undefined;
  return toolName.startsWith(prefix) ? toolName.slice(prefix.length) : undefined;
}

function refuse(toolName: string): { behavior: "deny"; message: string } {
  return { behavior: "deny", message: `Nobody can be asked whether ${toolName} may be used, so it is not.` };
}
