/**
 * What a person has said about folders: which they trust, and which rules they have granted there one by one. It lies
 * in the config folder, out of the reach of any repository. Keys are real paths; a folder's trust is its own, and
 * covers no folder below it.
 */
import { JsonScanner, JsonSyntaxError } from "../../json/json-scanner.js";
import { decodeValue, readNode, runSteps } from "../../json/json-tree.js";
import { findPlace } from "../../json/place.js";
import { type FolderTrust, stranger, type TrustBook } from "./trust-book.js";
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
function readFolders(value: unknown): ReadonlyMap<string, FolderTrust> | string {
  if (!isObject(value)) return "it must be an object in braces";
  const folders = value["folders"] ?? {};
  if (!isObject(folders)) return '"folders" must be an object in braces';
  const book = new Map<string, FolderTrust>();
  for (const [folder, entry] of Object.entries(folders)) {
    if (!isObject(entry)) return "each folder must have an object in braces";
    const { trusted = false, granted = [] } = entry;
    if (typeof trusted !== "boolean") return '"trusted" must be true or false';
    if (!Array.isArray(granted) || !granted.every((rule) => typeof rule === "string")) {
      return '"granted" must be a list of rules';
    }
    book.set(folder, { isTrusted: trusted, granted });
  }
  return book;
}

/** The text of the file with one folder's entry changed; undefined where nothing changes. */
export function writeTrust(
  { folders }: TrustBook,
  folder: string,
  change: (entry: FolderTrust) => FolderTrust,
): string | undefined {
  const present = folders.get(folder) ?? stranger;
  const entry = change(present);
  if (entry.isTrusted === present.isTrusted && isSameList(entry.granted, present.granted)) return undefined;
  const others = [...folders].filter(([name]) => name !== folder);
  const isStranger = !entry.isTrusted && entry.granted.length === 0;
  const written = [...others, ...(isStranger ? [] : [[folder, entry] as const])].map(
    ([name, { isTrusted, granted }]) => [
      name,
      { trusted: isTrusted, ...(granted.length > 0 ? { granted } : {}) },
    ],
  );
  return `${JSON.stringify({ folders: Object.fromEntries(written) }, undefined, 2)}\n`;
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((rule, index) => rule === right[index]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
