/** Whether an audit log is wanted: by the host in code, or where the host leaves it to the user, by their settings. */
import { join, resolve } from "node:path";
import type { FileSystem, MaybePromise } from "../fs/file-system.js";
import { guardPath, type PathSurroundings } from "../fs/guard-path.js";
import { finish, type Steps, waitFor } from "../fs/maybe-promise.js";
import { requireOwnSettings } from "../fs/ownership.js";
import type { AbsolutePath } from "../fs/paths.js";

/** The events that belong into it. */
export const auditedTypes = ["call-finished", "file-changed", "undo", "permission-answered"] as const;

/** "user" goes by FILEWRIGHT_AUDIT, else by `"audit": true` in the user's own settings, never by a project's. */
export type AuditOption = boolean | "user" | { readonly file?: string };

export interface ChoiceGround {
  readonly fileSystem: FileSystem;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the user's own settings are. */
  readonly access: { readonly userSettings: AbsolutePath };
  readonly stateDirectory: AbsolutePath;
  readonly surroundings: PathSurroundings;
}

/** In the state directory. */
const AUDIT_FILE = "audit/audit.jsonl";
const MAX_SETTINGS_BYTES = 1024 * 1024;

export function findAuditFile(option: AuditOption, ground: ChoiceGround): AbsolutePath {
  const { stateDirectory, surroundings } = ground;
  const given = typeof option === "object" ? option.file : undefined;
  if (given === undefined) return join(stateDirectory, AUDIT_FILE) as AbsolutePath;
  const isHome = given === "~" || given.startsWith("~/");
  return guardPath(isHome ? given : resolve(surroundings.workingDirectory, given), surroundings);
}

/** Decided at once unless the disk is slow. */
export function isAuditWanted(option: AuditOption, ground: ChoiceGround): MaybePromise<boolean> {
  if (option !== "user") return option !== false;
  const word = ground.environment["FILEWRIGHT_AUDIT"]?.toLowerCase();
  if (word !== undefined && word !== "") return !["0", "false", "no", "off"].includes(word);
  return finish(readUserChoice(ground));
}

function* readUserChoice({ fileSystem, access }: ChoiceGround): Steps<boolean> {
  try {
    yield* requireOwnSettings(fileSystem, access.userSettings);
    const { realPath, stat } = yield* waitFor(fileSystem.resolve(access.userSettings));
    if (stat?.kind !== "file") return false;
    const { bytes } = yield* waitFor(fileSystem.readSmallFile(realPath, MAX_SETTINGS_BYTES, stat));
    return namesAudit(new TextDecoder().decode(bytes ?? new Uint8Array(0)));
  } catch {
    // Settings that can't be read are told to whoever makes a call: by the rules, which stand there too.
    return false;
  }
}

function namesAudit(text: string): boolean {
  if (!text.includes('"audit"')) return false;
  try {
    const settings: unknown = JSON.parse(text);
    return (
      typeof settings === "object" && settings !== null && "audit" in settings && settings.audit === true
    );
  } catch {
    return false;
  }
}
