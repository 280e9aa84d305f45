/** What a check has found. */

import type { Environment } from "../../../session/limits.js";
import type { Toolkit } from "../../../toolkit.js";

export interface Finding {
  readonly state: "ok" | "warning" | "problem";
  /** A phrase: what was found. */
  readonly text: string;
  /** A sentence: what to do about it. */
  readonly advice?: string;
}

export interface CheckGround {
  readonly toolkit: Toolkit;
  readonly environment: Environment;
  /** The ripgrep that was asked for by name, if one was. */
  readonly ripgrep?: string;
}

export interface Check {
  readonly name: string;
  readonly run: (ground: CheckGround) => Promise<Finding | readonly Finding[]>;
  /** How long it may take; ten seconds, unless it is told. */
  readonly deadlineMs?: number;
}

export function fine(text: string): Finding {
  return { state: "ok", text };
}

export function warn(text: string, advice: string): Finding {
  return { state: "warning", text, advice };
}

export function trouble(text: string, advice: string): Finding {
  return { state: "problem", text, advice };
}
