/** Programs that are used where they are there: ripgrep, git. */
import { ToolError } from "../../../errors/tool-error.js";
import { findProgram } from "../../../fs/find-program.js";
import { runProgram } from "../../../process/run-program.js";
import { type LocateRequest, locateRipgrep } from "../../../search/ripgrep/locate.js";
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
  async run({ toolkit, environment }) {
    const { fileSystem, roots } = toolkit.workspace;
    const found = await findProgram("git", { fileSystem, roots, searchPath: environment["PATH"] });
    const version = found === undefined ? undefined : await readProgramVersion(found.realPath);
    return version === undefined
      ? warn(
          "not found on the PATH",
          "Only what compares with commits needs it, such as `filewright attribution --since`.",
        )
      : fine(version);
  },
};

const MAX_OUTPUT_BYTES = 64 * 1024;
const VERSION_MS = 5000;

/** The first line that `--version` prints; undefined when the program does not run. */
async function readProgramVersion(program: string): Promise<string | undefined> {
  const result = await runProgram({
    program,
    arguments: ["--version"],
    timeoutMs: VERSION_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (result?.exitCode !== 0) return undefined;
  return Buffer.from(result.output).toString("utf8").split("\n", 1)[0]?.trim();
}
