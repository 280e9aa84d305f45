/** Everything that must hold before a Write: the whole present content seen, and new content that can be written. */

import type { Unit } from "../../session/ledger.js";
import { loadCodec, utf8 } from "../../text/codec.js";
import { createHunks } from "../../text/diff/hunks.js";
import { splitLines } from "../../text/diff/split-lines.js";
import { encodeText } from "../../text/encode-text.js";
import { convertLineEndings, findMainEnding, type LineEnding } from "../../text/line-endings.js";
import { type LineRanges, lineRange } from "../../text/line-ranges.js";
import { type ChangePlan, type PlannedChange, planChange } from "../change/change-plan.js";
import { requireSeen } from "../change/gate.js";
import { guardNewText } from "../change/guard-content.js";
import { refuseUnencodable } from "../change/refuse-unencodable.js";
import { type ChangeTarget, loadPresent, type PresentFile, requireTextFile } from "../change/target.js";
import type { CallContext } from "../context.js";
import type { CheckRequest } from "../define-tool.js";
import type { WriteInput } from "./schema.js";

/** A file past this size can't have been seen whole in any conversation. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface WriteDetails {
  readonly planned: PlannedChange;
  readonly content: string;
  readonly originalText: string | null;
  /** The main line ending before and after, where they differ. */
  readonly endings: { readonly from: LineEnding; readonly to: LineEnding } | undefined;
  /** Lines of the old content of which only the beginning had been shown. */
  readonly cut: LineRanges;
  /** What they count, where it is not lines. */
  readonly unit: Unit | undefined;
}

export type WritePlan = ChangePlan<WriteDetails>;

export function checkWrite(request: CheckRequest<WriteInput>, context: CallContext): Promise<WritePlan> {
  return planChange(request, context, (target) => planWrite(request.input, target, context));
}

async function planWrite(
  { content }: WriteInput,
  target: ChangeTarget,
  context: CallContext,
): Promise<WriteDetails> {
  const stat = await requireTextFile(target, context);
  if (stat === undefined) {
    guardNewText(content, undefined, target, context);
    return detailsOf(content, await encodeFor(content, undefined, target), undefined, context);
  }
  const present = await loadPresent(target, MAX_BYTES, context);
  await requireSeen(target, present, "whole", { verb: "write", moment: "check" }, context);
  guardNewText(content, present.decoded.text, target, context);
  const sent = adaptEndings(content, present, context);
  const details = detailsOf(sent, await encodeFor(sent, present, target), present, context);
  const entry = context.session.ledger.find(target.realPath);
  return { ...details, cut: entry?.cut ?? [], unit: entry?.unit };
}

function detailsOf(
  content: string,
  bytes: Uint8Array,
  present: PresentFile | undefined,
  { workspace }: CallContext,
): WriteDetails {
  const original = present?.decoded.text;
  const lines = splitLines(content);
  const from = original === undefined ? undefined : findMainEnding(original);
  const to = findMainEnding(content);
  return {
    planned: {
      before: present?.version,
      after: workspace.content.versionOf(bytes),
      hunks: createHunks(splitLines(original ?? ""), lines),
      totalLines: lines.length,
      shown: lineRange(1, lines.length),
    },
    content,
    originalText: original ?? null,
    endings: from === undefined || to === undefined || from === to ? undefined : { from, to },
    cut: [],
    unit: undefined,
  };
}

/** As sent, unless the host has the file's own endings kept. */
function adaptEndings(content: string, { decoded }: PresentFile, { session }: CallContext): string {
  const ending = session.rules.lineEndings === "preserve" ? findMainEnding(decoded.text) : undefined;
  return ending === undefined ? content : convertLineEndings(content, ending);
}

/** In the encoding of the file that is there, behind its mark; a new file is UTF-8. */
async function encodeFor(
  content: string,
  present: PresentFile | undefined,
  target: ChangeTarget,
): Promise<Uint8Array> {
  const { encoding, bytes } = present?.decoded ?? { encoding: utf8, bytes: new Uint8Array(0) };
  const mark = bytes.subarray(0, encoding.bomLength);
  const text = mark.length > 0 && content.startsWith("\ufeff") ? content.slice(1) : content;
  const encoded = encodeText(text, encoding.name, await loadCodec(encoding.name));
  if (encoded.kind === "unencodable") throw refuseUnencodable(encoded.characters, encoding.name, target);
  return mark.length === 0 ? encoded.bytes : Buffer.concat([mark, encoded.bytes]);
}
