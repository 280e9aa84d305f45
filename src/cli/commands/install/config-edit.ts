/** What a change of a client's configuration comes to, whatever the file's format. */
import type { TextPlace } from "../../../json/place.js";

/** The name under which clients list the server. */
export const SERVER_NAME = "filewright";

/** A server as a client's file describes it; in the order in which it is written. */
export type Entry = Readonly<Record<string, string | readonly string[] | Readonly<Record<string, string>>>>;

/** Why a file can't be edited: a phrase without a full stop, and where. */
export interface ConfigProblem extends TextPlace {
  readonly kind: "invalid";
  readonly problem: string;
}

/** Members of the entry that are not ours, if there are any: a person should know of variables that somebody has set. */
export interface Kept {
  readonly kept?: readonly string[];
}

export type ConfigEdit =
  | ({ readonly kind: "changed"; readonly text: string } & Kept)
  /** The entry is there as it should be, or there is none to remove. */
  | ({ readonly kind: "unchanged" } & Kept)
  | ConfigProblem;

/** An entry's members that are ours to set. Others, such as a timeout or a variable, are the user's and stay. */
const ownMembers: ReadonlySet<string> = new Set([
  "type",
  "command",
  "args",
  "url",
  "httpUrl",
  "headers",
  "http_headers",
  "bearer_token_env_var",
]);

export function keptOf(keys: readonly string[]): Kept {
  const kept = [...new Set(keys.filter((key) => !ownMembers.has(key)))];
  return kept.length === 0 ? {} : { kept };
}

export function isOwnMember(key: string): boolean {
  return ownMembers.has(key);
}

/** A place in the text that editing stumbles over. */
export class ConfigFault extends Error {
  readonly offset: number;

  constructor(problem: string, offset: number) {
    super(problem);
    this.name = "ConfigFault";
    this.offset = offset;
  }
}

/** The byte order mark, if there is one, and the text behind it, in which places are counted. */
export function splitMark(text: string): { readonly mark: string; readonly body: string } {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  return { mark, body: text.slice(mark.length) };
}

export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}
