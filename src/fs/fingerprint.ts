/**
 * A fast way to know that nothing happened: if every one of these is as it was, the content is too, provided the
 * stamps were old when they were taken. Different stamps prove nothing; then the content is compared.
 */
import type { FileStat } from "./file-system.js";

export function isSameFingerprint(left: FileStat, right: FileStat): boolean {
  return (
    left.size === right.size &&
    left.inode === right.inode &&
    left.device === right.device &&
    left.modifiedNs === right.modifiedNs &&
    left.changedNs === right.changedNs
  );
}

/**
 * Whether a file that was opened may be another than the one that was judged. A file with one name is what lies at its path.
 * One with hard links must be the judged file with as many links: otherwise it may be a denied one under another name.
 */
export function isUnjudgedLink(opened: FileStat, judged: FileStat): boolean {
  if (opened.links < 2) return false;
  return opened.inode !== judged.inode || opened.device !== judged.device || opened.links !== judged.links;
}

const NS_PER_SECOND = 1_000_000_000n;
const FINE_TICK_NS = 100_000_000n;
const COARSE_TICK_NS = 2n * NS_PER_SECOND;

/**
 * Whether the stamps can vouch for the content from `nowMs` on. A file changed within one tick of the disk's clock
 * can change again without its stamps moving; disks that keep whole seconds get a longer distance.
 */
export function isSettled(stat: FileStat, nowMs: number): boolean {
  const newest = stat.modifiedNs > stat.changedNs ? stat.modifiedNs : stat.changedNs;
  const isCoarse = stat.changedNs % NS_PER_SECOND === 0n || stat.modifiedNs % NS_PER_SECOND === 0n;
  const now = BigInt(Math.floor(nowMs)) * 1_000_000n;
  return newest + (isCoarse ? COARSE_TICK_NS : FINE_TICK_NS) < now;
}
