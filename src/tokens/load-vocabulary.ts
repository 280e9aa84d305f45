/** The byte-pair vocabulary, a package that need not be installed. */
import { countInPieces } from "./count-in-pieces.js";

/** Undefined where there is none. */
export async function loadVocabulary(): Promise<((text: string) => number) | undefined> {
  try {
    const [{ default: Tokenizer }, encoding] = await Promise.all([
      import("ai-tokenizer"),
      import("ai-tokenizer/encoding/claude"),
    ]);
    const tokenizer = new Tokenizer(encoding);
    return (text) => countInPieces(text, (piece) => tokenizer.count(piece));
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw cause;
  }
}
