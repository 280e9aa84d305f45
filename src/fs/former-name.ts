/**
 * The second name that a file gets while it is being replaced, where two names can't be exchanged. Made of the temporary
 * name, so that recovery finds it, too.
 */
export function formerNameOf(temporaryName: string): string {
  return temporaryName.replace(/(?:\.tmp)?$/, ".former.tmp");
}
