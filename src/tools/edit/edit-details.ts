import type { ContentVersion } from "../../content/content-version.js";
import type { LineIndex } from "../../content/line-index.js";
import type { ByteSplice } from "../../text/byte-splices.js";
import type { MatchTier } from "../../text/edit/tiers.js";
import type { PlannedChange } from "../change/planned-change.js";
import type { OwnDiff } from "../change/render-change.js";
import type { EditInput } from "./schema.js";

interface CommonDetails {
  readonly input: EditInput;
  readonly tier: MatchTier;
  readonly replacements: number;
  /** How many new lines lost trailing blanks. */
  readonly trimmedLines: number;
  /** What the result shows of the change. */
  readonly diff: OwnDiff;
  /** Null for a file that did not exist, or is too large to hold. */
  readonly originalText: string | null;
  /** What changed outside since the agent saw the file, when the edit was carried over to it. */
  readonly outsideDiff: string | undefined;
}

/** An edit whose result is held. */
export interface SmallEditDetails extends CommonDetails {
  readonly kind: "in-memory";
  readonly planned: PlannedChange;
}

/** An edit of a file too large to hold: only the replaced places are. */
export interface LargeEditDetails extends CommonDetails {
  readonly kind: "streamed";
  readonly planned: Omit<PlannedChange, "after" | "base" | "before" | "reviewed"> & {
    readonly before: ContentVersion;
  };
  readonly splices: readonly ByteSplice[];
  /** The file as it was when it was searched; it must still be that when the edit is made. */
  readonly index: LineIndex;
}

export type EditDetails = SmallEditDetails | LargeEditDetails;
