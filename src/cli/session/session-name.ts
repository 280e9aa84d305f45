/**
 * Which conversation a command belongs to: the one it is told, else that of the terminal it was typed in. As the name of
 * a file, which also tells whose it is, so that those of ended shells can be removed without a look inside.
 */
import { createHash } from "node:crypto";
import { findOwnShell } from "../../fs/node/own-shell.js";
import type { ProcessIdentity } from "../../fs/process-life.js";
import type { Terminal } from "../terminal.js";

const VARIABLE = "FILEWRIGHT_SESSION";

/** Undefined when there is no telling one terminal from another: then every command is a conversation of its own. */
export async function findSessionName(
  given: string | undefined,
  { environment }: Terminal,
): Promise<string | undefined> {
  const name = given ?? environment[VARIABLE];
  if (name !== undefined && name !== "") return nameOfGiven(name);
  const shell = await findOwnShell();
  if (shell === undefined) return undefined;
  return `shell-${shell.pid}-${shell.start}-${shell.terminal}-${shell.host}.json`;
}

/** A person's words may be anything; what stands for them may stand in a folder. */
function nameOfGiven(name: string): string {
  return `named-${createHash("sha256").update(name).digest("hex").slice(0, 40)}.json`;
}

/** The shell that a name belongs to; undefined for one that a person has given. */
export function findOwner(name: string): ProcessIdentity | undefined {
  const [, pid, start, host] = /^shell-(\d+)-([0-9a-z]+)-\d+-(.+)\.json$/.exec(name) ?? [];
  return pid === undefined || host === undefined ? undefined : { pid: Number(pid), start, host };
}
