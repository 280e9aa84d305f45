/** Where everything of our own lies that is not settings. */
import { join } from "node:path";

export function findStateDirectory(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const stateHome = environment["XDG_STATE_HOME"] || join(home, ".local", "state");
  return environment["FILEWRIGHT_STATE"] || join(stateHome, "filewright");
}
