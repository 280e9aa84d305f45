/**
 * Opens a link in the person's browser. Every user of a machine can see the words that programs are started with, and the
 * first who opens the link is let in: so the browser is started with a file that only this user can read, and that leads on
 * to the link. Windows shows such words to nobody else, and there the link itself is handed over.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Roots } from "../../../fs/containment.js";
import { FileSystemError } from "../../../fs/file-system.js";
import { findProgram } from "../../../fs/find-program.js";
import { replacePrivateFile } from "../../../fs/node/private-file.js";
import { makePrivateFolder } from "../../../fs/node/private-folder.js";
import { createNodeFileSystem } from "../../../fs/node-file-system.js";
import { startDetached } from "../../../process/start-detached.js";
import type { Environment } from "../../../session/limits.js";

export interface BrowserGround {
  readonly stateDirectory: string;
  readonly environment: Environment;
}

interface Opener {
  readonly program: string;
  readonly words: (link: string, file: () => string) => readonly string[];
}

const openers: Readonly<Partial<Record<NodeJS.Platform, Opener>>> = {
  darwin: { program: "open", words: (_, file) => [file()] },
  win32: { program: "rundll32", words: (link) => ["url.dll,FileProtocolHandler", link] },
};
const usualOpener: Opener = { program: "xdg-open", words: (_, file) => [file()] };

/** False when nothing could be started that would. */
export async function openInBrowser(
  link: string,
  { stateDirectory, environment }: BrowserGround,
): Promise<boolean> {
  const fileSystem = createNodeFileSystem();
  // Of the folders on the path those of packages, and those that depend on where one stands, do not count.
  const roots = new Roots([], fileSystem);
  const { program, words } = openers[process.platform] ?? usualOpener;
  const found = await findProgram(program, { fileSystem, roots, searchPath: environment["PATH"] });
  if (found === undefined) return false;
  try {
    const given = words(link, () =>
      writeSignpost(link, join(makePrivateFolder(stateDirectory, "serve"), "open.html")),
    );
    return await startDetached({ program: found.path, arguments: given, workingDirectory: "/", environment });
  } catch (cause) {
    if (cause instanceof FileSystemError) return false;
    throw cause;
  }
}

/** One file, written anew each time: once used, what is in it is worth nothing. */
function writeSignpost(link: string, file: string): string {
  replacePrivateFile(
    file,
    `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Filewright</title><meta http-equiv="refresh" content="0;url=${link}"><p><a href="${link}">Open the console</a></p>\n`,
  );
  return pathToFileURL(file).href;
}
