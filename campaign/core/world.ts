/** The folders that an attack runs against: a root with allowed and denied files, and secret files outside it. */
import {
  existsSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Place } from "../../torture/core/product.js";
import type { Snapshot } from "./oracle.js";
import {
  canaries,
  deniedFiles,
  denyRules,
  hardLinks,
  isDenied,
  links,
  openFiles,
  outsideFiles,
} from "./tree.js";

/** With the secret files, without them, or with them and hard links to them inside the root. */
export type WorldKind = "present" | "absent" | "linked";

const made = new Set<string>();
process.on("exit", () => {
  for (const base of made) rmSync(base, { recursive: true, force: true });
});

export class World implements Place {
  readonly base: string;
  readonly root: string;
  readonly state: string;
  readonly home: string;
  readonly permissions: { readonly deny: readonly string[]; readonly ask: readonly string[] };
  readonly #kind: WorldKind;
  #before: Snapshot;
  /** Whether calls have made files under names like secret ones, which the history then knows. */
  hasMadeNames = false;

  constructor(kind: WorldKind) {
    this.#kind = kind;
    this.base = realpathSync(mkdtempSync(join(tmpdir(), "filewright-campaign-")));
    made.add(this.base);
    this.root = join(this.base, "in");
    this.state = join(this.base, "state");
    this.home = join(this.base, "home");
    this.permissions = { deny: denyRules(this.base, ""), ask: ["Read(asked/**)"] };
    for (const folder of [this.root, this.home]) mkdirSync(folder, { recursive: true });
    this.#writeAll("in", openFiles);
    if (kind !== "absent") {
      this.#writeAll("in", deniedFiles);
      this.#writeAll("", outsideFiles);
    }
    for (const [name, target] of Object.entries(links(this.base))) symlinkSync(target, join(this.root, name));
    if (kind === "linked") this.#addHardLinks();
    writeFileSync(
      this.settings,
      JSON.stringify({ permissions: { ...this.permissions, deny: denyRules(this.base, "/in") } }),
    );
    this.tidy();
    this.#before = this.snapshot();
  }

  /** The user's rules, for entry points that take them from a file. */
  get settings(): string {
    return join(this.base, "settings.json");
  }

  #writeAll(below: string, files: Readonly<Record<string, string>>): void {
    for (const [name, content] of Object.entries(files)) {
      const path = join(this.base, below, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }

  #addHardLinks(): void {
    for (const [name, target] of Object.entries(hardLinks))
      linkSync(join(this.base, target), join(this.root, name));
  }

  /** Takes what is there now for what no call may touch. */
  remember(): void {
    this.#before = this.snapshot();
  }

  /**
   * Removes files that calls have made under names like secret ones. Listings are ordered by time, so levels times: both worlds
   * must have the same order, however long a change took.
   */
  tidy(): void {
    const names = [...listNames(this.root)].toSorted();
    for (const name of names) {
      const isMade =
        canaries.names.some((canary) => name.toLowerCase().includes(canary)) && !this.#isSecret(name);
      if (!isMade) continue;
      rmSync(join(this.root, name), { recursive: true, force: true });
      this.hasMadeNames = true;
    }
    const shared = names.filter((name) => !this.#isSecret(name));
    for (const [index, name] of shared.entries()) {
      const path = join(this.root, name);
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
        lutimesSync(path, 1_700_000_000 + index, 1_700_000_000 + index);
    }
  }

  /** Whether a name inside the root is denied, or another name of a secret file. */
  #isSecret(name: string): boolean {
    return isDenied(name) || (this.#kind === "linked" && Object.hasOwn(hardLinks, name));
  }

  /** Files that no call may touch: everything outside root and state, and what is denied inside. */
  snapshot(): Snapshot {
    const entries: Record<string, string> = {};
    for (const name of listNames(this.base)) {
      const isInside = name === "in" || name.startsWith("in/");
      if (isInside ? !this.#isSecret(name.slice(3)) : name === "state" || name.startsWith("state/")) continue;
      entries[name] = describe(join(this.base, name));
    }
    return entries;
  }

  get before(): Snapshot {
    return this.#before;
  }

  /** Files that calls may write, with or without the history. */
  *writable(folders: readonly ("in" | "state")[]): Generator<readonly [string, Buffer]> {
    for (const folder of folders) {
      const path = join(this.base, folder);
      if (!existsSync(path)) continue;
      for (const name of listNames(path)) {
        const file = join(path, name);
        if (!this.#isSecret(name) && lstatSync(file).isFile())
          yield [`${folder}/${name}`, readFileSync(file)];
      }
    }
  }

  /** A text without what differs between equal worlds: folders, ids, times. */
  normalise(text: string): string {
    return (
      this.#completeBase(text)
        .replaceAll(this.base, "<base>")
        .replaceAll(basename(this.base), "<name>")
        .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "<id>")
        .replaceAll(/\b[0-9a-z]{1,12}-[0-9a-z]{13,16}\b/g, "<change>")
        .replaceAll(/\b[0-9a-f]{12}[0-9a-z]{1,4}\b/g, "<name>")
        .replaceAll(/\/proc\/\d+/g, "/proc/<pid>")
        // The person is told how much was left out.
        .replaceAll(
          /"withheld":\d+,?|\d+ files? left alone: permission rules deny reading (?:it|them)\.\s/g,
          "",
        )
        .replaceAll(/"durationMs":[\d.]+,?/g, "")
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
        .replaceAll(/\(reference [^)]*\)/g, "<reference>")
        // Signed versions of files differ from server to server.
        .replaceAll(/[\w-]{70,}(?:\.[\w-]+)*/g, "<sealed>")
    );
  }

  /** A long path is shown with its middle left out, which may be a part of the base. */
  #completeBase(text: string): string {
    const { base } = this;
    let whole = text;
    for (let cut = 1; cut < base.length; cut += 1) {
      const [start, end] = [base.slice(0, cut), base.slice(cut)];
      if (start.length > 4) whole = whole.replaceAll(`${start}…`, "<base>…");
      if (end.length > 1) whole = whole.replaceAll(`…${end}/`, "…<base>/");
    }
    return whole;
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
    made.delete(this.base);
  }
}

/** Everything below a folder, no link followed. */
export function* listNames(folder: string, below = ""): Generator<string> {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true, encoding: "utf8" })) {
    const name = join(below, entry.name);
    yield name;
    if (entry.isDirectory()) yield* listNames(folder, name);
  }
}

/** Content and everything that a change would move, but not the time of the last reading. */
function describe(path: string): string {
  const stat = lstatSync(path, { bigint: true });
  const content = stat.isFile()
    ? readFileSync(path, "latin1")
    : stat.isSymbolicLink()
      ? readlinkSync(path)
      : "";
  return [stat.mode, stat.uid, stat.gid, stat.ino, stat.nlink, stat.mtimeNs, stat.ctimeNs, content].join(" ");
}
