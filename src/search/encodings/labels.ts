import type { EncodingName } from "../../text/codec.js";

/** Encodings that ripgrep, which knows those of the web, can't read. */
const unknownToRipgrep: ReadonlySet<EncodingName> = new Set(["UTF-32LE", "UTF-32BE"]);

/** The name ripgrep has for an encoding that it can turn into UTF-8. */
export function ripgrepLabelOf(encoding: EncodingName): string | undefined {
  if (unknownToRipgrep.has(encoding)) return undefined;
  // The web's Latin-1 is windows-1252.
  return encoding === "Latin-1" ? "windows-1252" : encoding.toLowerCase();
}
