/** Whether a tool may touch a path: one pure function of what is known about the request. */
export interface AccessRequest {
  readonly operation: "read" | "write";
  readonly isInsideRoots: boolean;
  /** One of our own saved results, which the model was told to read on from. */
  readonly isSavedResult: boolean;
}

export type Decision = { readonly answer: "allow" } | { readonly answer: "ask"; readonly reason: string };

export function decide(request: AccessRequest): Decision {
  if (request.operation === "read" && (request.isInsideRoots || request.isSavedResult))
    return { answer: "allow" };
  const reason = request.isInsideRoots ? "changes need permission" : "it lies outside the roots";
  return { answer: "ask", reason };
}
