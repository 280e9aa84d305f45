/**
 * How much a call may answer with, and how long it may take. Each field has its own three steps: environment, then the
 * host's flags, then the default; a value that is not valid falls through to the next step instead of failing.
 */
export interface Limits {
  readonly maxTokens: number;
  readonly maxSizeBytes: number;
  /** Adds the size cap to Read's description. */
  readonly includeMaxSizeInPrompt: boolean;
  /** Turns the description's advice from "read the whole file" to "read only the part you need". */
  readonly targetedRangeNudge: boolean;
  /** After this a Glob or Grep answers with what it has found so far. */
  readonly searchTimeoutMs: number;
  /** One picture, before base64 makes it a third larger. */
  readonly maxImageBytes: number;
  /** All pictures and documents shown since the context began: past half of it they are made smaller and smaller. */
  readonly maxMediaBytes: number;
  /** After this a picture or a page of a PDF is given up. */
  readonly mediaTimeoutMs: number;
}

/** What a host or a settings file may say; unchecked, because experiments and files send anything. */
export type LimitFlags = { readonly [Field in keyof Limits]?: unknown };

export type Environment = Readonly<Record<string, string | undefined>>;

export const defaultLimits: Limits = Object.freeze({
  maxTokens: 25_000,
  maxSizeBytes: 256 * 1024,
  includeMaxSizeInPrompt: false,
  targetedRangeNudge: false,
  searchTimeoutMs: 20_000,
  maxImageBytes: 1_500_000,
  maxMediaBytes: 15_000_000,
  mediaTimeoutMs: 20_000,
});

/** The Windows disk seen from WSL is slow to walk. */
const WSL_SEARCH_TIMEOUT_MS = 60_000;

const TOKEN_VARIABLES = ["FILEWRIGHT_READ_MAX_TOKENS", "CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS"] as const;

export function resolveLimits(environment: Environment, flags: LimitFlags): Limits {
  const fromEnvironment = TOKEN_VARIABLES.map((name) => findPositive(parseNumber(environment[name])));
  return Object.freeze({
    maxTokens:
      fromEnvironment.find((value) => value !== undefined) ??
      findPositive(flags.maxTokens) ??
      defaultLimits.maxTokens,
    maxSizeBytes: findPositive(flags.maxSizeBytes) ?? defaultLimits.maxSizeBytes,
    includeMaxSizeInPrompt: findBoolean(flags.includeMaxSizeInPrompt) ?? defaultLimits.includeMaxSizeInPrompt,
    targetedRangeNudge: findBoolean(flags.targetedRangeNudge) ?? defaultLimits.targetedRangeNudge,
    searchTimeoutMs:
      findPositive(parseNumber(environment["FILEWRIGHT_SEARCH_TIMEOUT_MS"])) ??
      findPositive(flags.searchTimeoutMs) ??
      (environment["WSL_DISTRO_NAME"] === undefined ? defaultLimits.searchTimeoutMs : WSL_SEARCH_TIMEOUT_MS),
    maxImageBytes: findPositive(flags.maxImageBytes) ?? defaultLimits.maxImageBytes,
    maxMediaBytes: findPositive(flags.maxMediaBytes) ?? defaultLimits.maxMediaBytes,
    mediaTimeoutMs:
      findPositive(parseNumber(environment["FILEWRIGHT_MEDIA_TIMEOUT_MS"])) ??
      findPositive(flags.mediaTimeoutMs) ??
      defaultLimits.mediaTimeoutMs,
  });
}

function parseNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*\d+\s*$/.test(value) ? Number(value) : undefined;
}

function findPositive(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function findBoolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}
