/** What this machine can do. */
import { spawnSync } from "node:child_process";

export function runs(program: string, ...words: readonly string[]): boolean {
  return spawnSync(program, words, { stdio: "ignore", timeout: 10_000 }).status === 0;
}

export function missing(
  ...needs: readonly (readonly [what: string, isThere: boolean])[]
): string | undefined {
  const lacking = needs.filter(([, isThere]) => !isThere).map(([what]) => what);
  return lacking.length === 0 ? undefined : `needs ${lacking.join(", ")}`;
}

export const nothingMissing = (): undefined => undefined;

export function hasStrace(): boolean {
  return runs("strace", "-o", "/dev/null", "-e", "trace=none", "true");
}

export function hasNamespaces(): boolean {
  return (
    runs("unshare", "--pid", "--fork", "--mount-proc", "true") &&
    runs("unshare", "--uts", "hostname", "other")
  );
}

export function hasFaketime(): boolean {
  return runs("faketime", "-f", "+1d", process.execPath, "-e", "");
}
