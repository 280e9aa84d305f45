/** A real terminal with a person at it who waits for a text and then types an answer. */
import { execFile } from "node:child_process";
import { homeless, program } from "./command-line.js";

/** Reads until the text is there, pauses, types, and so on; then all that was printed and how it ended, as JSON. */
const SCRIPT = `
import json, os, pty, select, signal, sys, time
command, folder, environment, steps = json.load(sys.stdin)
pid, terminal = pty.fork()
if pid == 0:
    os.chdir(folder)
    os.execvpe(command[0], command, environment)
printed, seen, deadline, typing = b"", 0, time.time() + 25, []
while True:
    if time.time() > deadline:
        os.kill(pid, signal.SIGKILL)
    while typing and typing[0][0] <= time.time():
        os.write(terminal, typing.pop(0)[1].encode())
    if not select.select([terminal], [], [], 0.05)[0]:
        continue
    try:
        data = os.read(terminal, 65536)
    except OSError:
        data = b""
    if data == b"":
        break
    printed += data
    while steps and steps[0][0].encode() in printed[seen:]:
        text, answer, *pause = steps.pop(0)
        seen = printed.index(text.encode(), seen) + len(text.encode())
        typing.append((time.time() + sum(pause), answer))
status = os.waitpid(pid, 0)[1]
code = os.waitstatus_to_exitcode(status)
json.dump({"code": code, "printed": printed.decode("utf8", "replace"), "left": len(steps)}, sys.stdout)
`;

export interface AtTerminal {
  readonly code: number;
  readonly printed: string;
  /** Texts that were waited for and never came. */
  readonly left: number;
}

/** Runs a line of shell, in which `filewright` is the built program, as the first of a terminal of its own. */
export function runAtTerminal(
  line: string,
  folder: string,
  steps: readonly (readonly [text: string, typed: string, pauseSeconds?: number])[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<AtTerminal> {
  const script = `filewright() { "${process.execPath}" "${program}" "$@"; }\n${line}`;
  const request = [["sh", "-c", script], folder, { ...homeless(folder), ...environment }, steps];
  return new Promise((resolve, reject) => {
    const child = execFile("python3", ["-c", SCRIPT], (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout) as AtTerminal);
      else reject(new Error(`${error.message}\n${stderr}`));
    });
    child.stdin?.end(JSON.stringify(request));
  });
}
