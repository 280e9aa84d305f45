/** All that is known of a call, fact by fact. */
import { formatDuration, formatMoment, formatTokens, plural } from "../../parts/quantities.js";
import type { CallRow } from "../../state/call-row.js";
import { describeRead, describeState } from "./call-words.js";

export type Fact = readonly [name: string, value: string];

export interface Surroundings {
  readonly session: string;
  /** The process that ran it is no longer there. */
  readonly isGone: boolean;
}

export function factsOf(row: CallRow, { session, isGone }: Surroundings): readonly Fact[] {
  const { characters, durationMs, deduplicated, savedTokens } = row;
  const facts: readonly (readonly [string, string | undefined | false])[] = [
    ["State", describeState(row, { isGone })],
    ["Code", row.code],
    ["What", row.text],
    ["Answer of a person", row.answer],
    ["Path", row.path],
    ["Read", describeRead(row)],
    ["Spared", deduplicated && `The file was known and unchanged: roughly ${plural(savedTokens, "token")}`],
    ["Change", row.changeKind],
    ["Old text matched", row.matchTier],
    ["Content", row.userModified && "Allowed with other content than was proposed"],
    ...row.remarks.map((remark) => ["Remark", remark] as const),
    ["Diagnostics", describeDiagnosed(row)],
    ["Took", durationMs !== undefined && formatDuration(durationMs)],
    [
      "Shown to the model",
      characters !== undefined && `${plural(characters, "character")} (${formatTokens(characters)})`,
    ],
    ["Session", session],
    ["Call", row.callId],
    ["When", formatMoment(row.at)],
  ];
  return facts.filter((fact): fact is Fact => Boolean(fact[1]));
}

function describeDiagnosed({ diagnosed }: CallRow): string | undefined {
  if (diagnosed === undefined) return undefined;
  const { introduced, resolved, isUnknown } = diagnosed;
  const counts = `${introduced} new, ${resolved} gone`;
  return isUnknown ? `${counts}; the language servers did not answer in time, there may be more` : counts;
}
