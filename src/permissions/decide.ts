/** Whether a tool may touch a path: one pure function of what is known about the request. */
export interface AccessRequest {
  readonly operation: "read" | "write";
  /** Where the path really leads. */
  readonly isInsideRoots: boolean;
  /** What the path as it was given says; a link may lead elsewhere. */
  readonly isNamedInsideRoots: boolean;
  /** One of our own saved results, which the model was told to read on from. */
  readonly isSavedResult: boolean;
}

export type Decision = { readonly answer: "allow" } | { readonly answer: "ask"; readonly reason: string };

export function decide(request: AccessRequest): Decision {
  if (request.operation === "read" && (request.isInsideRoots || request.isSavedResult))
    return { answer: "allow" };
  return { answer: "ask", reason: explain(request) };
}

function explain({ isInsideRoots, isNamedInsideRoots }: AccessRequest): string {
  if (isInsideRoots) return "changes need permission";
  return isNamedInsideRoots ? "a link leads out of the roots" : "it lies outside the roots";
}
