/** Builds the package once before the tests, so that those which run the command line or the package use today's. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export default function build(): void {
  // Not `npm run build`, which begins by deleting what another run may be using.
  const compiler = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
  execFileSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { stdio: "inherit" });
}
