/** The answers that a question offers in a terminal, by what is typed for each. */
import type { Suggestion } from "../../permissions/ask.js";
import { visible } from "../../text/visible.js";

export type Choice =
  | { readonly kind: "allow"; readonly remember?: Suggestion }
  | { readonly kind: "deny" }
  | { readonly kind: "deny-with-reason" }
  | { readonly kind: "show-all" };

export interface OfferedAnswer {
  readonly key: string;
  /** Whole words that mean the same. */
  readonly words: readonly string[];
  readonly meaning: string;
  readonly choice: Choice;
}

/** A yes is offered only for what was shown whole. */
export function offerAnswers(
  suggestions: readonly Suggestion[],
  { hasMore }: { readonly hasMore: boolean },
): readonly OfferedAnswer[] {
  return [
    ...(hasMore ? [] : offerYes(suggestions)),
    { key: "n", words: ["no"], meaning: "no (or just Enter)", choice: { kind: "deny" } },
    { key: "r", words: ["reason"], meaning: "no, and say why", choice: { kind: "deny-with-reason" } },
    ...(hasMore
      ? [
          {
            key: "d",
            words: ["diff"],
            meaning: "show the whole diff, which a yes needs first",
            choice: { kind: "show-all" },
          } as const,
        ]
      : []),
  ];
}

function offerYes(suggestions: readonly Suggestion[]): readonly OfferedAnswer[] {
  return [
    { key: "y", words: ["yes"], meaning: "yes, this once", choice: { kind: "allow" } },
    ...suggestions.filter(({ scope }) => scope !== "once").map((each) => offerKept(each, suggestions)),
  ];
}

export function findAnswer(typed: string, offered: readonly OfferedAnswer[]): OfferedAnswer | undefined {
  const word = typed.trim().toLowerCase();
  return offered.find(({ key, words }) => key === word || words.includes(word));
}

function offerKept(suggestion: Suggestion, all: readonly Suggestion[]): OfferedAnswer {
  const { scope, covers, rule = "", savedTo } = suggestion;
  const isSecond = covers === "folder" && all.some((each) => each.scope === scope && each.covers === "file");
  const what = covers === "folder" ? "everything in its folder" : "this file";
  const when = scope === "session" ? "for this session" : "always";
  const place = savedTo === undefined ? "" : `, written to ${visible(savedTo)}`;
  return {
    key: `${scope === "session" ? "s" : "a"}${isSecond ? "f" : ""}`,
    words: isSecond ? [] : [scope],
    meaning: `yes, ${when}: ${what}, by the rule ${visible(rule)}${place}`,
    choice: { kind: "allow", remember: suggestion },
  };
}
