/** What the cases about changes ask for in the same words. */
import type { FileSystem, Replaced, Replacement } from "../../fs/file-system.js";
import type { RealPath } from "../../fs/paths.js";
import { type ContractSetUp, textOf } from "./contract-case.js";

export const temporaryName = ".filewright-contract.tmp";

export async function replace(
  { fileSystem, real }: ContractSetUp,
  name: string,
  request: Pick<Replacement, "expected" | "content"> & Partial<Replacement>,
): Promise<Replaced> {
  return fileSystem.replaceIfUnchanged(real(name), {
    way: "rename",
    temporaryName,
    isDurable: true,
    ...request,
  });
}

export async function readText(fileSystem: FileSystem, path: RealPath): Promise<string | undefined> {
  return textOf((await fileSystem.readSmallFile(path, 1_000_000)).bytes);
}

/** What lies in a folder; without a name, in the one that the case began with. */
export async function namesIn({ fileSystem, disk, real }: ContractSetUp, folder?: string): Promise<string[]> {
  const path = folder === undefined ? (disk.folder as RealPath) : real(folder);
  return (await fileSystem.list(path, 100)).entries.map(({ name }) => name).toSorted();
}
