/** The byte-pair vocabulary: two megabytes that are loaded with the first text to be counted exactly. */
import { countInPieces } from "./count-in-pieces.js";

/** Undefined where whoever has packed the library anew has left it out. */
export async function loadVocabulary(): Promise<((text: string) => number) | undefined> {
  try {
    const { createCounter } = await import("#vocabulary");
    const count = createCounter();
    return (text) => countInPieces(text, count);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && isMissing(cause.code)) return undefined;
    throw cause;
  }
}

function isMissing(code: unknown): boolean {
  return code === "ERR_MODULE_NOT_FOUND" || code === "ERR_PACKAGE_IMPORT_NOT_DEFINED";
}
