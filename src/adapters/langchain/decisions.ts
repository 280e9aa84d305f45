/**
 * What goes out when a person has to be asked, and what comes back: the same as of LangChain's `humanInTheLoopMiddleware`, so
 * that whatever shows its requests shows these.
 */
import type { Decision, HITLRequest, HITLResponse } from "langchain";

/** One call that waits. */
export interface FileActionRequest {
  /** The call's id, by which `approvals` has the whole question. */
  readonly id: string;
  readonly name: string;
  readonly args: Record<string, unknown>;
  /** The question in words, with the diff. */
  readonly description: string;
}

/** The value of the interrupt. */
export interface FileReviewRequest extends HITLRequest {
  actionRequests: FileActionRequest[];
  /** Why the last answer could not be taken, if that is why it is asked again. */
  problem?: string;
}

/** To be given to `Command({ resume })`: one decision for each request, in its order. */
export type FileReviewResponse = HITLResponse;

const choices = ["approve", "edit", "reject"] as const;

/** A request, and whether its description shows everything that an approval would cover. */
export interface DescribedRequest extends FileActionRequest {
  readonly isWhole: boolean;
}

export function makeRequest(
  described: readonly DescribedRequest[],
  schemaOf: (name: string) => object,
): FileReviewRequest {
  return {
    actionRequests: described.map(({ id, name, args, description }) => ({ id, name, args, description })),
    reviewConfigs: described.map(({ name, isWhole }) => ({
      actionName: name,
      allowedDecisions: choices.filter((choice) => isWhole || choice !== "approve"),
      argsSchema: { ...schemaOf(name) },
    })),
  };
}

/**
 * Interrupts until there is an answer that can be taken. A run that failed instead would find the same answer again
 * however often it were resumed: LangGraph keeps it with the checkpoint.
 */
export function askFor(
  request: FileReviewRequest,
  interrupt: (value: unknown) => unknown,
): readonly Decision[] {
  let response = interrupt(request);
  for (;;) {
    const problem = findProblem(response, request);
    if (problem === undefined) return (response as HITLResponse).decisions;
    response = interrupt({ ...request, problem });
  }
}

function findProblem(
  response: unknown,
  { actionRequests: { length: count }, reviewConfigs }: FileReviewRequest,
): string | undefined {
  const expected = `Resume with { decisions: [...] }, one for each of the ${count} action requests, in their order.`;
  if (!isRecord(response) || !Array.isArray(response["decisions"]))
    return `There are no decisions. ${expected}`;
  const decisions: readonly unknown[] = response["decisions"];
  if (decisions.length !== count) return `There are ${decisions.length} decisions. ${expected}`;
  const wrong = decisions.findIndex((decision) => !isDecision(decision));
  if (wrong < 0) {
    const unseen = decisions.findIndex(
      (decision, index) =>
        (decision as Decision).type === "approve" &&
        reviewConfigs[index]?.allowedDecisions.includes("approve") !== true,
    );
    return unseen < 0
      ? undefined
      : `Decision ${unseen + 1} approves a change that is too long to be shown whole. Reject it, and ask for smaller changes.`;
  }
  return `Decision ${wrong + 1} is none of { type: "approve" }, { type: "edit", editedAction: { name, args } } and { type: "reject", message }.`;
}

function isDecision(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value["type"] === "approve") return true;
  if (value["type"] === "reject") return ["string", "undefined"].includes(typeof value["message"]);
  const edited = value["editedAction"];
  return (
    value["type"] === "edit" &&
    isRecord(edited) &&
    typeof edited["name"] === "string" &&
    isRecord(edited["args"])
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
