/** An Edit of a file that fits in memory, from matching to the new bytes. */
import { extname } from "node:path";
import { ToolError } from "../../errors/tool-error.js";
import { applyByteSplices } from "../../text/byte-splices.js";
import { createHunksOfSplices } from "../../text/diff/splice-hunks.js";
import { planEdit } from "../../text/edit/plan-edit.js";
import { encodeSplices } from "../change/encode-splices.js";
import { requireSeen } from "../change/gate.js";
import { guardNewText, type PresentText } from "../change/guard-content.js";
import { changesOf, lineCountAfter, linesKnownAfter, linesOfSpans } from "../change/known-lines.js";
import type { ChangeTarget, PresentFile } from "../change/target.js";
import type { CallContext } from "../context.js";
import { knownLines, requireBasis, requireLinesSeen } from "./edit-basis.js";
import type { SmallEditDetails } from "./edit-details.js";
import { refuseMiss } from "./refuse-miss.js";
import type { EditInput } from "./schema.js";

export async function planSmallEdit(
  input: EditInput,
  target: ChangeTarget,
  present: PresentFile,
  context: CallContext,
): Promise<SmallEditDetails> {
  const { text, bytes } = present.decoded;
  const basis = await requireBasis(target, present, context);
  const matched = planEdit(text, toMatchRequest(input, target, context));
  if (matched.kind !== "plan") {
    // What was to be replaced may be what others have changed: that is the news, not the miss.
    if (basis.outside !== undefined) {
      await requireSeen(target, present, "whole", { verb: "edit", moment: "check" }, context);
    }
    throw refuseMiss(matched, { text, input, target, seen: basis.seen });
  }
  await requireLinesSeen(
    basis.seen === "whole" ? [] : linesOfSpans(text, matched.matches),
    basis,
    target,
    present,
    context,
  );
  guardNewText(input.new_string, replacedText(text, matched.matches), target, context);
  refuseNothingToChange(matched, target);

  const splices = encodeSplices(present.decoded, matched.splices, target);
  const hunks = createHunksOfSplices({ text, firstLine: 1 }, matched.splices);
  return {
    kind: "in-memory",
    planned: {
      before: present.version,
      base: present.decoded,
      after: context.workspace.content.versionOf(applyByteSplices(bytes, splices)),
      hunks,
      splices,
      totalLines: lineCountAfter(basis.totalLines, hunks),
      shown: linesKnownAfter(changesOf(hunks), knownLines(basis)),
    },
    input,
    tier: matched.tier,
    replacements: matched.replacements,
    originalText: text,
    outsideDiff: basis.outside?.diff,
  };
}

/** What the first match replaces; the others read alike. */
export function replacedText(
  text: string,
  [first]: readonly { readonly start: number; readonly end: number }[],
): PresentText {
  return { original: text, replaced: first === undefined ? "" : text.slice(first.start, first.end) };
}

export function toMatchRequest(
  input: EditInput,
  target: ChangeTarget,
  context: CallContext,
): Parameters<typeof planEdit>[1] {
  return {
    oldString: input.old_string,
    newString: input.new_string,
    replaceAll: input.replace_all ?? false,
    exactOnly: context.session.rules.matching === "exact",
    stripTrailingBlanks: stripsTrailingBlanks(target, context),
  };
}

/** Two blanks at the end of a line are a line break in Markdown. */
export function stripsTrailingBlanks({ realPath }: ChangeTarget, { session }: CallContext): boolean {
  return session.rules.trailingBlanks === "strip" && !/^\.mdx?$/i.test(extname(realPath));
}

export function refuseNothingToChange(
  { splices }: { readonly splices: readonly unknown[] },
  target: ChangeTarget,
): void {
  if (splices.length > 0) return;
  throw new ToolError(
    "NO_CHANGE",
    "No changes to make: the file already reads like this once blanks at line ends are dropped.",
    { data: { filePath: target.path } },
  );
}
