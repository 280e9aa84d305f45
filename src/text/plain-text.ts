/** The text of bytes that are UTF-8 from end to end; undefined for anything else. A byte order mark is no part of it. */
export function decodePlainText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
