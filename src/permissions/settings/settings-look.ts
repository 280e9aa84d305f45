/** One look at every place that settings may lie in. */
import { basename, dirname, join } from "node:path";
import type { ToolError } from "../../errors/tool-error.js";
import { type FileStat, FileSystemError, type ResolvedPath } from "../../fs/file-system.js";
import { type Steps, waitFor } from "../../fs/maybe-promise.js";
import { findSettingsFault } from "../../fs/ownership.js";
import type { AbsolutePath, RealPath } from "../../fs/paths.js";
import { findRuleExcess, maxSettingsBytes } from "../rule-bounds.js";
import type { FoundSource } from "./compose-settings.js";
import type { ParsedSettings } from "./parse-settings.js";
import { LOCAL_FILE, PROJECT_FILE, SETTINGS_FOLDER, TRUST_FILE, USER_FILE } from "./settings-places.js";
import { describeFault, refuseFault } from "./settings-refusals.js";
import {
  emptyBook,
  type FolderTrust,
  identityOf,
  judgeFolder,
  judgeSettings,
  ownersTrust,
  type TrustBook,
} from "./trust-book.js";
import {
  type FileState,
  isNothingAt,
  missing,
  type ParseFile,
  WatchedFile,
  type WatchedFileGround,
} from "./watched-file.js";

export interface LookGround extends WatchedFileGround {
  /** Each may hold settings of its project and local ones. */
  readonly roots: readonly AbsolutePath[];
  /** Holds the user's settings, and what they trust. */
  readonly configFolder: AbsolutePath;
  /** A file that whoever started the program has named; it must exist. */
  readonly settingsFile?: AbsolutePath;
}

export interface Look {
  /** By weight, the one that has the say first. */
  readonly sources: readonly FoundSource[];
  /** Where the files really lie or would be made, for whoever keeps tools away from them. */
  readonly realPlaces: {
    readonly configFolder: RealPath;
    readonly files: readonly RealPath[];
    /** Folders that links to settings lead to, where other files may lie as well. */
    readonly linkedFolders: readonly RealPath[];
  };
  /** Equal, item by item, as long as nothing has changed. */
  readonly identity: readonly unknown[];
}

export interface FoundFolder {
  readonly given: AbsolutePath;
  readonly real: RealPath;
  readonly isThere: boolean;
  /** `undefined` if nothing is there. */
  readonly stat: FileStat | undefined;
}

/** A source that is looked at again and again. */
interface Source {
  readonly kind: FoundSource["kind"];
  /** As it is given. */
  readonly file: AbsolutePath;
  readonly watched: WatchedFile<ParsedSettings>;
}

async function loadSettingsParser(): Promise<ParseFile<ParsedSettings>> {
  return (await import("./parse-settings.js")).parseSettings;
}

async function loadTrustParser(): Promise<ParseFile<TrustBook>> {
  return (await import("./trust-file.js")).parseTrust;
}

interface Found {
  readonly source: FoundSource;
  readonly state: FileState<ParsedSettings>;
}

export class SettingsLook {
  readonly #ground: LookGround;
  readonly #roots: readonly {
    readonly root: AbsolutePath;
    readonly local: Source;
    readonly project: Source;
  }[];
  readonly #user: Source;
  readonly #flag: Source | undefined;
  readonly #trust: WatchedFile<TrustBook>;
  /** The config folder's real path, while nothing is there that could have changed it. */
  #realConfig: RealPath | undefined;

  constructor(ground: LookGround) {
    const { roots, configFolder, settingsFile } = ground;
    const source = (kind: Source["kind"], ...names: [string, ...string[]]): Source => ({
      kind,
      file: join(...names) as AbsolutePath,
      watched: new WatchedFile<ParsedSettings>(ground, loadSettingsParser, {
        isOwn: kind === "user",
        maxBytes: maxSettingsBytes(kind),
      }),
    });
    this.#ground = ground;
    this.#roots = roots.map((root) => ({
      root,
      local: source("local", root, SETTINGS_FOLDER, LOCAL_FILE),
      project: source("project", root, SETTINGS_FOLDER, PROJECT_FILE),
    }));
    this.#user = source("user", configFolder, USER_FILE);
    this.#flag = settingsFile === undefined ? undefined : source("flag", settingsFile);
    this.#trust = new WatchedFile<TrustBook>(ground, loadTrustParser, { isOwn: true });
  }

  *lookAtAll(): Steps<Look> {
    const config = yield* this.#findConfig();
    const { book, realPath } = yield* this.#readBook(config);
    const found: Found[] = [];
    if (this.#flag !== undefined) found.push(yield* this.#lookAtFlag(this.#flag));
    const projects: Found[] = [];
    const linked: RealPath[] = [];
    const linkedFolders: RealPath[] = [];
    const identities: string[] = [];
    for (const { root, local, project } of this.#roots) {
      const folder = yield* this.findFolder(root);
      const entry = book.folders.get(folder.real);
      const identity = folder.stat && identityOf(folder.stat);
      const trust = judgeFolder(entry, identity);
      const judge = (name: string, digest: string | undefined): FolderTrust =>
        judgeSettings(trust, entry, name, digest);
      identities.push(`${identity?.device} ${identity?.inode}`);
      const below = yield* this.#findSettingsFolder(folder);
      if (below !== undefined && below !== join(folder.real, SETTINGS_FOLDER)) {
        linkedFolders.push(below);
        linked.push(join(below, LOCAL_FILE) as RealPath, join(below, PROJECT_FILE) as RealPath);
      }
      found.push(yield* lookAt(local, folder, judge, below));
      projects.push(yield* lookAt(project, folder, judge, below));
    }
    const user = yield* lookAt(this.#user, config, trustOwner, config.isThere ? config.real : undefined);
    const all = [...found, ...projects, user];
    return {
      sources: all.map(({ source }) => source),
      realPlaces: {
        configFolder: config.real,
        files: [realPath, ...linked, ...all.map(({ state }) => realPathOf(state))].filter(
          (path) => path !== undefined,
        ),
        linkedFolders,
      },
      identity: [
        config.real,
        book,
        realPath,
        ...linked,
        ...identities,
        ...all.flatMap(({ source, state }) => [source.folders.at(-1), stampOf(state)]),
      ],
    };
  }

  /** Whether a folder is trusted, and which rules are granted there. Settings files need their own content trusted, too. */
  *findTrust({ real, stat }: FoundFolder): Steps<FolderTrust> {
    const { book } = yield* this.#readBook(yield* this.#findConfig());
    return judgeFolder(book.folders.get(real), stat && identityOf(stat));
  }

  /** The digests of a folder's settings files, by the files' names. */
  *findDigests(folder: FoundFolder): Steps<ReadonlyMap<string, string>> {
    const digests = new Map<string, string>();
    const below = yield* this.#findSettingsFolder(folder);
    for (const name of below === undefined ? [] : [LOCAL_FILE, PROJECT_FILE]) {
      const watched = new WatchedFile<ParsedSettings>(this.#ground, loadSettingsParser);
      const state = yield* watched.look(join(below ?? "", name) as AbsolutePath);
      if (state.kind === "present") digests.set(name, state.digest);
    }
    return digests;
  }

  /** A folder under both its names. One that can't even be looked at might hold settings that forbid something. */
  *findFolder(given: AbsolutePath): Steps<FoundFolder> {
    try {
      const resolved: ResolvedPath = yield* waitFor(this.#ground.fileSystem.resolve(given));
      const { realPath: real, stat } = resolved;
      return { given, real, isThere: stat?.kind === "directory", stat };
    } catch (cause) {
      if (!(cause instanceof FileSystemError)) throw cause;
      throw refuseFolder(given, cause);
    }
  }

  *#findConfig(): Steps<FoundFolder> {
    const { configFolder: given } = this.#ground;
    // Without a real path known from before there is none to answer.
    if (this.#realConfig !== undefined && (yield* this.#isNothing(given, given))) {
      return { given, real: this.#realConfig, isThere: false, stat: undefined };
    }
    const found = yield* this.findFolder(given);
    // Whoever can write to the config folder can put rules there in the user's name.
    const fault = found.stat && findSettingsFault(found.stat);
    if (fault !== undefined) throw refuseFault(given, describeFault(fault, found.real));
    this.#realConfig = found.real;
    return found;
  }

  /** Below the real name, so that what is found there and whose trust is asked are one folder's. */
  *#findSettingsFolder({ given, real, isThere }: FoundFolder): Steps<RealPath | undefined> {
    if (!isThere) return undefined;
    const path = join(real, SETTINGS_FOLDER) as AbsolutePath;
    if (yield* this.#isNothing(path, given)) return undefined;
    return (yield* this.findFolder(path)).real;
  }

  *#isNothing(path: AbsolutePath, shown: AbsolutePath): Steps<boolean> {
    try {
      return yield* isNothingAt(path, this.#ground.fileSystem);
    } catch (cause) {
      if (!(cause instanceof FileSystemError)) throw cause;
      throw refuseFolder(shown, cause);
    }
  }

  *#readBook(
    config: FoundFolder,
  ): Steps<{ readonly book: TrustBook; readonly realPath: RealPath | undefined }> {
    const state = config.isThere
      ? yield* this.#trust.look(join(config.real, TRUST_FILE) as AbsolutePath)
      : missing;
    if (state.kind === "broken") throw refuseFault(join(config.given, TRUST_FILE), state, state.cause);
    return { book: state.kind === "present" ? state.value : emptyBook, realPath: realPathOf(state) };
  }

  *#lookAtFlag(flag: Source): Steps<Found> {
    const folder = yield* this.findFolder(dirname(flag.file) as AbsolutePath);
    const found = yield* lookAt(flag, folder, trustOwner, dirname(flag.file));
    if (found.state.kind === "missing") throw refuseFault(flag.file, { problem: "there is no such file" });
    return found;
  }
}

/** `place` is the folder to look in, or undefined where there is none. */
function* lookAt(
  { kind, file, watched }: Source,
  { given, real }: FoundFolder,
  judge: (name: string, digest: string | undefined) => FolderTrust,
  place: string | undefined,
): Steps<Found> {
  const state =
    place === undefined ? missing : yield* watched.look(join(place, basename(file)) as AbsolutePath);
  if (state.kind === "broken") throw refuseFault(file, state, state.cause);
  const folders: FoundSource["folders"] = given === real ? [given] : [given, real];
  const parsed = state.kind === "present" ? state.value : undefined;
  const excess = parsed === undefined ? undefined : findRuleExcess(kind, parsed.settings);
  if (excess !== undefined) throw refuseFault(file, { problem: excess });
  const digest = state.kind === "present" ? state.digest : undefined;
  const trust = judge(basename(file), digest);
  return { source: { kind, file, folders, parsed, digest, trust }, state };
}

function trustOwner(): FolderTrust {
  return ownersTrust;
}

function realPathOf(state: FileState<unknown>): RealPath | undefined {
  return state.kind === "broken" ? undefined : "realPath" in state ? state.realPath : undefined;
}

/** What is missing is made anew with every look. */
function stampOf(state: FileState<unknown>): unknown {
  return state.kind === "missing" ? (state.realPath ?? missing) : state;
}

function refuseFolder(folder: AbsolutePath, cause: FileSystemError): ToolError {
  return refuseFault(folder, { problem: `the folder can't be looked into (${cause.code})` }, cause);
}
