/**
 * Changes of our own settings on behalf of a person: rules they add or take back, folders they trust. Nothing is ever
 * written through a link, and two processes that change one file at once both get their way.
 */
import { basename, dirname, join } from "node:path";
import { FileSystemError } from "../../fs/file-system.js";
import { finish, type Steps, waitFor } from "../../fs/maybe-promise.js";
import type { AbsolutePath, RealPath } from "../../fs/paths.js";
import type { RuleList, SourceKind } from "../access.js";
import { maxSettingsBytes } from "../rule-bounds.js";
import { planRuleAddition, planRuleRemoval, type SettingsEdit } from "./edit-settings.js";
import { type ParsedSettings, parseSettings } from "./parse-settings.js";
import type { FoundFolder, LookGround, SettingsLook } from "./settings-look.js";
import { LOCAL_FILE, PROJECT_FILE, SETTINGS_FOLDER, TRUST_FILE, USER_FILE } from "./settings-places.js";
import {
  refuseFault,
  refuseForeignFile,
  refuseLinked,
  refuseNoFolder,
  refuseTooLarge,
} from "./settings-refusals.js";
import { emptyBook, identityOf, isSameFolder, stranger, type TrustEntry } from "./trust-book.js";
import { parseTrust, writeTrust } from "./trust-file.js";
import { digestOf, WatchedFile } from "./watched-file.js";

/**
 * Replaces a file of our own under a lock, by compare-and-swap, and creates its folder as needed. `change` is handed the
 * present text, undefined where there is no file, and may be called again; undefined leaves the file as it is.
 */
export type ChangeFile = (
  path: AbsolutePath,
  change: (present: string | undefined) => string | undefined,
  /** Of a new file, whatever the umask. */
  mode?: number,
) => Promise<void>;

export interface WriterGround extends LookGround {
  readonly changeFile: ChangeFile;
}

/** A settings file that may be written: where it stands, and whether its allow rules need a grant. */
interface WritableFile {
  readonly file: AbsolutePath;
  /** The folder that links may lead to; below it none is followed. */
  readonly folder: AbsolutePath;
  readonly name: string;
  readonly kind: "user" | "project" | "local" | "flag";
}

/** Of new files: a project's settings are for everybody who works on it, all others for one person. */
const modes: Readonly<Record<WritableFile["kind"], number>> = {
  user: 0o600,
  project: 0o644,
  local: 0o600,
  flag: 0o600,
};

interface WritePlace extends WritableFile {
  readonly found: FoundFolder;
  readonly realPath: RealPath;
}

export class SettingsWriter {
  readonly #ground: WriterGround;
  readonly #look: SettingsLook;

  constructor(ground: WriterGround, look: SettingsLook) {
    this.#ground = ground;
    this.#look = look;
  }

  async addRule(
    list: RuleList,
    rule: string,
    to: "local" | "project" | "user",
    root: AbsolutePath | undefined = this.#ground.roots[0],
  ): Promise<AbsolutePath> {
    const place = await finish(this.#findPlace(this.#fileFor(to, root ?? this.#ground.configFolder)));
    const isNew = await this.#edit(place, (text) => planRuleAddition(text, list, rule));
    if (list === "allow" && to === "local") await this.#grant(place, rule, isNew);
    if (to === "local") await this.#keepOutOfGit(place);
    return place.file;
  }

  async removeRule(list: RuleList, rule: string, file: AbsolutePath): Promise<boolean> {
    const target = this.#writableFiles().find((each) => each.file === file);
    if (target === undefined) throw refuseForeignFile(file);
    const place = await finish(this.#findPlace(target));
    const isRemoved = await this.#remove(place, list, rule);
    if (list === "allow" && place.kind === "local") {
      await this.#changeGrants(place, (granted) => granted.filter((each) => each !== rule));
    }
    return isRemoved;
  }

  /** `seen` are the digests of the settings files that the person decides about; by default those that are there now. */
  async trust(folder: AbsolutePath, seen?: ReadonlyMap<string, string>): Promise<void> {
    const found = await finish(this.#look.findFolder(folder));
    if (!found.isThere) throw refuseNoFolder(folder);
    const settings = seen ?? (await finish(this.#look.findDigests(found)));
    await this.#changeTrust(found, (entry) => ({ ...entry, isTrusted: true, settings }));
  }

  async untrust(folder: AbsolutePath): Promise<void> {
    await this.#changeTrust(await finish(this.#look.findFolder(folder)), () => stranger);
  }

  /**
   * Keeps a person's own settings out of `git status`. An ignore file of the project's own is never changed; the rule holds
   * even if ours can't be written.
   */
  async #keepOutOfGit({ found: { real } }: WritePlace): Promise<void> {
    const { changeFile, fileSystem } = this.#ground;
    try {
      if (await isIgnoredBy(join(real, ".gitignore") as RealPath, fileSystem)) return;
      const file = join(real, SETTINGS_FOLDER, ".gitignore") as AbsolutePath;
      await changeFile(file, (present) => (present === undefined ? IGNORE_FILE : undefined), modes.project);
    } catch {
      // The person asked for the rule, which is written by now.
    }
  }

  /** What can't be granted is not left behind: in a folder that is not trusted it would mean nothing. */
  async #grant(place: WritePlace, rule: string, isNew: boolean): Promise<void> {
    try {
      await this.#changeGrants(place, (granted) => (granted.includes(rule) ? granted : [...granted, rule]));
    } catch (cause) {
      // If that fails as well, the first failure is the one to report.
      if (isNew) await this.#remove(place, "allow", rule).catch(() => undefined);
      throw cause;
    }
  }

  /**
   * Drops with each change what has been taken out of the file by hand: a repository that brings such a rule back must
   * not find it granted. A rule is in the file before it is granted, so one that is granted first and not there when
   * the file is read after that was taken out, not just about to be added by another process.
   */
  async #changeGrants(
    place: WritePlace,
    change: (granted: readonly string[]) => readonly string[],
  ): Promise<void> {
    const known = await finish(this.#look.findTrust(place.found));
    const watched = new WatchedFile<ParsedSettings>(this.#ground, async () => parseSettings);
    const state = await finish(watched.look(place.realPath));
    const allowed = state.kind === "present" ? state.value.settings.allow : [];
    const stale = known.granted.filter((rule) => !allowed.includes(rule));
    await this.#changeTrust(place.found, (entry) => ({
      ...entry,
      granted: change(entry.granted.filter((rule) => !stale.includes(rule))),
    }));
  }

  /** What was said about another folder that had this path does not count for this one. */
  async #changeTrust({ real, stat }: FoundFolder, change: (entry: TrustEntry) => TrustEntry): Promise<void> {
    const { configFolder, changeFile } = this.#ground;
    const identity = stat && identityOf(stat);
    const file = join(configFolder, TRUST_FILE) as AbsolutePath;
    const place = await finish(
      this.#findPlace({ file, folder: configFolder, name: TRUST_FILE, kind: "user" }),
    );
    await changeFile(place.realPath, (present) => {
      const book = present === undefined ? emptyBook : parseTrust(present);
      if (book.kind === "invalid") throw refuseFault(file, book);
      const changeOwn = (entry: TrustEntry): TrustEntry => ({
        ...change(isSameFolder(entry.identity, identity) ? entry : stranger),
        ...(identity === undefined ? {} : { identity }),
      });
      return withinBound(writeTrust(book, real, changeOwn), file, "user");
    });
  }

  #fileFor(kind: "local" | "project" | "user", root: AbsolutePath): WritableFile {
    const folder = kind === "user" ? this.#ground.configFolder : root;
    const name =
      kind === "user" ? USER_FILE : join(SETTINGS_FOLDER, kind === "local" ? LOCAL_FILE : PROJECT_FILE);
    return { file: join(folder, name) as AbsolutePath, folder, name, kind };
  }

  #writableFiles(): WritableFile[] {
    const { roots, configFolder, settingsFile } = this.#ground;
    const files = [
      ...roots.flatMap((root) => [this.#fileFor("local", root), this.#fileFor("project", root)]),
      this.#fileFor("user", configFolder),
    ];
    if (settingsFile === undefined) return files;
    const folder = dirname(settingsFile) as AbsolutePath;
    return [...files, { file: settingsFile, folder, name: basename(settingsFile), kind: "flag" }];
  }

  /** Only where the file stands in that very folder: a link could make us write anywhere. */
  *#findPlace(target: WritableFile): Steps<WritePlace> {
    const folder = yield* this.#look.findFolder(target.folder);
    if (!folder.isThere && target.kind !== "user") throw refuseNoFolder(target.folder);
    const realPath = join(folder.real, target.name) as RealPath;
    const reached = yield* this.#findReached(realPath);
    if (reached !== realPath) throw refuseLinked(target.file);
    return { ...target, found: folder, realPath };
  }

  *#findReached(path: RealPath): Steps<RealPath | undefined> {
    try {
      return (yield* waitFor(this.#ground.fileSystem.resolve(path))).realPath;
    } catch (cause) {
      // Links in a circle.
      if (cause instanceof FileSystemError && cause.code === "ELOOP") return undefined;
      throw cause;
    }
  }

  #remove(place: WritePlace, list: RuleList, rule: string): Promise<boolean> {
    return this.#edit(place, (text) =>
      text === undefined ? { kind: "unchanged" } : planRuleRemoval(text, list, rule),
    );
  }

  /** Whether anything was changed. */
  async #edit(place: WritePlace, plan: (text: string | undefined) => SettingsEdit): Promise<boolean> {
    let change: { readonly from: string | undefined; readonly to: string } | undefined;
    await this.#ground.changeFile(
      place.realPath,
      (present) => {
        const edit = plan(present);
        if (edit.kind === "invalid") throw refuseFault(place.file, edit);
        change = edit.kind === "changed" ? { from: present, to: edit.text } : undefined;
        return withinBound(change?.to, place.file, place.kind);
      },
      modes[place.kind],
    );
    if (change !== undefined) await this.#keepTrusted(place, change);
    return change !== undefined;
  }

  /** A file that was trusted stays so when the person changes it through us, and so does one that we create. */
  async #keepTrusted(
    { found, kind, realPath }: WritePlace,
    { from, to }: { readonly from: string | undefined; readonly to: string },
  ): Promise<void> {
    if (kind !== "local" && kind !== "project") return;
    if (!(await finish(this.#look.findTrust(found))).isTrusted) return;
    const name = basename(realPath);
    await this.#changeTrust(found, (entry) => {
      const isKnown = from === undefined || entry.settings.get(name) === digestOf(from);
      if (!entry.isTrusted || !isKnown) return entry;
      return { ...entry, settings: new Map([...entry.settings, [name, digestOf(to)]]) };
    });
  }
}

/** Ignores itself too, so a project that does not know Filewright stays as it was. */
const IGNORE_FILE = `# Written by Filewright: settings of one person, not of the project.\n/${LOCAL_FILE}\n/.gitignore\n`;
const MAX_IGNORE_BYTES = 1024 * 1024;

/** Whether the project's own ignore file has a rule for the settings already. */
async function isIgnoredBy(file: RealPath, fileSystem: LookGround["fileSystem"]): Promise<boolean> {
  const { realPath, stat } = await fileSystem.resolve(file);
  if (stat?.kind !== "file") return false;
  const { bytes } = await fileSystem.readSmallFile(realPath, MAX_IGNORE_BYTES, stat);
  if (bytes === undefined) return false;
  const { default: ignore } = await import("ignore");
  return ignore().add(new TextDecoder().decode(bytes)).ignores(`${SETTINGS_FOLDER}/${LOCAL_FILE}`);
}

/** What could not be read again would stop every tool. */
function withinBound(text: string | undefined, file: AbsolutePath, kind: SourceKind): string | undefined {
  if (text !== undefined && Buffer.byteLength(text) > maxSettingsBytes(kind)) throw refuseTooLarge(file);
  return text;
}
