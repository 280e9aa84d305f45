/** Removes a small text file that holds exactly what it is thought to hold; answers whether it did. */
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { OwnFileGround } from "./change-own-file.js";

export function removeOwnFile(
  path: AbsolutePath,
  expected: string,
  { fileSystem, locks, isDurable }: Pick<OwnFileGround, "fileSystem" | "locks" | "isDurable">,
): Promise<boolean> {
  return locks.run(path, async () => {
    const content = new TextEncoder().encode(expected);
    const { outcome } = await fileSystem.removeIfUnchanged(path as RealPath, content, { isDurable });
    return outcome === "replaced";
  });
}
