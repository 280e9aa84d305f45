/** What programs have to read besides the files they work on. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { systemFolders } from "./policy.js";

/** Programs of the system and the libraries that they are linked with, without the rest of `/etc`. */
export const libraryFolders: readonly string[] = [
  ...systemFolders.filter((folder) => folder !== "/etc" && folder !== "/private/etc"),
  "/etc/ld.so.cache",
  "/etc/ld.so.preload",
  "/etc/localtime",
  "/etc/alternatives",
  "/private/var/select",
];

/** How a process finds out how many threads and how much memory it may use. */
export const machineFiles: readonly string[] = [
  "/proc/self",
  "/proc/meminfo",
  "/proc/cpuinfo",
  "/proc/version_signature",
  "/proc/sys/vm/overcommit_memory",
  "/sys/fs/cgroup",
  "/sys/devices/system/cpu",
];

/** Node does not start where it finds settings of OpenSSL that it can't read. */
const nodeSettings: readonly string[] = [
  "/etc/ssl/openssl.cnf",
  "/etc/pki/tls/openssl.cnf",
  "/etc/crypto-policies",
  "/private/etc/ssl/openssl.cnf",
];
/** What drawings with text are made with. */
const fontFolders: readonly string[] = ["/etc/fonts", "/var/cache/fontconfig"];

/** All that this very Node needs to run a script of a package: itself, libraries, and the packages beside the script. */
export function nodeNeeds(script: string): readonly string[] {
  // Electron keeps its data beside its program.
  const isElectron = process.versions["electron"] !== undefined;
  return [
    ...libraryFolders,
    ...machineFiles,
    ...nodeSettings,
    ...fontFolders,
    isElectron ? dirname(process.execPath) : process.execPath,
    dirname(script),
    ...packageFolders(script),
    ...findOwnPackage(),
  ];
}

/** Our own code. Nothing where a host was bundled into one file. */
function findOwnPackage(): readonly string[] {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve("filewright/package.json"));
    return [join(folder, "dist"), join(folder, "native"), ...packageFolders(join(folder, "package.json"))];
  } catch {
    return [];
  }
}

/** The folders of packages that code at a path can import from, and the manifests that say how. */
function packageFolders(path: string): readonly string[] {
  const folder = dirname(path);
  if (folder === path) return [];
  return [join(folder, "node_modules"), join(folder, "package.json"), ...packageFolders(folder)];
}
