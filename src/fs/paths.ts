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
