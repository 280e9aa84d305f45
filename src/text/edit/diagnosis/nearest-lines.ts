/**
 * The lines of a file that come nearest to a text which is not in it. Equal lines vote for the place where the text would
 * begin; where no line is equal, the line most like its longest one is taken. Steps grow with the lengths of both,
 * not with their product. For telling only: nothing is ever changed by similarity.
 */
export interface LineWindow {
  /** 0-based; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

const MAX_WINDOWS = 3;
const MAX_COMPARED_CHARACTERS = 400;
const MAX_WANTED_LINES = 4000;
/** Shorter lines, such as a bracket, are everywhere. */
const MIN_VOTING_CHARACTERS = 3;
const MAX_EQUAL_VOTERS = 4;
/** Characters of a file that are looked at. */
const MAX_FILE_CHARACTERS = 8_000_000;
const MIN_SIMILARITY = 0.5;

export function findNearestLines(lines: readonly string[], wanted: readonly string[]): LineWindow[] {
  const compared = takeLines(lines).map(simplify);
  const wantedLines = wanted.slice(0, MAX_WANTED_LINES).map(simplify);
  const scores = countVotes(compared, wantedLines);
  const chosen = chooseBest(scores.size > 0 ? scores : compareLongest(compared, wantedLines), wanted.length);
  return chosen.map((start) => ({
    start: Math.max(0, start),
    end: Math.min(lines.length, Math.max(1, start + wanted.length)),
  }));
}

function takeLines(lines: readonly string[]): readonly string[] {
  let characters = 0;
  const end = lines.findIndex((line) => {
    characters += line.length;
    return characters > MAX_FILE_CHARACTERS;
  });
  return end === -1 ? lines : lines.slice(0, end);
}

function simplify(line: string): string {
  return line.trim().slice(0, MAX_COMPARED_CHARACTERS).replace(/\s+/g, " ").toLowerCase();
}

/** By line at which the text would begin, 0-based and possibly before the file, the characters that would be right. */
function countVotes(lines: readonly string[], wanted: readonly string[]): Map<number, number> {
  const voters = new Map<string, number[]>();
  for (const [index, line] of wanted.entries()) {
    const equal = voters.get(line) ?? [];
    if (line.length >= MIN_VOTING_CHARACTERS && equal.length < MAX_EQUAL_VOTERS) {
      voters.set(line, [...equal, index]);
    }
  }
  const votes = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    for (const voter of voters.get(line) ?? []) {
      const start = index - voter;
      votes.set(start, (votes.get(start) ?? 0) + line.length);
    }
  }
  return votes;
}

function compareLongest(lines: readonly string[], wanted: readonly string[]): Map<number, number> {
  const longest = wanted.reduce(
    (best, line, index) => (line.length > (wanted[best] ?? "").length ? index : best),
    0,
  );
  const target = wanted[longest] ?? "";
  const pairs = new Set(listPairs(target));
  const scores = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    if (line.length > 3 * target.length || target.length > 3 * line.length) continue;
    const own = listPairs(line);
    const shared = Math.min(own.filter((pair) => pairs.has(pair)).length, pairs.size);
    const similarity = (2 * shared) / (own.length + pairs.size);
    if (similarity >= MIN_SIMILARITY) scores.set(index - longest, similarity);
  }
  return scores;
}

/** Neighbouring characters, two by two, as numbers. */
function listPairs(line: string): number[] {
  const pairs: number[] = [];
  for (let index = 1; index < line.length; index += 1) {
    pairs.push(line.charCodeAt(index - 1) * 0x10000 + line.charCodeAt(index));
  }
  return pairs;
}

/** The best and up to two more that are at least half as good and apart from it. */
function chooseBest(scores: ReadonlyMap<number, number>, height: number): number[] {
  const chosen: number[] = [];
  const sorted = [...scores].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
  const enough = (sorted[0]?.[1] ?? 0) / 2;
  for (const [start, score] of sorted) {
    if (chosen.length === MAX_WINDOWS || score < enough) break;
    if (chosen.every((other) => Math.abs(other - start) >= height)) chosen.push(start);
  }
  return chosen;
}
