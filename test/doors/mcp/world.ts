/** A machine of its own for a server: a project, a home, a state folder, and none of the real ones. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type TempWorkspace, type Tree, tempWorkspace } from "../../support/workspace.js";

/** The program as it is installed. */
export const program: string = fileURLToPath(new URL("../../../dist/bin/filewright.cjs", import.meta.url));

export interface World {
  readonly files: TempWorkspace;
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The state folder is the one that `files.toolkit()` uses too, so that both share a history. */
export function createWorld(tree: Tree = {}): World {
  const files = tempWorkspace(tree);
  const base = dirname(files.root);
  const home = join(base, "home");
  mkdirSync(home);
  return {
    files,
    home,
    environment: {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_STATE_HOME: join(home, ".state"),
      FILEWRIGHT_STATE: join(base, "state"),
      // What a developer has installed must not decide what a test is shown.
      FILEWRIGHT_LSP: "0",
    },
  };
}
