/** What a row says of its call, in words. */
import { plural } from "../../../../src/text/quantities.js";
import type { CallRow } from "../../state/call-row.js";

export interface Mark {
  readonly tone: "plain" | "good" | "bad" | "warn";
  readonly text: string;
  readonly title: string;
}

const STATES: Readonly<Record<CallRow["state"], string>> = {
  waiting: "Waiting",
  running: "Running",
  done: "Done",
  failed: "Failed",
  note: "",
};

/** `isGone`: the process that would have gone on with it is no longer there. */
export function describeState({ state }: CallRow, { isGone }: { readonly isGone: boolean }): string {
  return isGone && (state === "waiting" || state === "running") ? "Broken off" : STATES[state];
}

/** Only what is worth a look: a call about which all is as usual has none. */
export function marksOf(row: CallRow): readonly Mark[] {
  const { matchTier, userModified, deduplicated, savedTokens, diagnosed, answer } = row;
  const marks: (Mark | false | undefined)[] = [
    diagnosed && diagnosticsMark(diagnosed),
    matchTier !== undefined &&
      matchTier !== "exact" && {
        tone: "warn",
        text: `${matchTier.replaceAll("-", " ")} match`,
        title: "The old text was not found letter by letter",
      },
    userModified && {
      tone: "plain",
      text: "changed by a person",
      title: "A person allowed the change with other content than was proposed",
    },
    answer === "deny" && { tone: "bad", text: "by a person", title: "A person said no" },
    deduplicated && {
      tone: "good",
      text: "known already",
      title: `The file was unchanged and was not shown again: roughly ${plural(savedTokens, "token")} spared`,
    },
    row.remarks.length > 0 && { tone: "warn", text: row.remarks[0] ?? "", title: row.remarks.join("\n") },
  ];
  return marks.filter((mark) => mark !== false && mark !== undefined);
}

function diagnosticsMark({
  introduced,
  resolved,
  isUnknown,
}: NonNullable<CallRow["diagnosed"]>): Mark | undefined {
  if (introduced + resolved === 0) {
    return isUnknown
      ? { tone: "plain", text: "diagnostics unknown", title: "The language servers did not answer in time" }
      : undefined;
  }
  const parts = [introduced > 0 ? `+${introduced}` : "", resolved > 0 ? `−${resolved}` : ""];
  return {
    tone: introduced > 0 ? "bad" : "good",
    text: `${parts.filter(Boolean).join("/")} diag.`,
    title: `Diagnostics of language servers: ${introduced} new, ${resolved} gone`,
  };
}

export function describeRead({ read }: CallRow): string | undefined {
  if (read === undefined) return undefined;
  const { kind, start, count, total } = read;
  const unit = kind === "notebook" ? "cell" : kind === "pdf" ? "page" : "line";
  if (kind === "image") return "image";
  if (count === 0) return `nothing of ${total === undefined ? "the file" : plural(total, unit)}`;
  const range = count === 1 ? `${unit} ${start}` : `${unit}s ${start}–${start + count - 1}`;
  return total === undefined ? range : `${range} of ${total}`;
}
