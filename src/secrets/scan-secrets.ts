/**
 * What looks like a secret in a text: by our own kinds, and by the rules of a package where it is installed. Nothing is
 * answered but where it is and what kind it is.
 */
import { findTokens } from "./find-tokens.js";
import { findNamed } from "./named-patterns.js";
import { isPlaceholder, isPlaceholderLogin } from "./placeholders.js";
import { loadPreset, type PresetScan } from "./preset-rules.js";
import { findPrivateKeys } from "./private-keys.js";
import type { SecretHit, SecretSpan } from "./secret-hit.js";
import { findUrlLogins } from "./url-logins.js";
import { findWebTokens } from "./web-tokens.js";

/** Longer texts are handed to the package's rules in pieces, so that other work gets its turn in between. */
const PIECE_LENGTH = 256 * 1024;

/** In the order of the text; what lies within another is not told again. */
export async function scanSecrets(text: string): Promise<readonly SecretHit[]> {
  const preset = await loadPreset();
  const own = findOwnSecrets(text);
  const others = preset === undefined ? [] : await scanInPieces(text, preset);
  return withLines(text, withoutOverlaps([...own, ...others]));
}

/** Those that need no package, in no order. */
export function findOwnSecrets(text: string): readonly SecretSpan[] {
  // The more of a text a kind knows, the earlier it comes: a key in the address of a webhook is the webhook.
  return [
    ...findPrivateKeys(text),
    ...findNamed(text),
    ...findWebTokens(text),
    ...findTokens(text),
    ...findUrlLogins(text),
  ];
}

async function scanInPieces(text: string, preset: PresetScan): Promise<readonly SecretSpan[]> {
  const found: SecretSpan[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    for (const span of await preset(text.slice(start, end))) {
      const moved = { ...span, start: span.start + start, end: span.end + start };
      if (!isHarmless(text, moved)) found.push(moved);
    }
    start = end;
    if (start < text.length) await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}

/** At the end of a line, if there is one. */
function endOfPiece(text: string, start: number): number {
  if (text.length - start <= PIECE_LENGTH) return text.length;
  const newline = text.lastIndexOf("\n", start + PIECE_LENGTH);
  return newline > start ? newline + 1 : start + PIECE_LENGTH;
}

/** The rules of others know some placeholders, and ours know others. */
function isHarmless(text: string, { rule, start, end }: SecretSpan): boolean {
  const found = text.slice(start, end);
  if (rule !== "url-password") return isPlaceholder(found);
  const login =
    /:\/\/(?<user>[^:@/\s]{0,128}):(?<password>[^\s/]{1,256})@(?<host>\[[^\]]{1,60}\]|[\w.-]{1,253})/;
  const { user = "", password = "", host = "" } = login.exec(found)?.groups ?? {};
  return isPlaceholderLogin({ user, password, host });
}

function withoutOverlaps(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  // Sorting keeps the order of equals: our own kinds come before those of others.
  const sorted = spans.toSorted((one, other) => one.start - other.start);
  const kept: SecretSpan[] = [];
  for (const span of sorted) {
    const last = kept.at(-1);
    if (last === undefined || span.start >= last.end) kept.push(span);
    else if (span.end > last.end) kept[kept.length - 1] = { ...last, end: span.end };
  }
  return kept;
}

function withLines(text: string, spans: readonly SecretSpan[]): readonly SecretHit[] {
  let line = 1;
  let newline = text.indexOf("\n");
  return spans.map((span) => {
    for (; newline !== -1 && newline < span.start; newline = text.indexOf("\n", newline + 1)) line += 1;
    return { ...span, line };
  });
}
