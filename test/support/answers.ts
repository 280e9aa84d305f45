import type { CallResult } from "../../src/index.js";

/** The text the model sees. */
export function textOf(result: CallResult): string {
  return result.content.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join("\n");
}

/** "CODE: message" of a failed call; fails loudly when it succeeded. */
export function errorOf(result: CallResult): {
  code: string;
  message: string;
  data: Record<string, unknown>;
} {
  if (result.error === undefined) throw new Error(`expected an error, got: ${textOf(result).slice(0, 200)}`);
  return { code: result.error.code, message: result.error.message, data: { ...result.error.data } };
}
