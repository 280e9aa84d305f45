/** What a host may say about language servers; the user's own settings say which programs they are. */

export interface LanguageServerOptions {
  /** How long a result waits for diagnostics, in milliseconds: 800 by default, 0 leaves them to the next call. */
  readonly waitMs?: number;
  /** How long a server stays without being asked anything: five minutes by default. */
  readonly idleMs?: number;
}

const DEFAULT_WAIT_MS = 800;
/** A result is not held back for longer than this, whatever a host says. */
const LONGEST_WAIT_MS = 60_000;

/** Undefined where none are wanted. FILEWRIGHT_LSP=0 switches them off, =1 on where the host has not said no. */
export function resolveServerOptions(
  given: boolean | LanguageServerOptions | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): (LanguageServerOptions & { readonly waitMs: number }) | undefined {
  const flag = environment["FILEWRIGHT_LSP"];
  const isWanted = given ?? flag === "1";
  if (isWanted === false || flag === "0") return undefined;
  const options = typeof given === "object" ? given : {};
  const waitMs = findWait(environment["FILEWRIGHT_DIAGNOSTICS_WAIT_MS"]) ?? options.waitMs ?? DEFAULT_WAIT_MS;
  return { ...options, waitMs: Math.min(Math.max(0, waitMs), LONGEST_WAIT_MS) };
}

function findWait(word: string | undefined): number | undefined {
  return word !== undefined && /^\d{1,9}$/.test(word) ? Number(word) : undefined;
}
