/**
 * Paths that have passed a check carry it in their type, so that a function deep inside cannot be handed a raw
 * string by mistake.
 */
declare const absolute: unique symbol;
declare const real: unique symbol;

/** Passed the string guard: absolute, normalised, without NUL; may lead through links. */
export type AbsolutePath = string & { readonly [absolute]: true };

/** Every link resolved: the one spelling under which ledger, locks and permissions know a file. */
export type RealPath = AbsolutePath & { readonly [real]: true };

/** Bytes stand for a path with names that are no text. */
export type RealPathOrBytes = RealPath | Uint8Array;

/** The path as far as it is text: for messages, and for what depends on its folders only. */
export function textOfPath(path: RealPathOrBytes): RealPath {
  return typeof path === "string" ? path : (Buffer.from(path).toString("utf8") as RealPath);
}
