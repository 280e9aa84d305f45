/**
 * Which approval belongs to a patch. The SDK tells an operation's call id when it asks whether to ask, and not when it has the
 * operation carried out; so an approval is found again by what the operation says.
 */
import { isDeepStrictEqual } from "node:util";
import type { ApplyPatchOperation, RunContext } from "@openai/agents";
import type { Approvals, PendingApproval } from "../common/approvals.js";
import type { PatchCall } from "./plan-patch.js";
import { ANY_CALL, type Settled, settleShown, settleUnshown } from "./settle-approval.js";

export class PatchApprovals {
  readonly #approvals: Approvals;
  readonly #toolName: string;
  /** By call id. */
  readonly #asked = new Map<string, string>();

  constructor(approvals: Approvals, toolName: string) {
    this.#approvals = approvals;
    this.#toolName = toolName;
  }

  /** Whether a person has to be asked; then it is kept what they are shown. */
  async request(id: string, operation: ApplyPatchOperation, call: PatchCall): Promise<boolean> {
    const pending = await this.#approvals.request({ id, ...call });
    this.#dropSettled();
    if (pending !== undefined) this.#asked.set(id, describe(operation));
    return pending !== undefined;
  }

  /** What the person has answered, for an operation that is now carried out. */
  async settle(
    operation: ApplyPatchOperation,
    call: PatchCall,
    runContext: Pick<RunContext, "isToolApproved"> | undefined,
  ): Promise<Settled> {
    const isApproved = (callId: string): boolean =>
      runContext?.isToolApproved({ toolName: this.#toolName, callId }) === true;
    const said = describe(operation);
    const pending = this.#approvals.pending.find(
      (each) =>
        // Of two that say the same, one may be approved. Those from another process are known by their calls alone.
        isApproved(each.id) && (this.#asked.get(each.id) === said || isSameCall(each, call)),
    );
    const isStanding = isApproved(ANY_CALL);
    if (pending !== undefined) {
      this.#asked.delete(pending.id);
      // The file may be another by now; whether the answer still counts is for the tool to say.
      return settleShown(pending, pending, { isStanding }, this.#approvals);
    }
    const unshown = { id: `${this.#toolName} ${said}`, ...call };
    return settleUnshown(unshown, { isStanding }, this.#approvals);
  }

  #dropSettled(): void {
    for (const id of this.#asked.keys()) if (this.#approvals.find(id) === undefined) this.#asked.delete(id);
  }
}

function isSameCall(pending: PendingApproval, { name, input }: PatchCall): boolean {
  return pending.name === name && isDeepStrictEqual(pending.input, input);
}

function describe(operation: ApplyPatchOperation): string {
  const { type, path } = operation;
  const diff = "diff" in operation ? operation.diff : null;
  const moveTo = "moveTo" in operation ? operation.moveTo : null;
  return JSON.stringify([type, path, diff, moveTo ?? null]);
}
