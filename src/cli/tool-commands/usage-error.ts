/** Something in the words themselves; nothing has been done yet. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
