/** One Grep that shows every line that an Edit would replace. */
import { Buffer } from "node:buffer";
import type { DecodedText } from "../../content/decode-text.js";
import { MAX_SHOWN_CHARACTERS } from "../../search/quote-line.js";
import type { NextCall } from "../../session/freshness.js";
import { isAscii } from "../../text/ascii.js";
import { isUnicode } from "../../text/codec.js";
import type { EditPlan } from "../../text/edit/edit-plan.js";
import { joinRanges, type LineRanges, subtractRanges } from "../../text/line-ranges.js";
import { linesOfSpans } from "../change/known-lines.js";
import { grepFace } from "../grep/face.js";
import { DEFAULT_HEAD_LIMIT } from "../grep/schema.js";
import type { EditInput } from "./schema.js";

/** Leaves room for the path and the notes. */
const MAX_RESULT_CHARACTERS = grepFace.traits.maxResultChars * 0.9;
/** Number and separator. */
const LINE_EXTRA = 10;
const MAX_PATTERN_CHARACTERS = 300;

/** Undefined where Grep might not find or quote all of them: it compares bytes, cuts long lines, and shows a preview of long results. */
export function findGrepOf(
  missing: LineRanges,
  { tier, matches }: EditPlan,
  { file_path, old_string }: EditInput,
  { shown: text, encoding }: DecodedText,
): NextCall | undefined {
  const pattern = escapePattern(old_string);
  const isFound =
    tier === "exact" &&
    !pattern.includes("\r") &&
    (isUnicode(encoding) || isAscii(pattern)) &&
    !text.includes("\0");
  if (!isFound || pattern.length > MAX_PATTERN_CHARACTERS) return undefined;
  const matched = linesOfSpans(text, matches);
  // An edit that joins lines also changes the line after, or before, what it replaces.
  const context = subtractRanges(missing, matched).length > 0 ? 1 : 0;
  const shown = joinRanges(
    matched.map(({ from, to }) => ({ from: Math.max(1, from - context), to: to + context })),
  );
  if (subtractRanges(missing, shown).length > 0) return undefined;
  const lines = text.split("\n");
  const quoted = shown.flatMap(({ from, to }) => lines.slice(from - 1, to));
  const characters = quoted.reduce((sum, line) => sum + line.length + LINE_EXTRA, 0);
  if (characters > MAX_RESULT_CHARACTERS) return undefined;
  // Grep cuts a longer line, and a cut line does not count as shown.
  if (quoted.some((line) => Buffer.byteLength(line) > MAX_SHOWN_CHARACTERS)) return undefined;
  return {
    tool: "Grep",
    input: {
      pattern,
      path: file_path,
      output_mode: "content",
      ...(context === 0 ? {} : { "-C": context }),
      ...(pattern.includes("\\n") ? { multiline: true } : {}),
      ...(quoted.length > DEFAULT_HEAD_LIMIT ? { head_limit: 0 } : {}),
    },
  };
}

/** A regular expression for exactly this text, whose line breaks match those of any file. */
function escapePattern(text: string): string {
  return text
    .replace(/[\\.+*?()|[\]{}^$]/g, (special) => `\\${special}`)
    .split(/\r?\n/)
    .join("\\r?\\n");
}
