/** Where the server listens, and under which names it answers. */
import { isIPv4 } from "node:net";

export interface BindingOptions {
  readonly host?: string | undefined;
  readonly allowRemote?: boolean | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
}

export interface Binding {
  /** The address to listen at. */
  readonly address: string;
  /** Whether others than this machine can reach it. */
  readonly isRemote: boolean;
  readonly allowedHosts: readonly string[];
}

/** A name or address as a browser writes it, with or without a port: lower case, no user, no path, no dot at the end. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** Throws with a sentence for the person when it must not be so. */
export function planBinding({ host = "127.0.0.1", allowRemote, allowedHosts = [] }: BindingOptions): Binding {
  for (const allowed of allowedHosts)
    if (!HOST.test(allowed))
      throw new Error(
        `--allowed-host is a host name, with a port if clients use one, such as files.example or files.example:8443; not ${JSON.stringify(allowed)}.`,
      );
  const address = host === "localhost" ? "127.0.0.1" : host.replace(/^\[(.*)\]$/, "$1");
  const isRemote = !isLoopback(address);
  if (isRemote && (allowRemote !== true || allowedHosts.length === 0))
    throw new Error(
      `--host ${JSON.stringify(host)} would let other machines in. If that is meant, add --allow-remote and, for each name that clients use, --allowed-host NAME; the token is asked for in any case.`,
    );
  return { address, isRemote, allowedHosts };
}

/** By its letters: a name could be made to mean anything. */
function isLoopback(address: string): boolean {
  return address === "::1" || (isIPv4(address) && address.startsWith("127."));
}

/** The values of `Host` that are served. */
export function servedHosts({ address, isRemote, allowedHosts }: Binding, port: number): ReadonlySet<string> {
  const own = isRemote || address === "127.0.0.1" ? ["127.0.0.1", "localhost"] : [];
  const named = [...own, ...(isRemote ? [] : [address.includes(":") ? `[${address}]` : address])];
  const withPort = new Set(
    [...named, ...(address === "::1" ? ["localhost"] : [])].map((name) => `${name}:${port}`),
  );
  // The usual port is left out by those who know what is usual.
  const withoutPort = port === 80 ? named : [];
  const allowed = allowedHosts.flatMap((name) => (/:\d+$/.test(name) ? [name] : [name, `${name}:${port}`]));
  return new Set([...withPort, ...withoutPort, ...allowed]);
}

/** The values of `Origin` that are served: pages that this very server could have sent. */
export function servedOrigins(binding: Binding, port: number): ReadonlySet<string> {
  const allowed = new Set(binding.allowedHosts);
  const encrypted = [...servedHosts(binding, port)].filter((host) => allowed.has(host));
  return new Set([
    ...[...servedHosts(binding, port)].map((host) => `http://${host}`),
    // For who puts an encrypting proxy in front.
    ...encrypted.map((host) => `https://${host}`),
  ]);
}

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/** The values of `Host` under which there is a console: names of this machine alone, whatever proxies may stand before it. */
export function consoleHosts(binding: Binding, port: number): ReadonlySet<string> {
  if (binding.isRemote) return new Set();
  return new Set([...servedHosts(binding, port)].filter((host) => LOOPBACK_NAME.test(host)));
}
