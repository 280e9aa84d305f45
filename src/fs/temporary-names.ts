/** Names that files have beside their place while they are being replaced. */

/** Temporary files carry this, so that a person who finds one after a crash knows whose it is. */
export const TEMPORARY_PREFIX = ".filewright-";

const SUFFIX = ".tmp";

export function isTemporaryName(name: string): boolean {
  return name.startsWith(TEMPORARY_PREFIX) && name.endsWith(SUFFIX);
}

/**
 * The second name that a file gets while it is being replaced, where two names can't be exchanged. Made of the temporary
 * name, so that recovery finds it, too.
 */
export function formerNameOf(temporaryName: string): string {
  return temporaryName.replace(/(?:\.tmp)?$/, ".former.tmp");
}
