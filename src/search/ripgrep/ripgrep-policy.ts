/** What ripgrep may do: read the folder that it searches and the ignore files that hold there, and nothing else. */
import { dirname, join, resolve } from "node:path";
import type { FileSystem } from "../../fs/file-system.js";
import { findSmallText } from "../../fs/find-small-text.js";
import type { RealPath } from "../../fs/paths.js";
import type { SandboxPolicy } from "../../process/sandbox/policy.js";
import { libraryFolders } from "../../process/sandbox/program-needs.js";
import { findGitFiles, foldersUpFrom, listIgnoreFilesAbove } from "../hindrance.js";

export interface RipgrepNeeds {
  /** Its absolute path. */
  readonly program: string;
  /** It needs neither libraries nor devices. Each place that is granted takes some time at the start. */
  readonly isStatic: boolean;
  readonly folder: RealPath;
  /** git's settings of the user. */
  readonly settingsFiles: readonly string[];
  readonly homeDirectory: string | undefined;
}

const MAX_SETTINGS_BYTES = 1024 * 1024;
/** As ripgrep itself looks for it. */
const EXCLUDES_FILE = /^[ \t]*excludesfile[ \t]*=[ \t]*"?[ \t]*(\S+?)[ \t]*"?[ \t]*$/im;

/** Lets it start no other programs. Its memory is bounded well above what a search takes. */
const limits = { memoryBytes: 4 * 1024 ** 3, openFiles: 4096, processes: 0 };

export async function createRipgrepPolicy(
  needs: RipgrepNeeds,
  fileSystem: FileSystem,
): Promise<SandboxPolicy> {
  return {
    readable: [
      ...(needs.isStatic ? [] : libraryFolders),
      needs.program,
      "/proc/self/cgroup",
      "/sys/fs/cgroup",
      // Held by the process, so whatever is put in its place meanwhile is not readable.
      process.platform === "linux" ? "." : needs.folder,
      ...(await findIgnoreFiles(needs, fileSystem)),
    ],
    writable: [],
    hidden: [],
    network: false,
    devices: !needs.isStatic,
    limits,
  };
}

/** Files outside the folder by which ripgrep tells what git ignores. */
export async function findIgnoreFiles(
  { folder, settingsFiles, homeDirectory }: Omit<RipgrepNeeds, "program" | "isStatic">,
  fileSystem: FileSystem,
): Promise<readonly string[]> {
  const pointed: string[] = [];
  for (const place of foldersUpFrom(folder)) {
    pointed.push(join(place, ".git"), ...(await findGitFiles(place, folder, fileSystem)));
  }
  const excluded: string[] = [];
  for (const file of settingsFiles) {
    const [, named] =
      EXCLUDES_FILE.exec((await findSmallText(file, MAX_SETTINGS_BYTES, fileSystem)) ?? "") ?? [];
    if (named !== undefined)
      excluded.push(
        resolve(
          dirname(file),
          named.replace(/^~(?=\/)/, () => homeDirectory ?? "~"),
        ),
      );
    excluded.push(file, join(dirname(file), "ignore"));
  }
  return [...listIgnoreFilesAbove(folder), ...pointed, ...excluded];
}
