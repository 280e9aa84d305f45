/**
 * Which paths hold our own settings, by their letters alone: also those that do not exist yet, and under every spelling
 * that some file system takes for the same name. That a harmless name is refused now and then costs less than one that
 * gets through.
 */
import { spellName } from "../path-letters.js";
import { LOCAL_FILE, PROJECT_FILE, SETTINGS_FOLDER } from "./settings-places.js";

export interface OwnPlaces {
  /** Everything in them is ours. */
  readonly folders: readonly string[];
  /** Ours by their own name, whatever lies in them. */
  readonly files: readonly string[];
}

/** A test that has the places folded already. */
export function createOwnSettingsTest({ folders, files }: OwnPlaces): (path: string) => boolean {
  const foldedFolders = folders.map(foldPath);
  const foldedFiles = new Set(files.map(foldPath));
  return (path) => {
    // Asked with every change: of a path in plain letters there is nothing to fold but capitals.
    const isPlain = PLAIN.test(path);
    const folded = isPlain ? path.toLowerCase() : foldPath(path);
    if (foldedFiles.has(folded)) return true;
    if ((!isPlain || folded.includes(SETTINGS_FOLDER)) && holdsSettings(folded)) return true;
    return foldedFolders.some((folder) => folded === folder || folded.startsWith(`${folder}/`));
  };
}

/** Absolute, in letters that stand for themselves alone, no name ending in what some disks cut off. */
const PLAIN = /^(?:\/(?:[\w@+,=-]|[. ](?=[\w@+,=. -]))+)+$/;

/** In any folder whatever: it may be a root tomorrow. */
function holdsSettings(folded: string): boolean {
  const names = folded.split("/");
  return names.some((name, index) => {
    if (name !== SETTINGS_FOLDER) return false;
    const next = names[index + 1];
    // A file in the place of the folder would keep settings from being made.
    return next === undefined || next === PROJECT_FILE || next === LOCAL_FILE;
  });
}

function foldPath(path: string): string {
  return path
    .split(/[\\/]/)
    .filter((name, index) => name !== "" || index === 0)
    .map(foldName)
    .join("/");
}

/** As rules that deny take names, on whatever system, and beyond that without look-alikes and what shows nothing. */
function foldName(name: string): string {
  const seen = name.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return spellName(seen, "guarding", true);
}
