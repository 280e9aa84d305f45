/** Runs a check within its time. One that fails or hangs is a finding, and never keeps the others from being told. */
import type { Check, CheckGround, Finding } from "./finding.js";
import { trouble } from "./finding.js";

const DEADLINE_MS = 10_000;

export interface Examined extends Finding {
  readonly name: string;
}

export async function runCheck(check: Check, ground: CheckGround): Promise<readonly Examined[]> {
  const { name, run, deadlineMs = DEADLINE_MS } = check;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    const finding = trouble(
      `no answer within ${deadlineMs / 1000} seconds`,
      "Something it needs hangs: a network disk, or a program that waits.",
    );
    timer = setTimeout(() => resolve(finding), deadlineMs);
  });
  try {
    const found = await Promise.race([run(ground), late]);
    return (isList(found) ? found : [found]).map((finding) => ({ name, ...finding }));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ name, ...trouble(`failed: ${message}`, "This check itself has failed; please report it.") }];
  } finally {
    clearTimeout(timer);
  }
}

function isList(found: Finding | readonly Finding[]): found is readonly Finding[] {
  return Array.isArray(found);
}
