/** Text into a file's encoding, or the characters that do not fit it: replacing them by "?" would lose what was meant. */
import type { Codec, EncodingName } from "./codec.js";

const LISTED_CHARACTERS = 5;

export type EncodeResult =
  | { readonly kind: "encoded"; readonly bytes: Uint8Array }
  | { readonly kind: "unencodable"; readonly characters: readonly string[] };

export function encodeText(text: string, name: EncodingName, codec: Codec): EncodeResult {
  const isUnicode = name.startsWith("UTF-");
  if (isUnicode ? text.isWellFormed() : codec.decode(codec.encode(text)) === text) {
    return { kind: "encoded", bytes: codec.encode(text) };
  }
  return { kind: "unencodable", characters: findUnencodable(text, isUnicode, codec) };
}

function findUnencodable(text: string, isUnicode: boolean, codec: Codec): string[] {
  const found = new Set<string>();
  const checked = new Set<string>();
  for (const character of text) {
    if (checked.has(character)) continue;
    checked.add(character);
    const fits = isUnicode ? character.isWellFormed() : codec.decode(codec.encode(character)) === character;
    if (!fits) found.add(character);
    if (found.size === LISTED_CHARACTERS) break;
  }
  return [...found];
}

/** `"→" (U+2192)`, for a sentence. */
export function describeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return character.isWellFormed() ? `"${character}" (U+${code})` : `U+${code}`;
}
