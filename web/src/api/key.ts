/**
 * The key that the server hands to a page of this very origin, behind the `#` of the address it leads to after the login. A
 * browser sends its cookie to every port of this machine, and the key to none: neither is enough without the other.
 */
const NAME = "filewright-key";
const HANDED_OVER = /^#key=([\w-]{20,200})$/;

/** Takes the key out of the address, if it is there, so that it stays in no history. */
export function takeKeyFromAddress(): void {
  const key = HANDED_OVER.exec(location.hash)?.[1];
  if (key === undefined) return;
  localStorage.setItem(NAME, key);
  history.replaceState(null, "", location.pathname);
}

export function readKey(): string {
  return localStorage.getItem(NAME) ?? "";
}

export function isKeyName(name: string | null): boolean {
  return name === NAME;
}

export function forgetKey(): void {
  localStorage.removeItem(NAME);
}
