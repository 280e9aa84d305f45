/**
 * What a language server or a confined program reads besides the roots and the system's folders: its own installation, programs
 * on the PATH with their libraries, and toolchains at their usual places. Home directories hold secrets, so nothing is granted that
 * contains one.
 */
import { basename, delimiter, dirname, isAbsolute, join, sep } from "node:path";
import { isInside } from "../fs/containment.js";
import type { FileSystem } from "../fs/file-system.js";
import type { AbsolutePath } from "../fs/paths.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import type { InstalledServer } from "./find-servers.js";
import type { Environment } from "./server-environment.js";

export interface PlacesDeps {
  readonly fileSystem: FileSystem;
  /** Real paths of the roots. */
  readonly folders: readonly string[];
  readonly homeDirectory: string;
}

/** Below the home directory. Of `.cargo` not all: credentials lie there. */
const homeToolchains: readonly string[] = [
  ".cargo/bin",
  ".cargo/registry",
  ".cargo/git",
  ".rustup",
  "go/bin",
  "go/pkg/mod",
  "sdk",
  ".local/lib",
  ".local/share/pipx",
  ".local/share/uv",
  ".local/share/pnpm",
  ".local/share/mise/installs",
  ".local/share/fnm",
  ".asdf/installs",
  ".pyenv/versions",
  ".nvm/versions",
  ".volta/tools",
  ".volta/bin",
  ".bun/install/global",
  ".nix-profile",
];
const otherToolchains: readonly string[] = ["/home/linuxbrew/.linuxbrew", "/snap", "/run/current-system"];
/** By variable, the parts of the folder that it names. */
const namedToolchains: Readonly<Record<string, readonly string[]>> = {
  GOROOT: [""],
  GOMODCACHE: [""],
  GOPATH: ["pkg/mod"],
  RUSTUP_HOME: [""],
  CARGO_HOME: ["bin", "registry", "git"],
  JAVA_HOME: [""],
  VIRTUAL_ENV: [""],
  NVM_DIR: ["versions"],
  VOLTA_HOME: ["tools", "bin"],
  FNM_DIR: [""],
};
/** Beside `bin`. */
const libraryFolders: readonly string[] = ["lib", "lib64", "libexec", "include", "pkg"];
const GO_SOURCES = "src/runtime";

/** Real paths of what is there. `environment` is the one that the server gets. */
export function findServerPlaces(
  { definition, program, tsserver, environment }: InstalledServer & { readonly environment: Environment },
  deps: PlacesDeps,
): Promise<readonly string[]> {
  const words = [...(definition.arguments ?? []), ...(tsserver === undefined ? [] : [tsserver])];
  const files = [program.path, program.realPath, ...words.filter((word) => isAbsolute(word))];
  return findToolPlaces(environment, files, deps);
}

/** Real paths of programs on the PATH, toolchains, and the installations of the given files. */
export async function findToolPlaces(
  environment: Environment,
  files: readonly string[],
  { fileSystem, folders, homeDirectory }: PlacesDeps,
): Promise<readonly string[]> {
  const find = async (path: string): Promise<string | undefined> => {
    const found = await unlessUnavailable(() => fileSystem.resolve(path as AbsolutePath));
    return found?.stat === undefined ? undefined : found.realPath;
  };
  const home = (await find(homeDirectory)) ?? homeDirectory;
  const isGranted = (place: string): boolean =>
    [homeDirectory, home, ...folders].every((folder) => !isInside(folder, place));
  const searched = (environment["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const candidates = [
    ...homeToolchains.map((name) => join(homeDirectory, name)),
    ...otherToolchains,
    ...Object.entries(namedToolchains).flatMap(([name, parts]) => {
      const value = environment[name];
      return value === undefined || !isAbsolute(value) ? [] : parts.map((part) => join(value, part));
    }),
    ...searched.flatMap((folder) => [folder, ...librariesOf(folder)]),
  ];
  for (const file of files) {
    const real = await find(file);
    if (real !== undefined) candidates.push(real, ...installationOf(real));
  }
  for (const folder of searched) {
    const above = dirname((await find(join(folder, "go"))) ?? folder);
    const goRoot = dirname(above);
    if ((await find(join(goRoot, GO_SOURCES))) !== undefined) candidates.push(goRoot);
  }
  const places = await Promise.all([...new Set(candidates)].map(find));
  return [...new Set(places.filter((place) => place !== undefined && isGranted(place)))] as string[];
}

/** The outermost folder of packages around a file; else its folder, with the libraries beside it. */
function installationOf(file: string): readonly string[] {
  const names = file.split(sep);
  const packages = names.indexOf("node_modules");
  if (packages > 0) return [names.slice(0, packages + 1).join(sep)];
  const folder = dirname(file);
  return [folder, ...librariesOf(folder)];
}

function librariesOf(folder: string): readonly string[] {
  return basename(folder) === "bin" ? libraryFolders.map((name) => join(dirname(folder), name)) : [];
}
