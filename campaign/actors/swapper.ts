/** Exchanges names, or mounts and unmounts, until it is killed or its parent has ended. Reports how often, every hundred times. */
import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { randomFor } from "../core/block.js";
import type { SwapKind } from "../core/swap-world.js";

export interface SwapperJob {
  readonly base: string;
  readonly kind: SwapKind;
  readonly seed: number;
}

interface Koffi {
  load(path: null): { func(prototype: string): (...values: readonly unknown[]) => number };
}

const AT_FDCWD = -100;
const RENAME_EXCHANGE = 2;
const MS_BIND = 4096;
const MNT_DETACH = 2;

const { base, kind, seed } = JSON.parse(process.argv[2] as string) as SwapperJob;
const random = randomFor(seed, "swapper", kind);
const library = (createRequire(import.meta.url)(`@koromix/koffi-linux-${process.arch}`) as Koffi).load(null);
const renameat2 = library.func("int renameat2(int, str, int, str, uint)");
const mount = library.func("int mount(str, str, str, ulong, str)");
const umount2 = library.func("int umount2(str, int)");

const exchange = (left: string, right: string): boolean =>
  renameat2(AT_FDCWD, join(base, left), AT_FDCWD, join(base, right), RENAME_EXCHANGE) === 0;

const files = ["a.txt", "b.txt", "c.ipynb"];
const swaps: Readonly<Record<SwapKind, () => boolean>> = {
  "hard link": () => files.every((name) => exchange(`in/work/sub/${name}`, `aside/${name}`)),
  "symbolic link": () => files.every((name) => exchange(`in/work/sub/${name}`, `aside/${name}`)),
  folder: () => exchange("in/work/sub", "aside/sub"),
  "folder above": () => exchange("in/work", "aside/work"),
  mount: () => {
    const at = join(base, "in/work");
    const isMounted = mount(join(base, "aside/mounted"), at, "none", MS_BIND, "") === 0;
    rest();
    return isMounted && umount2(at, MNT_DETACH) === 0;
  },
};

/** Now and then, so calls see either side for a while. */
function rest(): void {
  const milliseconds = random.pick([0, 0, 0, 0.05, 0.2, 1]);
  if (milliseconds > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

const parent = process.ppid;
for (let count = 0; process.ppid === parent; count += 1) {
  if (!swaps[kind]()) throw new Error(`${kind}: the swap failed`);
  rest();
  if (count % 100 === 0) writeSync(1, `${JSON.stringify({ swaps: count })}\n`);
}
