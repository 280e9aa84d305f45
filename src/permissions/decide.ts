/** Whether a tool may touch a path: one pure function of what is known about the request. */
export interface AccessRequest {
  readonly operation: "read" | "write";
  /** Where the path really leads. */
  readonly isInsideRoots: boolean;
  /** What the path as it was given says; a link may lead elsewhere. */
  readonly isNamedInsideRoots: boolean;
  /** One of our own saved results, which the model was told to read on from. */
  readonly isSavedResult: boolean;
  /** In the state directory, where history and locks live: no tool may touch it, whatever the roots. */
  readonly isOwnState: boolean;
}

export type Decision =
  | { readonly answer: "allow" }
  | { readonly answer: "deny" }
  | { readonly answer: "ask"; readonly reason: string };

export function decide(request: AccessRequest): Decision {
  const { operation, isInsideRoots, isSavedResult, isOwnState } = request;
  if (operation === "read" && isSavedResult) return { answer: "allow" };
  if (isOwnState) return { answer: "deny" };
  if (operation === "read" && isInsideRoots) return { answer: "allow" };
  return { answer: "ask", reason: explain(request) };
}

function explain({ isInsideRoots, isNamedInsideRoots }: AccessRequest): string {
  if (isInsideRoots) return "changes need permission";
  return isNamedInsideRoots ? "a link leads out of the roots" : "it lies outside the roots";
}
