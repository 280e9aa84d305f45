import { homedir } from "node:os";

/** The user's own folder: what the variables say, else what the system does. */
export function findHome(environment: Readonly<Record<string, string | undefined>>): string {
  return environment["HOME"] || homedir();
}
