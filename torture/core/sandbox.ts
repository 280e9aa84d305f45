/** A project and a state directory in a temporary folder, put back to a prepared state before each run. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readVersion, type Version } from "./content.js";

const folders = new Set<string>();
process.on("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export class Sandbox {
  readonly base: string;
  readonly root: string;
  readonly state: string;

  constructor() {
    this.base = realpathSync(mkdtempSync(join(tmpdir(), "filewright-torture-")));
    folders.add(this.base);
    this.root = join(this.base, "root");
    this.state = join(this.base, "state");
    this.clear();
  }

  path(name: string): string {
    return join(this.root, name);
  }

  clear(): void {
    for (const folder of [this.root, this.state]) rmSync(folder, { recursive: true, force: true });
    mkdirSync(this.root);
  }

  /** Keeps project and state as they are now. Records name files by their paths, so the copy goes back to this place. */
  save(): void {
    const saved = join(this.base, "saved");
    rmSync(saved, { recursive: true, force: true });
    mkdirSync(saved);
    mkdirSync(this.state, { recursive: true });
    execFileSync("cp", ["-a", this.root, this.state, saved]);
  }

  restore(): void {
    for (const folder of [this.root, this.state]) rmSync(folder, { recursive: true, force: true });
    execFileSync("cp", ["-a", join(this.base, "saved/root"), join(this.base, "saved/state"), this.base]);
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
    folders.delete(this.base);
  }

  /** Every file of the project with its version; temporary files of the product apart. */
  look(): { readonly files: Record<string, Version>; readonly leftovers: readonly string[] } {
    const files: Record<string, Version> = {};
    const leftovers: string[] = [];
    for (const name of listFiles(this.root)) {
      if (name.includes(".filewright-")) leftovers.push(name);
      else files[name] = readVersion(join(this.root, name));
    }
    return { files, leftovers };
  }

  /** The history's files, the only internals that the kit touches. */
  historyFiles(): string[] {
    const folder = join(this.state, "history");
    return existsSync(folder) ? listFiles(folder).map((name) => join(folder, name)) : [];
  }
}

function listFiles(folder: string, below = ""): string[] {
  return readdirSync(join(folder, below))
    .toSorted()
    .flatMap((name) => {
      const relative = below === "" ? name : `${below}/${name}`;
      if (name === ".git") return [];
      return statSync(join(folder, relative), { throwIfNoEntry: false })?.isDirectory() === true
        ? listFiles(folder, relative)
        : [relative];
    });
}
