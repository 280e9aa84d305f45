/**
 * A tier is one way of comparing the old text with the file. Tiers only locate; what is found is replaced in the
 * original, and only there.
 */
import type { EditRequest, MatchTier, Span } from "./edit-plan.js";
import type { FileText } from "./file-text.js";

export interface Tier {
  readonly name: MatchTier;
  /** Undefined when this way of comparing finds nothing. */
  locate(file: FileText, request: EditRequest): Located | undefined;
}

export interface Located {
  /** Old and new text as this tier compares them, with `\n` for every line break. */
  readonly oldText: string;
  readonly newText: string;
  /** What of the found text corresponds to the old text one by one: its characters, or only its lines. */
  readonly unit: "character" | "line";
  /** At least one; sorted, disjoint. */
  readonly hits: readonly Hit[];
}

export interface Hit {
  readonly span: Span;
  /** The replaced text as far as its trailing blanks go; the old text where that has the same. */
  readonly standing?: string;
  /** Gives the new text the form it needs at this place, keeping the number of characters or lines. */
  readonly adapt?: (newText: string) => string;
}
