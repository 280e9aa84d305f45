/** Programs that are used where they are there: ripgrep, git, language servers. */
import { dirname, join } from "node:path";
import { ToolError } from "../../../errors/tool-error.js";
import { FileSystemError } from "../../../fs/file-system.js";
import type { AbsolutePath } from "../../../fs/paths.js";
import { type LocateRequest, locateRipgrep } from "../../../search/ripgrep/locate.js";
import { findProgram, readProgramVersion } from "./find-program.js";
import { type Check, type CheckGround, type Finding, fine, trouble, warn } from "./finding.js";

export const ripgrepCheck: Check = {
  name: "ripgrep",
  run: (ground) => checkRipgrep(ground),
};

/** `importPackage` is what brings the program that comes with us. */
export async function checkRipgrep(
  { toolkit, environment, ripgrep }: CheckGround,
  importPackage?: LocateRequest["importPackage"],
): Promise<Finding> {
  const { fileSystem, roots } = toolkit.workspace;
  const missing =
    "Glob and Grep do not work. Reinstall Filewright with optional packages, or install ripgrep.";
  let program: string;
  try {
    program =
      ripgrep ??
      (await locateRipgrep({
        fileSystem,
        searchPath: environment["PATH"],
        isInsideRoots: (path) => roots.contains(path),
        ...(importPackage === undefined ? {} : { importPackage }),
      }));
  } catch (cause) {
    if (!(cause instanceof ToolError)) throw cause;
    return trouble("not found, neither in its package nor on the PATH", missing);
  }
  const version = await readProgramVersion(program);
  if (version === undefined) return trouble(`${program} does not run`, missing);
  const isPackaged = ripgrep === undefined && /[\\/]node_modules[\\/]/.test(program);
  const from = isPackaged ? "from its package" : program;
  return fine(`${version}, ${from}`);
}

export const gitCheck: Check = {
  name: "git",
  async run(ground) {
    const found = await findProgram("git", ground);
    const version = found === undefined ? undefined : await readProgramVersion(found.realPath);
    return version === undefined
      ? warn("not found on the PATH", "Nothing here needs it; you may want it for your own sake.")
      : fine(version);
  },
};

const languageServers: readonly string[] = [
  "typescript-language-server",
  "pyright-langserver",
  "gopls",
  "rust-analyzer",
  "clangd",
  "bash-language-server",
  "yaml-language-server",
  "vscode-json-language-server",
];

/** From this version on TypeScript's compiler is a language server itself: `tsc --lsp`. */
const TYPESCRIPT_WITH_SERVER = 7;

export const languageServerCheck: Check = {
  name: "language servers",
  async run(ground) {
    const found: string[] = [];
    const missing: string[] = [];
    for (const name of languageServers) {
      ((await findProgram(name, ground)) === undefined ? missing : found).push(name);
    }
    ((await hasCompilerServer(ground)) ? found : missing).push("tsc --lsp");
    const words = (names: readonly string[]): string => (names.length === 0 ? "none" : names.join(", "));
    return fine(`on the PATH: ${words(found)}; not there: ${words(missing)}`);
  },
};

/** By the manifest beside the program: asking it would start it. */
async function hasCompilerServer(ground: CheckGround): Promise<boolean> {
  const compiler = await findProgram("tsc", ground);
  if (compiler === undefined) return false;
  const { fileSystem } = ground.toolkit.workspace;
  const manifest = join(dirname(compiler.realPath), "..", "package.json") as AbsolutePath;
  try {
    const { realPath } = await fileSystem.resolve(manifest);
    const { bytes } = await fileSystem.readSmallFile(realPath, 1024 * 1024);
    const { name, version } = JSON.parse(Buffer.from(bytes ?? []).toString("utf8")) as Record<
      string,
      unknown
    >;
    return name === "typescript" && Number.parseInt(String(version), 10) >= TYPESCRIPT_WITH_SERVER;
  } catch (cause) {
    if (cause instanceof FileSystemError || cause instanceof SyntaxError) return false;
    throw cause;
  }
}
