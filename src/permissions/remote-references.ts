/**
 * Addresses elsewhere that settings gain. Editors and tools fetch what settings name, often without being asked, and what
 * they send along can carry a file's content out. Hosts are named as a machine reads them: look-alike letters in their
 * coded form, without what stands before an @.
 */

/** Also with one slash, or with backslashes: those who parse addresses take either for two slashes. */
const ADDRESS = /(?:https?|wss?|ftps?|sftp|ssh|git):[/\\]+[^\s"'<>`]{1,2048}/gi;
/** A schema is fetched by whatever it is called, so here an address needs no scheme. */
const SCHEMA = /\$schema["']?\s{0,100}[:=]\s{0,100}["']?((?:\w{2,10}:)?[/\\]{2}[^\s"'<>`]{1,2048})/gi;
/** Every entry in them has an address, nearly always at a host that is there already. */
const LOCK_NAME = /^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml)$/i;
/** More are not told apart. */
const MAX_HOSTS = 100;

export interface RemoteReferences {
  readonly schemaHosts: readonly string[];
  readonly otherHosts: readonly string[];
}

/** `before` is asked only when an address was added at all. */
export function findRemoteReferences(
  fileName: string,
  added: readonly string[],
  before: () => readonly string[],
): RemoteReferences {
  const keyOf = LOCK_NAME.test(fileName) ? hostOf : (address: string) => address;
  const schemaHosts = new Set<string>();
  const otherHosts = new Set<string>();
  let known: ReadonlySet<string> | undefined;
  for (const line of added) {
    const { schemas, others } = findAddresses(line);
    if (schemas.length + others.length === 0) continue;
    known ??= new Set(before().flatMap((text) => listAddresses(text).map(keyOf)));
    for (const address of schemas) if (!known.has(keyOf(address))) schemaHosts.add(hostOf(address));
    for (const address of others) if (!known.has(keyOf(address))) otherHosts.add(hostOf(address));
    if (schemaHosts.size + otherHosts.size >= MAX_HOSTS) break;
  }
  // What names no host, as file:///x, leads nowhere else.
  const named = (hosts: Iterable<string>): string[] =>
    [...hosts].filter((host) => host !== "").slice(0, MAX_HOSTS);
  return {
    schemaHosts: named(schemaHosts),
    otherHosts: named(otherHosts).filter((host) => !schemaHosts.has(host)),
  };
}

function listAddresses(text: string): string[] {
  const { schemas, others } = findAddresses(text);
  return [...schemas, ...others];
}

function findAddresses(text: string): {
  readonly schemas: readonly string[];
  readonly others: readonly string[];
} {
  const decoded = decodeEscapes(text);
  const schemas = [...decoded.matchAll(SCHEMA)].map(([, address = ""]) => address);
  return { schemas, others: decoded.match(ADDRESS) ?? [] };
}

/** As JSON, YAML and TOML write characters in strings, lest something hides in escapes. */
export function decodeEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:\/|u([\da-f]{4})|x([\da-f]{2})|U([\da-f]{8}))/gi,
    (escape: string, four?: string, two?: string, eight?: string) => {
      const digits = four ?? two ?? eight;
      if (digits === undefined) return "/";
      const point = Number.parseInt(digits, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : escape;
    },
  );
}

/** The host that an address leads to; empty where it names none. */
export function hostOf(address: string): string {
  const full = /^[/\\]/.test(address) ? `https:${address}` : address;
  try {
    return new URL(full).host;
  } catch {
    const rest = full.replace(/^\w+:[/\\]*/, "");
    const authority = rest.slice(0, Math.max(0, `${rest}/`.search(/[/\\?#]/)));
    return authority.slice(authority.lastIndexOf("@") + 1);
  }
}
