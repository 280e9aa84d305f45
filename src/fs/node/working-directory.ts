/** The folder that the process was started in. It may be gone by then, which Node tells in words that help nobody. */
export function findWorkingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw new Error("The folder this was started in is not there any more. Change to another one.");
  }
}
