/**
 * What a person has set up about language servers in their own settings, under "languageServers". A fault costs the value
 * it is in, or the server it is in, never the others. Settings of a project are not looked at: they would choose programs
 * to be run.
 */
import { isAbsolute } from "node:path";
import { clip } from "../text/clip.js";
import { findNearestNames } from "../text/nearest-names.js";
import type { LanguageTable, ServerDefinition } from "./known-servers.js";
import { asRecord } from "./read-diagnostics.js";

const SERVERS_KEY = "languageServers";

interface ServerEntry {
  readonly name: string;
  readonly command?: readonly [string, ...string[]];
  readonly languages?: LanguageTable;
  readonly initializationOptions?: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly disabled?: boolean;
  /** Not in folders that are not trusted. */
  readonly needsTrust?: boolean;
  /** It may use the network. */
  readonly network?: boolean;
  /** What its sandbox lets it read and change besides. */
  readonly readable?: readonly string[];
  readonly writable?: readonly string[];
}

export interface ServerSettings {
  readonly entries: readonly ServerEntry[];
  /** Sentences, each with the key that it is about. */
  readonly problems: readonly string[];
}

/** Per key, what it must be; undefined for a value that is not. */
type Reader = (value: unknown) => unknown;

const keys: Readonly<Record<string, { readonly read: Reader; readonly wanted: string }>> = {
  command: {
    read: readCommand,
    wanted: "a list of words, first a program: its absolute path, or a name on the PATH",
  },
  languages: { read: readLanguages, wanted: 'an object such as {".ext": "language"}' },
  initializationOptions: { read: readObject, wanted: "an object" },
  settings: { read: readObject, wanted: "an object" },
  environment: { read: readWords, wanted: "an object whose values are in quotes" },
  disabled: { read: readSwitch, wanted: "true or false" },
  needsTrust: { read: readSwitch, wanted: "true or false" },
  network: { read: readSwitch, wanted: "true or false" },
  readable: { read: readPaths, wanted: "a list of absolute paths" },
  writable: { read: readPaths, wanted: "a list of absolute paths" },
};

const MAX_ENTRIES = 100;
const NAME = /^[\w.-]{1,64}$/;

/** `text` is that of a settings file. */
export function parseServerSettings(text: string): ServerSettings {
  let root: unknown;
  try {
    root = JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch {
    // Told where all settings are read: no tool runs until it is mended.
    return { entries: [], problems: [] };
  }
  const { [SERVERS_KEY]: servers } = asRecord(root);
  if (servers === undefined) return { entries: [], problems: [] };
  if (readObject(servers) === undefined) {
    return { entries: [], problems: [`"${SERVERS_KEY}" must be an object; it is not used.`] };
  }
  const problems: string[] = [];
  const entries: ServerEntry[] = [];
  for (const [name, value] of Object.entries(asRecord(servers)).slice(0, MAX_ENTRIES)) {
    const entry = readEntry(name, value, problems);
    if (entry !== undefined) entries.push(entry);
  }
  return { entries, problems };
}

/** Whether a file names servers at all. */
export function namesServers(text: string): boolean {
  const { entries, problems } = parseServerSettings(text);
  return entries.length > 0 || problems.some((problem) => problem.includes(SERVERS_KEY));
}

function readEntry(name: string, value: unknown, problems: string[]): ServerEntry | undefined {
  const place = `${SERVERS_KEY}.${clip(name, 64)}`;
  if (!NAME.test(name)) {
    problems.push(`"${place}" is no name for a server: letters, digits, ".", "_" and "-"; it is not used.`);
    return undefined;
  }
  if (readObject(value) === undefined) {
    problems.push(`"${place}" must be an object; it is not used.`);
    return undefined;
  }
  const entry: Record<string, unknown> = { name };
  for (const [key, given] of Object.entries(asRecord(value))) {
    const known = Object.hasOwn(keys, key) ? keys[key] : undefined;
    const read = known?.read(given);
    if (read !== undefined) entry[key] = read;
    else
      problems.push(
        known === undefined ? strayKey(place, key) : `"${place}.${key}" must be ${known.wanted}.`,
      );
  }
  return entry as unknown as ServerEntry;
}

function strayKey(place: string, key: string): string {
  const [near] = findNearestNames(key, Object.keys(keys), { limit: 1, tolerance: 0.4 });
  const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
  return `"${place}.${clip(key, 64)}" is not known and means nothing.${hint}`;
}

function readObject(value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

function readSwitch(value: unknown): unknown {
  return typeof value === "boolean" ? value : undefined;
}

function readWords(value: unknown): unknown {
  return readObject(value) !== undefined && Object.values(asRecord(value)).every(isWord) ? value : undefined;
}

function isWord(value: unknown): value is string {
  return typeof value === "string" && !value.includes("\0");
}

function readPaths(value: unknown): unknown {
  return Array.isArray(value) && value.every((each) => isWord(each) && isAbsolute(each)) ? value : undefined;
}

function readLanguages(value: unknown): unknown {
  const languages = readWords(value);
  const names = Object.keys(asRecord(languages));
  return names.length > 0 && names.every((name) => name !== "" && !/[\\/]/.test(name))
    ? languages
    : undefined;
}

function readCommand(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every(isWord)) return undefined;
  const [program = ""] = value;
  return program !== "" && (isAbsolute(program) || !/[\\/]/.test(program)) ? value : undefined;
}

/** The servers in the table, as a person wants them, and those that they have added. */
export function combineServers(
  known: readonly ServerDefinition[],
  settings: ServerSettings,
): CombinedServers {
  const problems = [...settings.problems];
  const added = new Map(settings.entries.map((entry) => [entry.name, entry]));
  const servers: ServerDefinition[] = [];
  for (const definition of known) {
    const entry = added.get(definition.name);
    added.delete(definition.name);
    if (entry?.disabled !== true)
      servers.push(entry === undefined ? definition : override(definition, entry));
  }
  for (const { name, command, languages, ...entry } of added.values()) {
    if (entry.disabled === true) continue;
    if (command === undefined || languages === undefined) {
      problems.push(`"${SERVERS_KEY}.${name}" needs "command" and "languages"; it is not used.`);
      continue;
    }
    servers.push(override({ name, program: command[0], languages }, { name, command, ...entry }));
  }
  return { servers, problems, disabled: settings.entries.filter(isDisabled).map(({ name }) => name) };
}

export interface CombinedServers {
  readonly servers: readonly ServerDefinition[];
  readonly problems: readonly string[];
  /** By name. */
  readonly disabled: readonly string[];
}

function isDisabled({ disabled }: ServerEntry): boolean {
  return disabled === true;
}

function override(definition: ServerDefinition, entry: ServerEntry): ServerDefinition {
  const { command, languages, initializationOptions, settings, environment, needsTrust, network } = entry;
  const { readable, writable } = entry;
  const [program, ...words] = command ?? [definition.program, ...(definition.arguments ?? [])];
  return {
    ...(command === undefined ? definition : withoutOptions(definition)),
    program,
    arguments: words,
    languages: languages ?? definition.languages,
    initializationOptions: { ...definition.initializationOptions, ...initializationOptions },
    settings: { ...definition.settings, ...settings },
    environment: { ...definition.environment, ...environment },
    needsTrust: needsTrust ?? definition.needsTrust ?? false,
    network: network ?? false,
    ...(readable === undefined ? {} : { readable }),
    ...(writable === undefined ? {} : { writable }),
  };
}

/** Whether a program of the person's own choice is the right one, and which options it takes, is theirs to know. */
function withoutOptions({ companion, pinned, offline, ...rest }: ServerDefinition): ServerDefinition {
  const { arguments: _pinned, ...conduct } = pinned ?? {};
  const { arguments: _offline, ...offlineConduct } = offline ?? {};
  return {
    ...rest,
    pinned: conduct,
    offline: offlineConduct,
    ...(companion === "tsserver" ? { companion } : {}),
  };
}
