/** Where settings lie. */
import { isAbsolute, join } from "node:path";

export const SETTINGS_FOLDER = ".filewright";
/** Of a project, for everybody who works on it; and a person's own for that project. */
export const PROJECT_FILE = "settings.json";
export const LOCAL_FILE = "settings.local.json";
/** In the config folder. */
export const USER_FILE = "settings.json";
export const TRUST_FILE = "trust.json";

/** The folder of the user's own settings. A relative `XDG_CONFIG_HOME` counts for nothing, as its specification has it. */
export function findConfigFolder(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const given = environment["XDG_CONFIG_HOME"] ?? "";
  return join(isAbsolute(given) ? given : join(home, ".config"), "filewright");
}
