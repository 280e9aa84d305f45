/** Rules as they are listed for people: what they say, where they stand, and whether they count. */
import type { Rule, RuleList, SourceKind } from "./access.js";

export interface ListedRule {
  readonly text: string;
  readonly list: RuleList;
  readonly source: SourceKind;
  readonly file?: string;
  /** Why it does not count, if it does not. */
  readonly withheld?: string;
}

export function listRule({ text, list, source }: Pick<Rule, "text" | "list" | "source">): ListedRule {
  return { text, list, source: source.kind, ...(source.file === undefined ? {} : { file: source.file }) };
}

/** Where it stands: "project settings, /w/app/.filewright/settings.json". */
export function nameSource({ source, file }: ListedRule): string {
  return file === undefined ? source : `${source} settings, ${file}`;
}
