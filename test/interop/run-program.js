import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {readonly string[]} words
 * @param {{ env: Record<string, string>, cwd?: string }} surroundings
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string }>}
 */
export async function runProgram(command, words, surroundings) {
  const child = spawn(command, words, { ...surroundings, stdio: ["ignore", "pipe", "pipe"] });
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve, reject) => {
    child.once("close", resolve);
    child.once("error", reject);
  });
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}
