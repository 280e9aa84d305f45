import { fileURLToPath } from "node:url";

/** The command that runs one of the campaign's own child programs. */
export function campaignActor(name: string, job: object): string[] {
  const path = fileURLToPath(new URL(`../actors/${name}.js`, import.meta.url));
  return [process.execPath, path, JSON.stringify(job)];
}
