/** The settings in force, looked at with every call, and changed only on behalf of a person. */
import { basename } from "node:path";
import type { MaybePromise } from "../../fs/file-system.js";
import { finish, type Steps } from "../../fs/maybe-promise.js";
import type { AbsolutePath } from "../../fs/paths.js";
import type { RuleList } from "../access.js";
import { composeSettings, type LoadedSettings } from "./compose-settings.js";
import { createOwnSettingsTest } from "./own-settings.js";
import { type Look, type LookGround, SettingsLook } from "./settings-look.js";
import type { ChangeFile, SettingsWriter } from "./settings-writer.js";

export interface SettingsGround extends LookGround {
  readonly homeDirectory: string;
  readonly changeFile: ChangeFile;
  /** The folder of the administrator's policy. */
  readonly managedFolder: AbsolutePath;
}

/** Calls come in bursts; within one, what was found just before is good enough for reading. */
const GOOD_ENOUGH_MS = 100;

export class SettingsStore {
  readonly #ground: SettingsGround;
  readonly #look: SettingsLook;
  #current: LoadedSettings | undefined;
  #identity: readonly unknown[] = [];
  #lookedAt: number = Number.NEGATIVE_INFINITY;
  /** Looks may overtake each other on a slow disk; an older one must not become the present. */
  #looksBegun = 0;
  #newestLook = 0;
  #isOwn: (path: string) => boolean;
  /** Digests of the settings files of each root when they were last loaded, by the files' names. */
  #seen: ReadonlyMap<AbsolutePath, ReadonlyMap<string, string>> = new Map();

  constructor(ground: SettingsGround) {
    this.#ground = ground;
    this.#look = new SettingsLook(ground);
    this.#isOwn = this.#createOwnTest(undefined);
  }

  /**
   * Throws SETTINGS_INVALID while a file can't be used. `isExact` looks at the files now; otherwise what was found at
   * most 100 ms ago is good enough. The same object as long as nothing has changed; at once where the disk answers so.
   */
  load({ isExact }: { readonly isExact: boolean }): MaybePromise<LoadedSettings> {
    const age = this.#ground.now() - this.#lookedAt;
    if (!isExact && this.#current !== undefined && age >= 0 && age < GOOD_ENOUGH_MS) return this.#current;
    return finish(this.#loadNow());
  }

  *#loadNow(): Steps<LoadedSettings> {
    const turn = (this.#looksBegun += 1);
    const lookedAt = this.#ground.now();
    const { sources, identity, realPlaces } = yield* this.#look.lookAtAll();
    const present = this.#current;
    const isSame = present !== undefined && isSameList(identity, this.#identity);
    const loaded = isSame
      ? present
      : { ...composeSettings(sources, this.#ground.homeDirectory), revision: (present?.revision ?? 0) + 1 };
    if (turn < this.#newestLook) return loaded;
    this.#newestLook = turn;
    this.#lookedAt = lookedAt;
    this.#seen = collectDigests(sources);
    if (isSame) return loaded;
    this.#current = loaded;
    this.#identity = identity;
    this.#isOwn = this.#createOwnTest(realPlaces);
    return loaded;
  }

  /**
   * Whether no tool may write there: settings of any folder, the config folder, a file named by the host, also before
   * they exist. Where links lead is known once the settings have been loaded.
   */
  isOwnSettings(path: string): boolean {
    return this.#isOwn(path);
  }

  /** The files that the settings in force come from. */
  get knownFiles(): readonly AbsolutePath[] {
    return (this.#current?.sources ?? []).filter(({ isPresent }) => isPresent).map(({ file }) => file);
  }

  /** Answers the file that the rule is in now. `root` is the first one unless it is told. */
  addRule(
    list: RuleList,
    rule: string,
    to: "local" | "project" | "user",
    root?: AbsolutePath,
  ): Promise<AbsolutePath> {
    return this.#changing((writer) => writer.addRule(list, rule, to, root));
  }

  /** Whether it was there. `file` is that of a source. */
  removeRule(list: RuleList, rule: string, file: AbsolutePath): Promise<boolean> {
    return this.#changing((writer) => writer.removeRule(list, rule, file));
  }

  /**
   * Trusts the folder as it is, and its settings files as they were when they were last loaded: that is what a person has seen
   * of them. A later change of a file has to be trusted again.
   */
  trust(folder: AbsolutePath): Promise<void> {
    const seen = this.#seen.get(folder);
    return this.#changing((writer) => writer.trust(folder, seen));
  }

  /** The folder is a stranger again: rules that were granted there one by one are taken back too. */
  untrust(folder: AbsolutePath): Promise<void> {
    return this.#changing((writer) => writer.untrust(folder));
  }

  isTrusted(folder: AbsolutePath): MaybePromise<boolean> {
    return finish(this.#findTrusted(folder));
  }

  *#findTrusted(folder: AbsolutePath): Steps<boolean> {
    return (yield* this.#look.findTrust(yield* this.#look.findFolder(folder))).isTrusted;
  }

  /** What was found before a change is not good enough for whoever waited for it. */
  async #changing<T>(change: (writer: SettingsWriter) => Promise<T>): Promise<T> {
    const { SettingsWriter } = await import("./settings-writer.js");
    try {
      return await change(new SettingsWriter(this.#ground, this.#look));
    } finally {
      this.#lookedAt = Number.NEGATIVE_INFINITY;
      // Nor is a look that is still under way.
      this.#newestLook = this.#looksBegun + 1;
    }
  }

  #createOwnTest(real: Look["realPlaces"] | undefined): (path: string) => boolean {
    const { configFolder, settingsFile = configFolder, managedFolder } = this.#ground;
    const found = real === undefined ? [] : [real.configFolder, ...real.files];
    return createOwnSettingsTest({
      // Of the files too: a file made below one that is not there yet would make it a folder.
      folders: [configFolder, settingsFile, managedFolder, ...found],
      files: real?.linkedFolders ?? [],
    });
  }
}

function collectDigests(sources: Look["sources"]): ReadonlyMap<AbsolutePath, ReadonlyMap<string, string>> {
  const seen = new Map<AbsolutePath, Map<string, string>>();
  for (const { kind, file, folders, digest } of sources) {
    if (kind !== "local" && kind !== "project") continue;
    const digests = seen.get(folders[0]) ?? new Map<string, string>();
    if (digest !== undefined) digests.set(basename(file), digest);
    seen.set(folders[0], digests);
  }
  return seen;
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
