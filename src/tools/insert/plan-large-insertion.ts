/** An insertion into a file too large to hold: the place by the file's index, the lines around it from one window. */
import type { ByteWindow, LargeText } from "../../content/large-text.js";
import { createHunksOfSplices } from "../../text/diff/splice-hunks.js";
import { planInsertion } from "../../text/edit/plan-insertion.js";
import { encodeSplices } from "../change/encode-splices.js";
import { findReadOf } from "../change/gate.js";
import { guardNewText } from "../change/guard-content.js";
import { lineCountAfter } from "../change/known-lines.js";
import { refuseBinaryChange } from "../change/refuse-binary.js";
import { renderOwnDiff } from "../change/render-change.js";
import type { ChangeTarget } from "../change/target.js";
import type { CallContext } from "../context.js";
import { knownAfter, requireLinesSeen } from "../edit/edit-basis.js";
import type { LargeEditDetails } from "../edit/edit-details.js";
import { requireLargeBasis } from "../edit/plan-large-edit.js";
import { readTextRules } from "../edit/text-rules.js";
import { PlanOutdated } from "../plan-outdated.js";
import { linesAround, refuseBeyond } from "./insertion-place.js";
import type { InsertInput } from "./schema.js";

/** More than a diff shows of the lines below a place. */
const SHARED_LINES = 8;

export async function planLargeInsertion(
  input: InsertInput,
  target: ChangeTarget,
  context: CallContext,
): Promise<LargeEditDetails> {
  const { file_path, insert_line, insert_text } = input;
  const { content } = context.workspace;
  return content.readLarge(
    target.realPath,
    { judged: target.stat, signal: context.signal },
    async (large) => {
      if ("binary" in large) throw await refuseBinaryChange(target, large.binary);
      const { text } = large;
      const needed = linesAround(insert_line, text.index.totalLines ?? 0);
      const findNextCall = findReadOf(target, needed);
      const basis = await requireLargeBasis(target, text, findNextCall, context);
      if (insert_line > basis.totalLines) throw refuseBeyond(insert_line, basis.totalLines, target);
      await requireLinesSeen(needed, basis, { target, present: undefined, findNextCall }, context);
      const at = await text.startOf(insert_line + 1);
      const window = await findWindow(text, at, context);
      const exact = text.codec.decode(window.bytes);
      const decoded = exact.toWellFormed();
      guardNewText(insert_text, { original: decoded, replaced: "" }, target, context);

      const before = text.codec.decode(window.bytes.subarray(0, at - window.offset));
      const { stripTrailingBlanks } = await readTextRules(insert_text, target, context);
      const isPart = text.index.newlines > 0;
      const inserted = { at: before.length, newText: insert_text, stripTrailingBlanks, isPart };
      const { splice, trimmedLines } = planInsertion(decoded, inserted);
      const file = {
        bytes: window.bytes,
        text: exact,
        encoding: { ...text.encoding, bomLength: 0 },
        codec: text.codec,
      };
      const splices = encodeSplices(file, [splice], target).map(({ start, end, bytes }) => ({
        start: start + window.offset,
        end: end + window.offset,
        bytes,
      }));
      const firstLine = await text.lineAt(window.offset);
      const hunks = createHunksOfSplices({ text: decoded, firstLine }, [splice]);
      const diff = renderOwnDiff(hunks);
      return {
        kind: "streamed",
        planned: {
          before: text.index.version,
          hunks,
          totalLines: lineCountAfter(basis.totalLines, hunks),
          shown: knownAfter(hunks, basis),
        },
        splices,
        index: text.index,
        input: { file_path, old_string: "", new_string: insert_text },
        tier: "exact",
        replacements: 1,
        trimmedLines,
        diff,
        originalText: null,
        outsideDiff: undefined,
      };
    },
  );
}

async function findWindow(text: LargeText, at: number, { signal }: CallContext): Promise<ByteWindow> {
  for await (const window of text.windows({ sharedLines: SHARED_LINES, longestBytes: 1, signal })) {
    const end = window.offset + window.ownEnd;
    const isLast = window.ownEnd === window.bytes.length;
    if (at < end || (isLast && at === end)) return window;
  }
  // Shorter than a moment ago.
  throw new PlanOutdated();
}
