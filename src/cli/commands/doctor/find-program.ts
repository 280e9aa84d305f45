/** Programs on the PATH that a person has installed. Those that a project brings are none of ours to speak of or to run. */
import { delimiter, isAbsolute, join } from "node:path";
import { type FileSystem, FileSystemError } from "../../../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../../../fs/paths.js";
import { runProgram } from "../../../process/run-program.js";
import type { CheckGround } from "./finding.js";

const MAX_OUTPUT_BYTES = 64 * 1024;
const VERSION_MS = 5000;

export interface FoundProgram {
  /** As it stands on the PATH. */
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
}

export async function findProgram(
  name: string,
  { toolkit, environment }: CheckGround,
): Promise<FoundProgram | undefined> {
  const { fileSystem, roots } = toolkit.workspace;
  for (const folder of (environment["PATH"] ?? "").split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const path = join(folder, name) as AbsolutePath;
    const found = await findExecutable(path, fileSystem);
    if (found === undefined) continue;
    const isProjects = roots.names(path) || (await roots.contains(found));
    if (!isProjects) return { path, realPath: found };
  }
  return undefined;
}

async function findExecutable(path: AbsolutePath, fileSystem: FileSystem): Promise<RealPath | undefined> {
  try {
    const { realPath, stat } = await fileSystem.resolve(path);
    return stat?.kind === "file" && (stat.mode & 0o111) !== 0 ? realPath : undefined;
  } catch (cause) {
    if (cause instanceof FileSystemError) return undefined;
    throw cause;
  }
}

/** The first line that `--version` prints; undefined when the program does not run. */
export async function readProgramVersion(program: string): Promise<string | undefined> {
  const result = await runProgram({
    program,
    arguments: ["--version"],
    timeoutMs: VERSION_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (result?.exitCode !== 0) return undefined;
  return Buffer.from(result.output).toString("utf8").split("\n", 1)[0]?.trim();
}
