// A small project in a temporary folder for an example to work on, so that none touches anything of yours.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The smallest picture there is: one pixel. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** @type {Readonly<Record<string, string | Uint8Array>>} */
const files = {
  "package.json": '{ "name": "demo", "version": "1.0.0" }\n',
  "src/greeting.js": 'export const greeting = "hello";\nexport const times = 1;\n',
  "docs/notes.md": "# Notes\n\nThe greeting is too short.\n",
  "logo.png": Buffer.from(PIXEL, "base64"),
};

/**
 * Also names a folder for the tools' own state (history, locks), which would else be in your home, and gives this process
 * another home, because your own settings might allow or deny what an example asks about.
 */
export function createDemoProject() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "filewright-example-")));
  const remove = () => rmSync(base, { recursive: true, force: true });
  // An example that fails or is stopped leaves nothing behind either.
  process.once("exit", remove);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  process.env["HOME"] = join(base, "home");
  delete process.env["XDG_CONFIG_HOME"];
  const root = join(base, "project");
  const stateDirectory = join(base, "state");
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return {
    root,
    stateDirectory,
    /** For programs that an example starts. */
    environment: {
      PATH: process.env["PATH"] ?? "",
      HOME: join(base, "home"),
      FILEWRIGHT_STATE: stateDirectory,
    },
    /** @param {string} name */
    path: (name) => join(root, name),
    /** @param {string} name */
    read: (name) => readFileSync(join(root, name), "utf8"),
    remove,
  };
}
