/** Follows the chain of a whole log on disk, through the files that were put aside to the one in use. */
import type { FileSystem } from "../fs/file-system.js";
import type { AbsolutePath } from "../fs/paths.js";
import { listLogFiles, readLogLines } from "./audit-file.js";
import { ChainCheck, NO_HASH, type VerifyOptions, withEnd } from "./chain.js";

export interface LogVerdict {
  readonly files: readonly AbsolutePath[];
  readonly lines: number;
  readonly lastHash: string;
  /** The first line that does not hang together with the others, by its file and its number there. */
  readonly broken?: { readonly file: AbsolutePath; readonly line: number; readonly problem: string };
}

/** With `previous` the last hash of files that were removed, and `lastHash` one that the log is known to have ended with. */
export async function verifyLog(
  path: AbsolutePath,
  fileSystem: FileSystem,
  { previous = NO_HASH, lastHash: expected }: VerifyOptions = {},
): Promise<LogVerdict> {
  const files = await listLogFiles(path, fileSystem);
  let isEnded = expected === undefined || expected === previous;
  let lines = 0;
  let lastHash = previous;
  for (const file of files) {
    const check = new ChainCheck(lastHash);
    for await (const line of readLogLines(file, fileSystem)) {
      if (!check.add(line)) break;
      isEnded ||= check.lastHash === expected;
    }
    const isLast = file === files.at(-1);
    const { broken, ...found } = withEnd(check.verdict, { isEnded: isEnded || !isLast });
    lines += found.lines;
    lastHash = found.lastHash;
    if (broken !== undefined) return { files, lines, lastHash, broken: { file, ...broken } };
  }
  return { files, lines, lastHash };
}
