/** Whether files keep their extended attributes and access lists when they are replaced. */
import { loadSystemCalls } from "../../../fs/node/system-calls.js";
import { runProgram } from "../../../process/run-program.js";
import { type Check, type Finding, fine, warn } from "./finding.js";

export const attributesCheck: Check = {
  name: "attributes",
  async run() {
    if (process.platform !== "linux")
      return fine("extended attributes and access lists: not looked for here");
    const hasCalls = loadSystemCalls() !== undefined;
    return judgeAttributes(hasCalls, hasCalls || (await hasProgram("getfattr")));
  },
};

export function judgeAttributes(hasCalls: boolean, hasPrograms: boolean): Finding {
  const what = "extended attributes and access lists";
  if (hasCalls) return fine(`${what}: kept`);
  if (hasPrograms) return fine(`${what}: kept, by getfattr and setfattr`);
  return warn(
    `${what} can't be read on this system: files are written in place`,
    "Install Filewright with its optional packages, or install getfattr and setfattr (package attr).",
  );
}

async function hasProgram(program: string): Promise<boolean> {
  const bounds = { timeoutMs: 5000, maxOutputBytes: 64 * 1024 };
  return (await runProgram({ program, arguments: ["--version"], ...bounds })) !== undefined;
}
