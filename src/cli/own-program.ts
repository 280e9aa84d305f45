import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";

/** Where this very package lies, and its program in there. */
export interface OwnPackage {
  readonly folder: string;
  /** The script that runs when someone types `filewright`, as the manifest names it. */
  readonly program: string;
}

export function findOwnPackage(): OwnPackage {
  const require = createRequire(import.meta.url);
  const path = require.resolve("filewright/package.json");
  const { bin } = require(path) as { readonly bin: { readonly filewright: string } };
  return { folder: dirname(path), program: join(dirname(path), bin.filewright) };
}

/** Whether it was installed from the registry, where others find it too; else it is a checkout. */
export function isInstalled({ folder }: OwnPackage): boolean {
  return folder.split(sep).includes("node_modules");
}
