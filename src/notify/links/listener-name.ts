/**
 * How listeners are named in their folder: by their process, so that whoever finds nobody behind a name can tell whether the
 * process has ended or is only slow to answer.
 */
import type { ProcessIdentity } from "../../fs/process-life.js";

export interface ListenerName {
  readonly name: string;
  readonly pid: number;
  readonly start: string | undefined;
  /** The space in which the pid means something. */
  readonly host: string;
  /** The socket itself, or a file that tells where it is. */
  readonly kind: "socket" | "pointer";
}

const NAME = /^(\d{1,10})-([0-9a-z]{1,13}|x)-([0-9a-f]{8})-[0-9a-z]{1,24}\.(sock|at)$/;

export function renderListenerName(
  { pid, start, host }: ProcessIdentity,
  nonce: string,
  kind: ListenerName["kind"],
): string {
  return `${pid}-${start ?? "x"}-${shortHost(host)}-${nonce}.${kind === "socket" ? "sock" : "at"}`;
}

/** Undefined for names that are not ours, such as a later version's. */
export function findListenerName(name: string): ListenerName | undefined {
  const [, pid, start, host, ending] = NAME.exec(name) ?? [];
  if (start === undefined || host === undefined) return undefined;
  const kind = ending === "sock" ? "socket" : "pointer";
  return { name, pid: Number(pid), start: start === "x" ? undefined : start, host, kind };
}

/** The digest alone: paths of sockets are short. */
export function shortHost(host: string): string {
  return host.slice(host.lastIndexOf("~") + 1);
}
