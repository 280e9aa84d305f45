import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";

/** The user's own folder: what the variables say, else what the system does. A relative one is ignored. */
export function findHome(environment: Readonly<Record<string, string | undefined>>): string {
  const given = environment["HOME"] ?? "";
  if (isAbsolute(given)) return given;
  // Node reads the variable of its own process, which may be relative as well.
  const own = homedir();
  return isAbsolute(own) ? own : userInfo().homedir;
}
