/** An Edit of a file that fits in memory, from matching to the new bytes. */
import { ToolError } from "../../errors/tool-error.js";
import { runInTurns, takeTurn } from "../../media/notebook/in-turns.js";
import { type NextCall, readOf } from "../../session/freshness.js";
import { applyByteSplicesInSteps, areMany, joinNearSplices } from "../../text/byte-splices.js";
import { createHunksInSteps } from "../../text/diff/splice-hunks.js";
import type { EditMiss, EditPlan, EditRequest } from "../../text/edit/edit-plan.js";
import { planEditInSteps } from "../../text/edit/plan-edit.js";
import type { MatchTier } from "../../text/edit/tiers.js";
import { type LineRanges, subtractRanges } from "../../text/line-ranges.js";
import { encodeSplicesInSteps } from "../change/encode-splices.js";
import { type FindNextCall, requireSeen } from "../change/gate.js";
import { guardNewText, type PresentText } from "../change/guard-content.js";
import { lineCountAfter } from "../change/known-lines.js";
import { renderOwnDiff, renderSamples } from "../change/render-change.js";
import type { ChangeTarget, PresentFile } from "../change/target.js";
import type { CallContext } from "../context.js";
import { judgeAccess } from "../judge-access.js";
import { findGrepOf } from "./advise-grep.js";
import { knownAfter, refuseUnlessSearchable, requireBasis, requireLinesSeen } from "./edit-basis.js";
import type { SmallEditDetails } from "./edit-details.js";
import { linesToReplace } from "./lines-to-replace.js";
import { refuseMiss } from "./refuse-miss.js";
import type { EditInput } from "./schema.js";
import { readTextRules, type TextRules } from "./text-rules.js";

export async function planSmallEdit(
  input: EditInput,
  target: ChangeTarget,
  present: PresentFile,
  context: CallContext,
): Promise<SmallEditDetails> {
  const { shown: text, bytes } = present.decoded;
  const { signal } = context;
  const match = async (): Promise<EditPlan | EditMiss> => {
    const rules = await readTextRules(input.new_string, target, context);
    return runInTurns(planEditInSteps(text, toMatchRequest(input, rules, context)), signal);
  };
  const findNextCall = async (
    located: EditPlan | EditMiss,
    known: LineRanges,
  ): Promise<NextCall | undefined> => {
    if (located.kind !== "plan") return undefined;
    const missing = subtractRanges(linesToReplace(text, located).lines, known);
    const grep =
      missing.length > 1 && (await mayGrep(target, context))
        ? findGrepOf(missing, located, input, present.decoded)
        : undefined;
    return grep ?? (missing.length === 0 ? undefined : readOf(target.path, missing));
  };
  const locate: FindNextCall = async (known) => findNextCall(await match(), known);
  const basis = await requireBasis(target, present, locate, context);
  const matched = await match();
  if (matched.kind !== "plan") {
    // What was to be replaced may be what others have changed: that is the news, not the miss.
    if (basis.outside !== undefined) {
      await requireSeen(target, present, "whole", { verb: "edit", moment: "check" }, context);
    }
    await refuseUnlessSearchable(basis, target, context);
    throw refuseMiss(matched, { text, input, target, seen: basis.seen });
  }
  if (basis.seen !== "whole") {
    const find: FindNextCall = (known) => findNextCall(matched, known);
    const needed = linesToReplace(text, matched).lines;
    await requireLinesSeen(needed, basis, { target, present, findNextCall: find }, context);
  }
  guardNewText(matched.newString, replacedText(text, matched.matches), target, context);
  refuseNothingToChange(matched, target);

  const splices = await runInTurns(encodeSplicesInSteps(present.decoded, matched.splices, target), signal);
  const after = await runInTurns(applyByteSplicesInSteps(bytes, splices), signal);
  const hunks = await runInTurns(createHunksInSteps({ text, firstLine: 1 }, matched.splices), signal);
  const isMany = areMany(splices);
  if (isMany) await takeTurn(signal);
  const isMultiple = input.replace_all === true && matched.replacements > 1;
  const diff = isMultiple ? renderSamples(hunks, matched.tier) : renderOwnDiff(hunks);
  const shown = knownAfter(hunks, basis);
  if (isMany) await takeTurn(signal);
  return {
    kind: "in-memory",
    planned: {
      before: present.version,
      base: present.decoded,
      after: context.workspace.content.versionOf(after),
      hunks,
      splices: isMany ? joinNearSplices(splices, after) : splices,
      totalLines: lineCountAfter(basis.totalLines, hunks),
      shown,
    },
    input,
    tier: matched.tier,
    replacements: matched.replacements,
    trimmedLines: sumOf(matched.trimmedLines),
    diff,
    originalText: text,
    outsideDiff: basis.outside?.diff,
  };
}

async function mayGrep(target: ChangeTarget, context: CallContext): Promise<boolean> {
  const access = { ...target, operation: "read" } as const;
  return (await judgeAccess("Grep", access, context)).answer === "allow";
}

/** What the first match replaces; the others read alike. */
export function replacedText(
  text: string,
  [first]: readonly { readonly start: number; readonly end: number }[],
): PresentText {
  return { original: text, replaced: first === undefined ? "" : text.slice(first.start, first.end) };
}

export function toMatchRequest(input: EditInput, rules: TextRules, context: CallContext): EditRequest {
  return {
    oldString: input.old_string,
    newString: input.new_string,
    replaceAll: input.replace_all ?? false,
    exactOnly: context.session.rules.matching === "exact",
    ...rules,
  };
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

export function refuseNothingToChange(
  { splices, tier }: { readonly splices: readonly unknown[]; readonly tier: MatchTier },
  target: ChangeTarget,
): void {
  if (splices.length > 0) return;
  throw new ToolError("NO_CHANGE", `No changes to make: ${whyNothing(tier)}`, {
    data: { filePath: target.path },
  });
}

function whyNothing(tier: MatchTier): string {
  if (tier === "quotes")
    return "new_string differs from the file in the style of quotes only, and the file's style is kept. To change the quotes, send old_string exactly as the file has it.";
  return tier === "exact" || tier === "trailing-whitespace"
    ? "the file already reads like this once blanks at line ends are dropped."
    : "new_string differs from the file only in what was ignored to find old_string. To change that, send old_string exactly as the file has it.";
}
