/** An Edit of a file too large to hold: searched window by window, in bytes where that is enough. */
import { Buffer } from "node:buffer";
import type { ByteWindow, LargeText } from "../../content/large-text.js";
import { runInTurns } from "../../media/notebook/in-turns.js";
import { assessFreshness, refuseUnlessFresh } from "../../session/freshness.js";
import { planEditInSteps } from "../../text/edit/plan-edit.js";
import { looseness } from "../../text/edit/tiers.js";
import { noLines } from "../../text/line-ranges.js";
import { type FindNextCall, findKnown, findReadOf, isDoubtful, mayQuote } from "../change/gate.js";
import { guardNewText } from "../change/guard-content.js";
import { lineCountAfter } from "../change/known-lines.js";
import { refuseBinaryChange } from "../change/refuse-binary.js";
import { renderOwnDiff, renderSamples } from "../change/render-change.js";
import { findRestored } from "../change/restored-file.js";
import type { ChangeTarget } from "../change/target.js";
import type { CallContext } from "../context.js";
import { diagnoseLarge } from "./diagnose-large.js";
import { type EditBasis, knownAfter, refuseUnlessSearchable, requireLinesSeen } from "./edit-basis.js";
import type { LargeEditDetails } from "./edit-details.js";
import { collect, type Findings, newFindings } from "./large-findings.js";
import { refuseNothingToChange, replacedText, toMatchRequest } from "./plan-small-edit.js";
import { refuseNotUnique } from "./refuse-miss.js";
import type { EditInput } from "./schema.js";
import { readTextRules } from "./text-rules.js";

/** Bytes of indentation that the old text may lack in each line. */
const LONGEST_INDENT = 128;

export async function planLargeEdit(
  input: EditInput,
  target: ChangeTarget,
  context: CallContext,
): Promise<LargeEditDetails> {
  const { content } = context.workspace;
  return content.readLarge(
    target.realPath,
    { judged: target.stat, signal: context.signal },
    async (large) => {
      if ("binary" in large) throw await refuseBinaryChange(target, large.binary);
      const { text } = large;
      const match = async (): Promise<Findings | undefined> =>
        (await search(text, input, target, context, "exact")) ??
        (context.session.rules.matching === "exact"
          ? undefined
          : await search(text, input, target, context, "relaxed"));
      const locate: FindNextCall = async (known) =>
        findReadOf(target, (await match())?.touched ?? noLines)(known);
      const basis = await requireLargeBasis(target, text, locate, context);
      const findings = await match();
      if (findings === undefined) {
        await refuseUnlessSearchable(basis, target, context);
        throw await diagnoseLarge(text, input, target, basis.seen);
      }
      const { tier, splices, hunks, count, rivals, lines, columns } = findings;
      const isAll = input.replace_all ?? false;
      if (count + rivals > 1 && !isAll) {
        await refuseUnlessSearchable(basis, target, context);
        const miss = { kind: "not-unique", tier, lines, columns, count: count + rivals } as const;
        throw refuseNotUnique(miss, { filePath: target.path });
      }
      const findNextCall = findReadOf(target, findings.touched);
      await requireLinesSeen(findings.touched, basis, { target, present: undefined, findNextCall }, context);
      refuseNothingToChange({ splices, tier }, target);
      const { version } = text.index;
      const diff = isAll && count > 1 ? renderSamples(hunks, tier) : renderOwnDiff(hunks);
      return {
        kind: "streamed",
        planned: {
          before: version,
          hunks,
          totalLines: lineCountAfter(basis.totalLines, hunks),
          shown: knownAfter(hunks, basis),
        },
        splices,
        index: text.index,
        input,
        tier,
        replacements: count,
        trimmedLines: findings.trimmedLines,
        diff,
        originalText: null,
        outsideDiff: undefined,
      };
    },
  );
}

export async function requireLargeBasis(
  target: ChangeTarget,
  { index }: LargeText,
  findNextCall: FindNextCall,
  context: CallContext,
): Promise<EditBasis> {
  const { version } = index;
  const known = findKnown(target, context);
  const entry = isDoubtful(known, index) ? undefined : known;
  const needed = context.session.rules.editRequires === "whole-file" ? "whole" : noLines;
  const freshness = assessFreshness(entry, version, needed);
  const refusal = { filePath: target.path, verb: "edit", moment: "check" } as const;
  const isStale = freshness.state === "stale";
  // Do not search a file of which nothing was shown.
  if (isStale || (known !== undefined && entry === undefined)) {
    const restored = isStale ? await findRestored(target.realPath, version.id, context) : undefined;
    const nextCall = (await mayQuote(target, context)) ? await findNextCall(noLines) : undefined;
    refuseUnlessFresh(freshness, { ...refusal, restored, nextCall });
  }
  refuseUnlessFresh(freshness, refusal);
  return {
    seen: entry?.shown ?? [],
    totalLines: index.totalLines ?? 0,
    outside: undefined,
  };
}

async function search(
  text: LargeText,
  input: EditInput,
  target: ChangeTarget,
  context: CallContext,
  strictness: "exact" | "relaxed",
): Promise<Findings | undefined> {
  const { codec } = text;
  const rules = await readTextRules(input.new_string, target, context);
  const isPart = text.index.newlines > 0;
  const request = { ...toMatchRequest(input, rules, context), replaceAll: true, isPart };
  // Escaped breaks may stand for real ones, and the file may have a blank line after each line.
  const lines = input.old_string.split(/\n|\\n/).length;
  // Whatever the line endings and invalid bytes, an exact match contains its longest part as it is; most windows do not.
  const parts = input.old_string.split(/[\r\n\ufffd]/);
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best));
  const anchor = Buffer.from(codec.encode(longest));
  let findings: Findings | undefined;
  let uncertain = Number.POSITIVE_INFINITY;
  const windows = text.windows({
    sharedLines: 2 * lines + 4,
    longestBytes: 2 * codec.encode(input.old_string).length + lines * LONGEST_INDENT,
    signal: context.signal,
  });
  for await (const whole of windows) {
    const window = startAt(findings?.consumedTo ?? 0, whole);
    const { buffer, byteOffset, length } = window.bytes;
    if (strictness === "exact" && !Buffer.from(buffer, byteOffset, length).includes(anchor)) continue;
    const exact = codec.decode(window.bytes);
    const decoded = exact.toWellFormed();
    const steps = planEditInSteps(decoded, { ...request, exactOnly: strictness === "exact" });
    const matched = await runInTurns(steps, context.signal);
    if (matched.kind !== "plan") {
      if (matched.kind === "not-found" && matched.uncertain !== undefined)
        uncertain = Math.min(uncertain, looseness(matched.uncertain.tier));
      continue;
    }
    guardNewText(matched.newString, replacedText(decoded, matched.matches), target, context);
    if (findings === undefined || looseness(matched.tier) < looseness(findings.tier)) {
      findings = newFindings(matched.tier);
    }
    // A window that begins where the last match ends may begin within a line.
    const cut = codec.decode(whole.bytes.subarray(0, whole.bytes.length - window.bytes.length));
    const lineCharacters = cut.length - (cut.lastIndexOf("\n") + 1);
    const source = { text, window, exact, decoded, lineCharacters };
    if (matched.tier === findings.tier) await collect(findings, matched, source, { target, context });
    else if (looseness(matched.tier) === looseness(findings.tier)) findings.rivals += matched.replacements;
    findings.rivals += matched.rivals ?? 0;
  }
  const isFound = findings !== undefined && findings.count > 0 && looseness(findings.tier) < uncertain;
  return isFound ? findings : undefined;
}

/** The window without what a match of the one before has taken; texts that repeat themselves would be found twice. */
function startAt(place: number, window: ByteWindow): ByteWindow {
  const taken = Math.min(place - window.offset, window.bytes.length);
  if (taken <= 0) return window;
  const { bytes, ownEnd } = window;
  return { bytes: bytes.subarray(taken), offset: window.offset + taken, ownEnd: Math.max(0, ownEnd - taken) };
}
