/**
 * Which of the files that are gone came back under another name: one whose content is the same, else the one that has most
 * in common with it, if that is at least half. Nothing is copied this way: each that is gone comes back once.
 */
import { basename } from "node:path";
import { splitLines } from "../text/diff/split-lines.js";

/** A file that is gone, or one that has come. */
export interface Wanderer {
  readonly path: string;
  readonly size: number;
  /** What its content is called, by those who have names for contents; equal names mean equal content. */
  readonly names: readonly string[];
  /** Undefined for what is no text, or is not known any more. */
  readonly readText: () => Promise<string | undefined>;
}

/** Beyond so many that are not the same, each would have to be compared with each. */
const MAX_COMPARED = 200;
const LEAST_IN_COMMON = 0.5;

/** From where a file has come, by its path. */
export async function matchMoves(
  gone: readonly Wanderer[],
  come: readonly Wanderer[],
  { isExact = false }: { readonly isExact?: boolean } = {},
): Promise<ReadonlyMap<string, string>> {
  const moves = new Map<string, string>();
  const left = new Set(gone.filter(({ size }) => size > 0));
  const byName = new Map<string, Wanderer[]>();
  for (const file of left) {
    for (const name of file.names) byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  for (const { path, names } of come) {
    const same = names
      .flatMap((name) => byName.get(name) ?? [])
      .filter((file) => left.has(file) && file.path !== path);
    const source = same.find((file) => basename(file.path) === basename(path)) ?? same[0];
    if (source === undefined) continue;
    moves.set(path, source.path);
    left.delete(source);
  }
  if (isExact) return moves;
  const others = come.filter(({ path }) => !moves.has(path));
  if (left.size <= MAX_COMPARED && others.length <= MAX_COMPARED) await matchAlike([...left], others, moves);
  return moves;
}

async function matchAlike(
  gone: readonly Wanderer[],
  come: readonly Wanderer[],
  moves: Map<string, string>,
): Promise<void> {
  if (gone.length === 0 || come.length === 0) return;
  const pairs: { readonly from: string; readonly to: string; readonly inCommon: number }[] = [];
  const formerTexts = await readTexts(gone);
  for (const [to, text] of await readTexts(come)) {
    for (const [from, former] of formerTexts) {
      if (from === to) continue;
      const inCommon = measureInCommon(former, text);
      if (inCommon >= LEAST_IN_COMMON) pairs.push({ from, to, inCommon });
    }
  }
  const taken = new Set<string>();
  for (const { from, to } of pairs.toSorted((left, right) => right.inCommon - left.inCommon)) {
    if (taken.has(from) || moves.has(to)) continue;
    moves.set(to, from);
    taken.add(from);
  }
}

async function readTexts(files: readonly Wanderer[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { path, readText } of files) {
    const text = await readText();
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

/** How much of the longer text stands, line by line, in the other one too: 1 is all of it. */
function measureInCommon(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  if (longer === 0 || 2 * Math.min(one.length, other.length) < longer) return 0;
  const counts = new Map<string, number>();
  for (const line of splitLines(one)) counts.set(line, (counts.get(line) ?? 0) + 1);
  let inCommon = 0;
  for (const line of splitLines(other)) {
    const count = counts.get(line) ?? 0;
    if (count === 0) continue;
    counts.set(line, count - 1);
    inCommon += line.length;
  }
  return inCommon / longer;
}
