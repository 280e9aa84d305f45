/** Shortening text without leaving half a character behind. */

/** The first `limit` UTF-16 units, or one less where the cut would split a pair. */
export function takeStart(text: string, limit: number): string {
  const cut = text.slice(0, limit);
  return limit < text.length && isHighSurrogate(cut.charCodeAt(cut.length - 1)) ? cut.slice(0, -1) : cut;
}

export function takeEnd(text: string, limit: number): string {
  const cut = text.slice(Math.max(0, text.length - limit));
  return cut.length < text.length && isLowSurrogate(cut.charCodeAt(0)) ? cut.slice(1) : cut;
}

/** The text, or its beginning and an ellipsis, within `limit`. */
export function clip(text: string, limit: number): string {
  return text.length <= limit ? text : `${takeStart(text, limit - 1)}…`;
}

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
