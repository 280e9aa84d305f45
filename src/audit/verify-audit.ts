import type { AuditVerdict, VerifyOptions } from "./chain.js";

/** Where the chain of a whole log breaks first, if it does. What tells so is loaded when someone asks. */
export async function verifyAudit(text: string, options: VerifyOptions = {}): Promise<AuditVerdict> {
  const { verifyChain } = await import("./chain.js");
  return verifyChain(text, options);
}
