/** The one cookie: by the server's port in its name, because cookies of all ports of a machine lie in one jar. */

/** Whoever sends more of one name has been given them by someone else. */
const MAX_TRIED = 8;

export function cookieNameOf(origin: string): string {
  return `filewright-${new URL(origin).port || "80"}`;
}

/** All values under the name, as they came. */
export function readCookies(header: string | undefined, name: string): readonly string[] {
  return (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .slice(0, MAX_TRIED);
}

/** No script reads it, and no page of another site has it sent along. */
export function renderCookie(name: string, value: string, maxAgeMs: number): string {
  return `${name}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${Math.floor(maxAgeMs / 1000)}`;
}
