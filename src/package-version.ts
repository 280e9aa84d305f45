import { createRequire } from "node:module";

/** The package's own, from its manifest. */
export function readVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)("filewright/package.json");
  const { version } = manifest as { readonly version: string };
  return version;
}
