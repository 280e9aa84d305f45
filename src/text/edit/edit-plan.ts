/** What an edit asks for, and what planning it answers. Offsets are UTF-16 units of the file's decoded text. */
import type { Splice } from "../splice.js";
import type { MatchTier } from "./tiers.js";

export interface EditRequest {
  /** Never empty: creating a file is not a matter of matching. */
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll: boolean;
  /** Stops after the first tier. */
  readonly exactOnly: boolean;
  /** Takes trailing blanks off the new lines; to be off where they mean something, as in Markdown. */
  readonly stripTrailingBlanks: boolean;
  /** Whether the file is written for people rather than for a program: new quotes may then be typographic. */
  readonly isProse: boolean;
  /** The text is part of a file whose lines end with `\n`: a lone carriage return in it is content. */
  readonly isPart?: boolean;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface EditPlan {
  readonly kind: "plan";
  readonly tier: MatchTier;
  /** What really changes: parts that old and new text share are left out, as is a replacement that changes nothing. */
  readonly splices: readonly Splice[];
  readonly replacements: number;
  /** How many new lines lost trailing blanks, match by match; empty for a deletion. */
  readonly trimmedLines: readonly number[];
  /** The whole of each place where the old text was found. */
  readonly matches: readonly Span[];
  /** The new text of the first match without the noise that the request's has. */
  readonly newString: string;
  /** Other places that are as good, but for another tier. Only for `replaceAll`, which leaves them alone. */
  readonly rivals?: number;
}

export type EditMiss = NotUnique | NotFound;

interface NotFound {
  readonly kind: "not-found";
  /** A tier found the old text, but what the new text should become there is not certain. */
  readonly uncertain?: { readonly tier: MatchTier; readonly match: Span };
}

interface NotUnique {
  readonly kind: "not-unique";
  readonly tier: MatchTier;
  /** 1-based first lines of the matches, the first 50. */
  readonly lines: readonly number[];
  /** 1-based columns of the same matches, in UTF-16 units. */
  readonly columns: readonly number[];
  readonly count: number;
}
