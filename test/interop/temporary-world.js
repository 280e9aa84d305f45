// A project, a home and a state folder that are nobody's, for as long as something runs.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @typedef {{ root: string, home: string, environment: Record<string, string> }} World */

/**
 * @template Result
 * @param {(world: World) => Promise<Result>} use
 * @returns {Promise<Result>}
 */
export async function inTemporaryWorld(use) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "filewright-interop-")));
  try {
    const [root, home] = [join(base, "project"), join(base, "home")];
    for (const folder of [root, home]) mkdirSync(folder);
    const environment = {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_STATE_HOME: join(home, ".state"),
      FILEWRIGHT_STATE: join(base, "state"),
    };
    return await use({ root, home, environment });
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}
