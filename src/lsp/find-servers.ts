/**
 * Which language servers are installed here, of those that are known and those that the person has set up. Programs are
 * looked up on the PATH, where no folder of a project counts; nothing is run to find out.
 */
import { dirname, isAbsolute, join } from "node:path";
import type { Roots } from "../fs/containment.js";
import { type FileSystem, FileSystemError } from "../fs/file-system.js";
import {
  cleanSearchPath,
  type FoundProgram,
  findProgram,
  isProjects,
  type ProgramGround,
} from "../fs/find-program.js";
import { finish } from "../fs/maybe-promise.js";
import { requireOwnSettings } from "../fs/ownership.js";
import type { AbsolutePath } from "../fs/paths.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import { knownServers, type ServerDefinition } from "./known-servers.js";
import { asRecord } from "./read-diagnostics.js";
import type { Environment } from "./server-environment.js";
import { combineServers, parseServerSettings, type ServerSettings } from "./server-settings.js";

export interface FinderGround {
  readonly fileSystem: FileSystem;
  readonly roots: Roots;
  readonly environment: Environment;
  /** The user's own; undefined where no settings count. */
  readonly settingsFile: AbsolutePath | undefined;
  readonly now: () => number;
}

export interface InstalledServer {
  readonly definition: ServerDefinition;
  readonly program: FoundProgram;
  /** The `tsserver.js` that was found beside a server that needs one. */
  readonly tsserver?: AbsolutePath;
}

export interface FoundServers {
  readonly installed: readonly InstalledServer[];
  /** By name: not found, and not made superfluous by another. */
  readonly missing: readonly string[];
  /** By name: installed, but another one of its group is used. */
  readonly spare: readonly string[];
  readonly disabled: readonly string[];
  /** Sentences about the person's settings. */
  readonly problems: readonly string[];
  /** The PATH that servers get. */
  readonly searchPath: string;
}

const MAX_SETTINGS_BYTES = 1024 * 1024;
const MAX_MANIFEST_BYTES = 1024 * 1024;
/** What is installed or set up seldom changes, and looking costs dozens of lookups. */
const GOOD_FOR_MS = 30_000;
const TYPESCRIPT_WITH_SERVER = 7;
/** Folders of packages above a program, at most. */
const MAX_LEVELS = 8;

export class ServerFinder {
  readonly #ground: FinderGround;
  #found: Promise<FoundServers> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(ground: FinderGround) {
    this.#ground = ground;
  }

  /** What was found not long ago is good enough. */
  find(): Promise<FoundServers> {
    const age = this.#ground.now() - this.#lookedAt;
    if (this.#found === undefined || age < 0 || age > GOOD_FOR_MS) {
      this.#lookedAt = this.#ground.now();
      this.#found = findServers(this.#ground);
    }
    return this.#found;
  }
}

export async function findServers(ground: FinderGround): Promise<FoundServers> {
  const { fileSystem, roots, environment } = ground;
  const programs: ProgramGround = { fileSystem, roots, searchPath: environment["PATH"] };
  const combined = combineServers(knownServers, await readServerSettings(ground));
  const installed: InstalledServer[] = [];
  const missing: string[] = [];
  const spare: string[] = [];
  for (const definition of combined.servers) {
    const { name, group } = definition;
    const isServed = group !== undefined && installed.some((other) => other.definition.group === group);
    const found = await findInstalled(definition, programs);
    if (found !== undefined) {
      if (isServed) spare.push(name);
      else installed.push(found);
    } else if (!isServed) {
      missing.push(name);
    }
  }
  const { disabled } = combined;
  const problems = combined.problems.map((problem) => `${ground.settingsFile}: ${problem}`);
  return { installed, missing, spare, disabled, problems, searchPath: await cleanSearchPath(programs) };
}

async function findInstalled(
  definition: ServerDefinition,
  ground: ProgramGround,
): Promise<InstalledServer | undefined> {
  const program = await findProgram(definition.program, ground);
  if (program === undefined) return undefined;
  if (definition.companion === "typescript-7") {
    return (await isServingCompiler(program, ground)) ? { definition, program } : undefined;
  }
  if (definition.companion !== "tsserver") return { definition, program };
  const tsserver = (await findChosenTsserver(definition, ground)) ?? (await findTsserver(program, ground));
  return { definition, program, ...(tsserver === undefined ? {} : { tsserver }) };
}

/** By the manifest beside the program: asking it would start it. */
async function isServingCompiler(
  { realPath }: FoundProgram,
  { fileSystem }: ProgramGround,
): Promise<boolean> {
  const manifest = join(dirname(realPath), "..", "package.json") as AbsolutePath;
  const text = await unlessUnavailable(() => readTextFile(manifest, MAX_MANIFEST_BYTES, fileSystem));
  if (text === undefined) return false;
  try {
    const { name, version } = asRecord(JSON.parse(text));
    return name === "typescript" && Number.parseInt(String(version), 10) >= TYPESCRIPT_WITH_SERVER;
  } catch {
    return false;
  }
}

/** The one that the user's own settings name, unless it lies inside the roots. */
async function findChosenTsserver(
  { initializationOptions }: ServerDefinition,
  { fileSystem, roots }: ProgramGround,
): Promise<AbsolutePath | undefined> {
  const { path } = asRecord(asRecord(initializationOptions)["tsserver"]);
  if (typeof path !== "string" || !isAbsolute(path)) return undefined;
  const chosen = path as AbsolutePath;
  const resolved = await unlessUnavailable(() => fileSystem.resolve(chosen));
  if (resolved?.stat === undefined) return undefined;
  return (await isProjects(chosen, resolved.realPath, roots)) ? undefined : chosen;
}

/** Where the server itself would find a TypeScript that comes with it. */
async function findTsserver(
  { realPath }: FoundProgram,
  { fileSystem, roots }: ProgramGround,
): Promise<AbsolutePath | undefined> {
  let folder = dirname(realPath);
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const script = join(folder, "node_modules", "typescript", "lib", "tsserver.js") as AbsolutePath;
    if ((await fileSystem.findKind(script)) === "file") {
      const resolved = await fileSystem.resolve(script);
      return (await isProjects(script, resolved.realPath, roots)) ? undefined : script;
    }
    folder = dirname(folder);
  }
  return undefined;
}

/** What the person has set up; nothing, and why, where it can't be read. */
async function readServerSettings({ fileSystem, settingsFile }: FinderGround): Promise<ServerSettings> {
  const nothing: ServerSettings = { entries: [], problems: [] };
  if (settingsFile === undefined) return nothing;
  try {
    await finish(requireOwnSettings(fileSystem, settingsFile));
    const text = await readTextFile(settingsFile, MAX_SETTINGS_BYTES, fileSystem);
    if (text === undefined) return nothing;
    return parseServerSettings(text);
  } catch (cause) {
    if (!(cause instanceof FileSystemError)) throw cause;
    return { entries: [], problems: [`It can't be read (${cause.code}).`] };
  }
}

/** Undefined when nothing is there. */
export async function readTextFile(
  path: AbsolutePath,
  maxBytes: number,
  fileSystem: FileSystem,
): Promise<string | undefined> {
  const { realPath, stat } = await fileSystem.resolve(path);
  if (stat === undefined) return undefined;
  const { bytes } = await fileSystem.readSmallFile(realPath, maxBytes);
  return bytes === undefined ? "" : new TextDecoder().decode(bytes);
}
