/** How a command ends, as scripts see it. */
import type { CallResult } from "../tools/run.js";

export const EXIT = { fine: 0, nothingFound: 1, failure: 2, denied: 3 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The code for a call that failed. */
export function exitCodeOf(error: Pick<NonNullable<CallResult["error"]>, "code"> | undefined): ExitCode {
  if (error === undefined) return EXIT.fine;
  return error.code === "PERMISSION_DENIED" ? EXIT.denied : EXIT.failure;
}
