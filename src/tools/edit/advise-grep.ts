/** One Grep that shows every line that an Edit would replace. */
import { Buffer } from "node:buffer";
import type { DecodedText } from "../../content/decode-text.js";
import type { NextCall } from "../../session/freshness.js";
import { isAscii } from "../../text/ascii.js";
import { isUnicode } from "../../text/codec.js";
import type { EditPlan } from "../../text/edit/edit-plan.js";
import type { LineRanges } from "../../text/line-ranges.js";
import { DEFAULT_HEAD_LIMIT } from "../grep/schema.js";
import type { EditInput } from "./schema.js";

/** What Grep shows of a line whole; a longer one it cuts, and a cut line does not count as shown. */
const MAX_LINE_BYTES = 500;
/** Well within the longest result that is shown whole. */
const MAX_RESULT_CHARACTERS = 18_000;
/** Number and separator. */
const LINE_EXTRA = 10;
const MAX_PATTERN_CHARACTERS = 300;

/**
 * Undefined where a Read does as well, because all the lines are in one place, or where Grep might not find or quote all of
 * them: it compares bytes, shows long lines in part, and long results as a preview.
 */
export function findGrepOf(
  needed: LineRanges,
  { tier }: EditPlan,
  { file_path, old_string }: EditInput,
  { shown: text, encoding }: DecodedText,
): NextCall | undefined {
  const pattern = escapePattern(old_string);
  const isFound =
    tier === "exact" &&
    !pattern.includes("\r") &&
    (isUnicode(encoding) || isAscii(pattern)) &&
    !text.includes("\0");
  if (needed.length < 2 || !isFound || pattern.length > MAX_PATTERN_CHARACTERS) return undefined;
  const lines = text.split("\n");
  const quoted = needed.flatMap(({ from, to }) => lines.slice(from - 1, to));
  const characters = quoted.reduce((sum, line) => sum + line.length + LINE_EXTRA, 0);
  if (characters > MAX_RESULT_CHARACTERS) return undefined;
  if (quoted.some((line) => Buffer.byteLength(line) > MAX_LINE_BYTES)) return undefined;
  return {
    tool: "Grep",
    input: {
      pattern,
      path: file_path,
      output_mode: "content",
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
