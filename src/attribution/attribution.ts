/** An account of who has written what, as plain data. */
import { type Owner, type TaggedText, type Tally, tallyOwners } from "./tagged-text.js";

export interface AttributionOptions {
  /** A commit: then only what is not in it counts, of all files that git does not ignore. Needs git. */
  readonly since?: string;
  /** Only these files, and those in these folders; absolute. */
  readonly paths?: readonly string[];
}

/** What one tool did for one session. */
export interface SessionShare extends Tally {
  readonly session: string;
  readonly tool: string;
}

export interface FileAttribution {
  readonly path: string;
  /** What came through the tools. */
  readonly tools: Tally;
  /** What came from anybody else. */
  readonly elsewhere: Tally;
  /** What was there before: when the history of the file began, or in the commit that was named. */
  readonly base: Tally;
  /** `tools` in detail, the largest share first. */
  readonly sessions: readonly SessionShare[];
  /** Where the file was when the tools changed it, if it has been moved since. */
  readonly movedFrom?: string;
}

export interface UncountedFile {
  readonly path: string;
  readonly kind: "unknown" | "binary";
  /** A clause: "the history no longer has all of its contents". */
  readonly reason: string;
}

export interface AttributionTotals {
  readonly tools: Tally;
  readonly elsewhere: Tally;
  readonly base: Tally;
  /** How many in a hundred of what is not the base came through the tools; null when there is nothing else. */
  readonly share: { readonly lines: number | null; readonly characters: number | null };
}

export interface Attribution {
  /** By path. */
  readonly files: readonly FileAttribution[];
  /** Files whose lines can't be told apart; none of them is in the totals. */
  readonly uncounted: readonly UncountedFile[];
  readonly totals: AttributionTotals;
  /** How many files are left out, and not named, because the permission rules deny reading them. */
  readonly withheld: number;
  /** The time of the oldest change that is known; what the tools did before counts as anybody's. */
  readonly knownFrom?: number;
  readonly since?: { readonly given: string; readonly commits: readonly string[]; readonly at: number };
}

const NOTHING: Tally = { lines: 0, characters: 0 };

export function describeFile(
  path: string,
  text: TaggedText,
  more: Pick<FileAttribution, "movedFrom"> = {},
): FileAttribution {
  const tallies = tallyOwners(text);
  const sessions: SessionShare[] = [];
  for (const [owner, tally] of tallies) if (typeof owner !== "string") sessions.push({ ...owner, ...tally });
  const of = (owner: Owner): Tally => tallies.get(owner) ?? NOTHING;
  return {
    path,
    tools: sum(sessions),
    elsewhere: of("elsewhere"),
    base: of("base"),
    sessions: sessions.toSorted(byShare),
    ...more,
  };
}

export function sumUp(files: readonly FileAttribution[]): AttributionTotals {
  const tools = sum(files.map((file) => file.tools));
  const elsewhere = sum(files.map((file) => file.elsewhere));
  const base = sum(files.map((file) => file.base));
  const share = {
    lines: percentOf(tools.lines, elsewhere.lines),
    characters: percentOf(tools.characters, elsewhere.characters),
  };
  return { tools, elsewhere, base, share };
}

function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, { lines, characters }) => ({
      lines: total.lines + lines,
      characters: total.characters + characters,
    }),
    NOTHING,
  );
}

/** To a tenth. */
function percentOf(part: number, rest: number): number | null {
  return part + rest === 0 ? null : Math.round((1000 * part) / (part + rest)) / 10;
}

function byShare(left: SessionShare, right: SessionShare): number {
  return (
    right.characters - left.characters || right.lines - left.lines || (left.session < right.session ? -1 : 1)
  );
}
