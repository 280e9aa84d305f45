import { applyByteSplices } from "../../text/byte-splices.js";
import { createHunksOfSplices } from "../../text/diff/splice-hunks.js";
import { splitLines } from "../../text/diff/split-lines.js";
import { findLineEnd, planInsertion } from "../../text/edit/plan-insertion.js";
import { encodeSplices } from "../change/encode-splices.js";
import { findReadOf, requireSeen } from "../change/gate.js";
import { guardNewText } from "../change/guard-content.js";
import { lineCountAfter } from "../change/known-lines.js";
import { renderOwnDiff } from "../change/render-change.js";
import type { ChangeTarget, PresentFile } from "../change/target.js";
import type { CallContext } from "../context.js";
import { knownAfter, requireBasis, requireLinesSeen } from "../edit/edit-basis.js";
import type { SmallEditDetails } from "../edit/edit-details.js";
import { readTextRules } from "../edit/text-rules.js";
import { linesAround, refuseBeyond } from "./insertion-place.js";
import type { InsertInput } from "./schema.js";

export async function planSmallInsertion(
  input: InsertInput,
  target: ChangeTarget,
  present: PresentFile,
  context: CallContext,
): Promise<SmallEditDetails> {
  const { file_path, insert_line, insert_text } = input;
  const { shown: text, bytes } = present.decoded;
  const totalLines = splitLines(text).length;
  const needed = linesAround(insert_line, totalLines);
  const findNextCall = findReadOf(target, needed);
  const basis = await requireBasis(target, present, findNextCall, context);
  // A text can be found again where others have changed the file elsewhere; a number can't.
  if (basis.outside !== undefined)
    await requireSeen(target, present, "whole", { verb: "edit", moment: "check", findNextCall }, context);
  const at = findLineEnd(text, insert_line);
  if (at === undefined) throw refuseBeyond(insert_line, totalLines, target);
  await requireLinesSeen(needed, basis, { target, present, findNextCall }, context);
  guardNewText(insert_text, { original: text, replaced: "" }, target, context);

  const { stripTrailingBlanks } = await readTextRules(insert_text, target, context);
  const { splice, trimmedLines } = planInsertion(text, { at, newText: insert_text, stripTrailingBlanks });
  const splices = encodeSplices(present.decoded, [splice], target);
  const hunks = createHunksOfSplices({ text, firstLine: 1 }, [splice]);
  const after = applyByteSplices(bytes, splices);
  const diff = renderOwnDiff(hunks);
  return {
    kind: "in-memory",
    planned: {
      before: present.version,
      base: present.decoded,
      after: context.workspace.content.versionOf(after),
      hunks,
      splices,
      totalLines: lineCountAfter(totalLines, hunks),
      shown: knownAfter(hunks, basis),
    },
    input: { file_path, old_string: "", new_string: insert_text },
    tier: "exact",
    replacements: 1,
    trimmedLines,
    diff,
    originalText: text,
    outsideDiff: undefined,
  };
}
