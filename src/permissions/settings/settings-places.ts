/** Where settings lie. */
import { isAbsolute, join } from "node:path";

export const SETTINGS_FOLDER = ".filewright";
/** Of a project, for everybody who works on it; and a person's own for that project. */
export const PROJECT_FILE = "settings.json";
export const LOCAL_FILE = "settings.local.json";
/** In the config folder. */
export const USER_FILE = "settings.json";
export const TRUST_FILE = "trust.json";

const managedFiles: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: "/Library/Application Support/Filewright/managed-settings.json",
  win32: "C:\\ProgramData\\Filewright\\managed-settings.json",
};

/** The administrator's policy. Constant on purpose: no variable, flag or option may name another file. */
export function findManagedFile(platform: NodeJS.Platform): string {
  return managedFiles[platform] ?? "/etc/filewright/managed-settings.json";
}

/** The folder of the user's own settings. A relative `XDG_CONFIG_HOME` counts for nothing, as its specification has it. */
export function findConfigFolder(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const given = environment["XDG_CONFIG_HOME"] ?? "";
  return join(isAbsolute(given) ? given : join(home, ".config"), "filewright");
}
