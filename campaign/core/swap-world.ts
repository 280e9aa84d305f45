/** The folders of a race: work that is allowed, and what a swap puts in its place for moments. */
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Snapshot } from "./oracle.js";
import { DENIED_CONTENT, DENIED_NAME, notebook, OUTSIDE_CONTENT, OUTSIDE_NAME } from "./tree.js";
import { listNames } from "./world.js";

/** What is exchanged, again and again, with what. */
export const swapKinds = ["hard link", "symbolic link", "folder", "folder above", "mount"] as const;
export type SwapKind = (typeof swapKinds)[number];

/** Which secrets the swap leads to. */
export const swapTargets = ["denied", "outside"] as const;
export type SwapTarget = (typeof swapTargets)[number];

const FILES = ["a.txt", "b.txt", "c.ipynb"] as const;

export class SwapWorld {
  readonly base: string;
  readonly root: string;
  readonly state: string;
  readonly home: string;
  readonly deny: readonly string[];
  readonly #before: Snapshot;

  constructor(kind: SwapKind, target: SwapTarget) {
    this.base = realpathSync(mkdtempSync(join(tmpdir(), "filewright-campaign-")));
    this.root = join(this.base, "in");
    this.state = join(this.base, "state");
    this.home = join(this.base, "home");
    // A hard link tells nothing of where its other names are, so what lies outside is denied there too.
    this.deny = [
      `Read(vault-${DENIED_NAME}/**)`,
      `Read(vault-${DENIED_NAME}/)`,
      "Read(~/**/*.key)",
      `Read(/${this.base}/home/keys/**)`,
    ];
    const secrets = target === "denied" ? `in/vault-${DENIED_NAME}` : "outside";
    this.#write("in/work/sub", "open");
    this.#write(`in/vault-${DENIED_NAME}`, DENIED_CONTENT);
    this.#write("outside", OUTSIDE_CONTENT);
    this.#write("home/keys", OUTSIDE_CONTENT);
    mkdirSync(join(this.base, "aside"));
    this.#prepare(kind, target === "outside" && kind === "hard link" ? "home/keys" : secrets);
    this.#before = this.snapshot();
  }

  #write(folder: string, content: string): void {
    const path = join(this.base, folder);
    mkdirSync(path, { recursive: true });
    for (const name of FILES) {
      const text = `needle ${content}\nsecond line\n`;
      writeFileSync(join(path, name), name.endsWith(".ipynb") ? notebook(`needle = "${content}"`) : text);
    }
    if (content !== "open")
      writeFileSync(join(path, `${content === DENIED_CONTENT ? DENIED_NAME : OUTSIDE_NAME}.txt`), content);
  }

  /** Puts beside the root what each swap exchanges. */
  #prepare(kind: SwapKind, secrets: string): void {
    const aside = join(this.base, "aside");
    const from = join(this.base, secrets);
    if (kind === "hard link") for (const name of FILES) linkSync(join(from, name), join(aside, name));
    if (kind === "symbolic link") for (const name of FILES) symlinkSync(join(from, name), join(aside, name));
    if (kind === "folder") symlinkSync(from, join(aside, "sub"));
    if (kind === "folder above") {
      mkdirSync(join(aside, "work"));
      symlinkSync(from, join(aside, "work/sub"));
    }
    if (kind !== "mount") return;
    // Mounted over the folder above, the link below it counts; unmounted, the folder.
    mkdirSync(join(aside, "mounted"));
    symlinkSync(from, join(aside, "mounted/sub"));
    cpSync(join(this.root, "work"), join(aside, "spare"), { recursive: true });
  }

  /** Names, contents and the times of folders, of all that no call may touch. Links of the swap move the times of files. */
  snapshot(): Snapshot {
    const entries: Record<string, string> = {};
    for (const folder of ["outside", "home", `in/vault-${DENIED_NAME}`]) {
      entries[folder] = describe(join(this.base, folder));
      for (const name of listNames(join(this.base, folder)))
        entries[`${folder}/${name}`] = describe(join(this.base, folder, name));
    }
    return entries;
  }

  get before(): Snapshot {
    return this.#before;
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

function describe(path: string): string {
  const stat = statSync(path, { bigint: true });
  return stat.isFile()
    ? `${stat.mode} ${stat.size} ${readFileSync(path, "latin1")}`
    : `${stat.mode} ${stat.mtimeNs}`;
}
