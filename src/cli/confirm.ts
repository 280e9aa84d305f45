/** A question to which silence means no. */
import type { Door } from "./door.js";

/** Only "y" or "yes" is a yes; the end of the input and an empty line are a no. */
export async function confirm(question: string, { terminal, signal }: Door): Promise<boolean> {
  const answer = await terminal.askLine(`${question} [y/N] `, { signal });
  return /^y(?:es)?$/i.test(answer?.trim() ?? "");
}
