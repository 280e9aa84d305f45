/** What is searched, and for what: the words in which tools speak to the search. */
import type { RealPath } from "../fs/paths.js";
import type { EncodingName } from "../text/codec.js";

/** Which files. */
export interface Scope {
  readonly folder: RealPath;
  /** Only these files below the folder; no rule keeps them from being searched. */
  readonly files?: readonly string[] | undefined;
  /** Whether files that the project's ignore files name are passed over. */
  readonly obeysIgnoreFiles: boolean;
  /** Globs of base names that spare ripgrep files which `accepts` would turn down anyway. */
  readonly nameGlobs?: readonly string[] | undefined;
  /** Folders below the folder that need not be walked. */
  readonly excludedFolders?: readonly string[] | undefined;
  /** One of ripgrep's file types. */
  readonly type?: string | undefined;
  /** The last word on a path below the folder: pattern and policy. */
  readonly accepts: (path: string) => boolean;
}

/** What text. */
export interface TextQuery {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  /** Whether a match may span lines, and `.` a newline. */
  readonly multiline: boolean;
  /** What the files are encoded in, where that can't be seen from each of them. */
  readonly encoding?: EncodingName | undefined;
}

export interface LineQuery extends TextQuery {
  readonly onlyMatching: boolean;
  readonly before: number;
  readonly after: number;
}

/** A part of a result: `limit` entries behind the first `offset`. */
export interface Page {
  readonly offset: number;
  /** Infinity for all there are. */
  readonly limit: number;
}

/** How far a search got. */
export interface Reach {
  readonly timedOut: boolean;
  /** Places that the system would not let us look into, as it names them. */
  readonly unreadable: readonly string[];
}
