/**
 * How much a call may answer with, and how long it may take. Each field is resolved on its own: environment, then the host's
 * flags, then the settings files, then the default (see setting-fields.ts).
 */
import { limitNames, resolveSettings, type SessionSettings } from "./setting-fields.js";

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

export const defaultLimits: Limits = resolveLimits({}, {});

export function resolveLimits(environment: Environment, flags: LimitFlags): Limits {
  return limitsOf(resolveSettings(environment, [flags]));
}

export function limitsOf(settings: SessionSettings): Limits {
  return Object.freeze(
    Object.fromEntries(limitNames.map((name) => [name, settings[name]])),
  ) as unknown as Limits;
}
