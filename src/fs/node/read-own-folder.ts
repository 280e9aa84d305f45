/** A folder of the package's own, read whole: a few small files that are served as they are. */
import fs from "node:fs";
import { join, sep } from "node:path";
import { translated, unlessMissing } from "./translate.js";

/** By their paths from the folder on, with slashes; none where there is no such folder. */
export function readOwnFolder(folder: string): ReadonlyMap<string, Uint8Array> {
  return translated(folder, () => {
    const names = unlessMissing(() => fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) ?? [];
    const files = names.toSorted().filter((name) => fs.statSync(join(folder, name)).isFile());
    return new Map(
      files.map((name) => [name.split(sep).join("/"), fs.readFileSync(join(folder, name))] as const),
    );
  });
}
