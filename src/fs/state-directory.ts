/** Where everything of our own lies that is not settings. */
import { isAbsolute, join } from "node:path";

/** Relative paths are ignored: they would let a repository that we are started in bring its own state. */
export function findStateDirectory(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const given = environment["FILEWRIGHT_STATE"] ?? "";
  if (isAbsolute(given)) return given;
  const stateHome = environment["XDG_STATE_HOME"] ?? "";
  return join(isAbsolute(stateHome) ? stateHome : join(home, ".local", "state"), "filewright");
}
