/** Builds the package once before the tests, so that those which run the command line or the package use today's. */
import { execFileSync } from "node:child_process";

export default function build(): void {
  // Not `npm run build`, which begins by deleting what another run may be using.
  execFileSync("npm", ["run", "--silent", "compile"], { stdio: "inherit" });
}
