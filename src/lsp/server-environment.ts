/**
 * The environment that a language server gets: what programs need to find themselves, the user and their caches, by a list
 * of names. Keys and tokens that the host has in its own are none of a server's business.
 */
import { isAbsolute } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

const names: ReadonlySet<string> = new Set([
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "LANGUAGE",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TMP",
  // Where Go keeps what it has made before.
  "GOPATH",
  "GOCACHE",
  "GOMODCACHE",
  // Without these nothing starts on Windows.
  "SystemRoot",
  "SYSTEMROOT",
  "windir",
  "ComSpec",
  "PATHEXT",
  "APPDATA",
  "LOCALAPPDATA",
  "PROGRAMDATA",
  "ProgramFiles",
  "USERPROFILE",
  "USERNAME",
]);

const families = /^(?:LC|XDG)_[A-Z_]+$/;

/** These lead to programs, and count only where a project can't have put them. */
const leading: ReadonlySet<string> = new Set([
  "VIRTUAL_ENV",
  "GOROOT",
  "CARGO_HOME",
  "RUSTUP_HOME",
  "JAVA_HOME",
  "NVM_DIR",
  "VOLTA_HOME",
  "FNM_DIR",
]);

export interface EnvironmentGround {
  readonly environment: Environment;
  readonly searchPath: string;
  readonly isInRoots: (path: string) => boolean;
}

export function createServerEnvironment({
  environment,
  searchPath,
  isInRoots,
}: EnvironmentGround): Record<string, string> {
  const made: Record<string, string> = { PATH: searchPath };
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) continue;
    const isPassed = names.has(name) || families.test(name);
    const isHarmless = leading.has(name) && isAbsolute(value) && !isInRoots(value);
    if (isPassed || isHarmless) made[name] = value;
  }
  return made;
}
