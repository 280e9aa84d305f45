/**
 * What a person has said about folders: which they trust, and which rules they have granted there one by one. It lies
 * in the config folder, out of the reach of any repository. Keys are real paths; a folder's trust is its own, and
 * covers no folder below it.
 */
import { JsonScanner, JsonSyntaxError } from "../../json/json-scanner.js";
import { decodeValue, readNode, runSteps } from "../../json/json-tree.js";
import { findPlace } from "../../json/place.js";
import { isSameFolder, stranger, type TrustBook, type TrustEntry } from "./trust-book.js";
import type { InvalidFile } from "./watched-file.js";

export function parseTrust(given: string): TrustBook | InvalidFile {
  const text = given.replace(/^\ufeff/, "");
  const scanner = new JsonScanner(text);
  try {
    const root = runSteps(readNode(scanner, "value"));
    if (!Number.isNaN(scanner.peek())) scanner.fail("expected the end of the file");
    const folders = readFolders(decodeValue(text, root));
    return typeof folders === "string" ? { kind: "invalid", problem: folders } : { kind: "trust", folders };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { kind: "invalid", problem: error.message, ...findPlace(text, error.offset) };
  }
}

/** A phrase where something is not as it has to be. */
function readFolders(value: unknown): ReadonlyMap<string, TrustEntry> | string {
  if (!isObject(value)) return "it must be an object in braces";
  const folders = value["folders"] ?? {};
  if (!isObject(folders)) return '"folders" must be an object in braces';
  const book = new Map<string, TrustEntry>();
  for (const [folder, entry] of Object.entries(folders)) {
    if (!isObject(entry)) return "each folder must have an object in braces";
    const { trusted = false, granted = [], device, inode, settings = {} } = entry;
    if (typeof trusted !== "boolean") return '"trusted" must be true or false';
    if (!Array.isArray(granted) || !granted.every((rule) => typeof rule === "string")) {
      return '"granted" must be a list of rules';
    }
    if (!isObject(settings) || !Object.values(settings).every((digest) => typeof digest === "string")) {
      return '"settings" must be an object of digests';
    }
    const hasIdentity = typeof device === "string" && typeof inode === "string";
    book.set(folder, {
      isTrusted: trusted,
      granted,
      ...(hasIdentity ? { identity: { device, inode } } : {}),
      settings: new Map(Object.entries(settings as Record<string, string>)),
    });
  }
  return book;
}

/** The text of the file with one folder's entry changed; undefined where nothing changes. */
export function writeTrust(
  { folders }: TrustBook,
  folder: string,
  change: (entry: TrustEntry) => TrustEntry,
): string | undefined {
  const present = folders.get(folder);
  const entry = change(present ?? stranger);
  const isStranger = !entry.isTrusted && entry.granted.length === 0;
  if (present === undefined ? isStranger : !isStranger && isSameEntry(entry, present)) return undefined;
  const others = [...folders].filter(([name]) => name !== folder);
  const written = [...others, ...(isStranger ? [] : [[folder, entry] as const])].map(([name, each]) => [
    name,
    renderEntry(each),
  ]);
  return `${JSON.stringify({ folders: Object.fromEntries(written) }, undefined, 2)}\n`;
}

function renderEntry({ isTrusted, granted, identity, settings }: TrustEntry): object {
  return {
    trusted: isTrusted,
    ...identity,
    ...(settings.size > 0 ? { settings: Object.fromEntries(settings) } : {}),
    ...(granted.length > 0 ? { granted } : {}),
  };
}

function isSameEntry(left: TrustEntry, right: TrustEntry): boolean {
  return (
    isSameFolder(left.identity, right.identity) &&
    JSON.stringify(renderEntry(left)) === JSON.stringify(renderEntry(right))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
