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

/** `readings` are the lines of texts that the sender may have meant, the likeliest first. */
export function findNearestLines(
  lines: readonly string[],
  readings: readonly (readonly string[])[],
): LineWindow[] {
  const compared = takeLines(lines);
  for (const wanted of readings) {
    const votes = countVotes(compared, wanted.slice(0, MAX_WANTED_LINES).map(simplify));
    if (votes.size > 0) return chooseWindows(votes, wanted.length, lines.length);
  }
  const [wanted = []] = readings;
  const similar = compareLongest(compared, wanted.slice(0, MAX_WANTED_LINES).map(simplify));
  return chooseWindows(similar, wanted.length, lines.length);
}

function chooseWindows(scores: ReadonlyMap<number, number>, height: number, lineCount: number): LineWindow[] {
  return chooseBest(scores, height).map((start) => ({
    start: Math.max(0, start),
    end: Math.min(lineCount, Math.max(1, start + height)),
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
  const trimmed = line.trim().slice(0, MAX_COMPARED_CHARACTERS);
  return (/\s\s|[^\S ]/.test(trimmed) ? trimmed.replace(/\s+/g, " ") : trimmed).toLowerCase();
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
  // Most lines begin otherwise than all voters, and need no further look.
  const beginnings = new Set(Array.from(voters.keys(), (line) => line.charAt(0)));
  for (const [index, line] of lines.entries()) {
    if (!beginnings.has(firstLetterOf(line))) continue;
    const simple = simplify(line);
    for (const voter of voters.get(simple) ?? []) {
      const start = index - voter;
      votes.set(start, (votes.get(start) ?? 0) + simple.length);
    }
  }
  return votes;
}

function firstLetterOf(line: string): string {
  let at = 0;
  while (at < line.length && line.charCodeAt(at) <= 32) at += 1;
  const letter = line.charAt(at);
  return letter.trim() === "" ? line.trim().charAt(0).toLowerCase() : letter.toLowerCase();
}

function compareLongest(lines: readonly string[], wanted: readonly string[]): Map<number, number> {
  const longest = wanted.reduce(
    (best, line, index) => (line.length > (wanted[best] ?? "").length ? index : best),
    0,
  );
  const target = wanted[longest] ?? "";
  const pairs = new Uint8Array(0x10000);
  const count = eachPair(target, (pair) => {
    pairs[pair] = 1;
  });
  const scores = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    const compared = line.length > MAX_COMPARED_CHARACTERS ? simplify(line) : line;
    if (compared.length > 4 * target.length || target.length > 3 * compared.length) continue;
    let shared = 0;
    const own = eachPair(compared, (pair) => {
      shared += pairs[pair] ?? 0;
    });
    const similarity = (2 * Math.min(shared, count)) / (own + count);
    if (similarity >= MIN_SIMILARITY) scores.set(index - longest, similarity);
  }
  return scores;
}

/** Neighbouring characters but blanks, two by two, as a number that few other pairs have. Returns how many there are. */
function eachPair(line: string, visit: (pair: number) => void): number {
  let count = 0;
  let before = 0;
  for (let at = 0; at < line.length; at += 1) {
    const unit = line.charCodeAt(at);
    if (unit <= 32) continue;
    const folded = unit >= 65 && unit <= 90 ? unit + 32 : unit;
    if (before !== 0) {
      visit((before * 251 + folded) & 0xffff);
      count += 1;
    }
    before = folded;
  }
  return count;
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
