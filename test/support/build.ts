/** Builds the package once before the tests, so that those which run the command line or the package use today's. */
import { execFileSync } from "node:child_process";

export default function build(): void {
  execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
}
