/**
 * How the indentation of the old text differs from the file's, and what that makes of the indentation of new lines. A sender
 * shifts all lines by the same blanks, or writes levels in another unit. An explanation must hold for every line; a new
 * indent is translated only if every plausible explanation translates it alike.
 */
export interface IndentPair {
  readonly sent: string;
  readonly file: string;
}

/** The indent of the file for one that was sent; undefined if it is not certain. */
export type Reindent = (sent: string) => string | undefined;

interface Explanation {
  /** The indent that the sender makes of one of the file; undefined if it can't be explained. */
  readonly send: (file: string) => string | undefined;
  readonly receive: (sent: string) => string | undefined;
}

/** What else is known of the indentation on both sides. */
export interface IndentHints {
  /** The indents of each sent text, line by line without blank ones. */
  readonly sent: readonly (readonly string[])[];
  /** The distinct indents of the file's lines. */
  readonly fileIndents: () => readonly string[];
  /** How many spaces the file most often goes deeper by, if it uses spaces. */
  readonly fileStep: () => number | undefined;
}

const SPACE_UNITS: readonly string[] = [2, 3, 4, 8].map(spaces);
const SENT_UNITS: readonly string[] = ["\t", ...SPACE_UNITS];

/** Undefined when no explanation fits. `pairs` are those of the lines in their order. */
export function findReindent(pairs: readonly IndentPair[], hints: IndentHints): Reindent | undefined {
  const explanations = explain(pairs, hints);
  if (explanations.length === 0) return undefined;
  const known = new Map<string, string | undefined>();
  for (const { sent, file } of pairs) {
    known.set(sent, known.has(sent) && known.get(sent) !== file ? undefined : file);
  }
  return (sent) => (known.has(sent) ? known.get(sent) : translate(sent, explanations, hints));
}

function explain(pairs: readonly IndentPair[], hints: IndentHints): readonly Explanation[] {
  const shift = findShift(pairs);
  if (shift === undefined) {
    const changes = findUnitChanges(pairs, hints);
    if (changes.length > 0) return changes;
    return findUnitChanges(leaveOutAlignment(pairs), hints).map(withoutAlignment);
  }
  // The other explanation of lines at one depth: a sender who keeps the depth and counts it in another unit.
  const changes = findUnitChanges(pairs, hints).filter(
    ({ levels, from }) => levels === 0 && isSentStep(from, hints),
  );
  if (isPlausibleShift(pairs, hints)) return [shift, ...changes];
  return changes.length > 0 ? changes : [{ ...shift, receive: () => undefined }];
}

/** Whole levels of the file, or all of the indentation. */
function isPlausibleShift(pairs: readonly IndentPair[], { sent, fileStep }: IndentHints): boolean {
  const [first] = pairs;
  const step = fileStep();
  if (first === undefined || step === undefined || `${first.sent}${first.file}`.includes("\t")) return true;
  return (first.file.length - first.sent.length) % step === 0 || sent.some((indents) => indents.includes(""));
}

/**
 * Lines aligned with something in a line above have its indentation and the same spaces more on both sides, however
 * many; they say nothing about units.
 */
function leaveOutAlignment(pairs: readonly IndentPair[]): readonly IndentPair[] {
  const levels: IndentPair[] = [];
  let [base] = pairs;
  for (const pair of pairs) {
    const { sent, file } = pair;
    const more = base && sent.startsWith(base.sent) ? sent.slice(base.sent.length) : "";
    if (base !== undefined && /^ +$/.test(more) && file === base.file + more) continue;
    base = pair;
    levels.push(pair);
  }
  return levels;
}

/** Where some lines are aligned, a new line may be so too unless its indent consists of whole levels. */
function withoutAlignment(change: UnitChange): Explanation {
  return {
    send: change.send,
    receive: (sent) => (countLevels(sent, change.from).rest === 0 ? change.receive(sent) : undefined),
  };
}

/** Undefined if explanations disagree, or if the sender would make the same of another indent in the file. */
function translate(
  sent: string,
  explanations: readonly Explanation[],
  { fileIndents }: IndentHints,
): string | undefined {
  const results = new Set(explanations.map(({ receive }) => receive(sent)));
  const [result, another] = results;
  if (result === undefined || another !== undefined || results.size > 1) return undefined;
  const isAmbiguous = explanations.some(({ send }) =>
    fileIndents().some((indent) => indent !== result && send(indent) === sent),
  );
  return isAmbiguous ? undefined : result;
}

/** The same blanks before every line on one of the two sides. */
function findShift(pairs: readonly IndentPair[]): Explanation | undefined {
  const [first] = pairs;
  if (first === undefined) return undefined;
  const { sent, file } = first;
  const added = file.endsWith(sent) ? file.slice(0, file.length - sent.length) : undefined;
  const dropped = sent.endsWith(file) ? sent.slice(0, sent.length - file.length) : undefined;
  if (added !== undefined && pairs.every((pair) => pair.file === added + pair.sent)) {
    return {
      send: (indent) => (indent.startsWith(added) ? indent.slice(added.length) : undefined),
      receive: (indent) => added + indent,
    };
  }
  if (dropped === undefined || !pairs.every((pair) => pair.sent === dropped + pair.file)) return undefined;
  return {
    send: (indent) => dropped + indent,
    receive: (indent) => (indent.startsWith(dropped) ? indent.slice(dropped.length) : undefined),
  };
}

interface UnitChange extends Explanation {
  readonly from: string;
  /** By how much deeper the sender is. */
  readonly levels: number;
}

/** Levels written in another unit, at the same depth if that explains the lines. */
function findUnitChanges(pairs: readonly IndentPair[], hints: IndentHints): UnitChange[] {
  const changes: UnitChange[] = [];
  for (const from of SENT_UNITS) {
    for (const to of listFileUnits(pairs, hints.fileStep())) {
      const change = from === to ? undefined : findUnitChange(pairs, from, to);
      if (change !== undefined) changes.push(change);
    }
  }
  const atDepth = changes.filter(({ levels }) => levels === 0);
  if (atDepth.length > 0) return atDepth;
  const fitting = changes.filter(({ from }) => isSentStep(from, hints));
  return fitting.length > 0 ? fitting : changes;
}

/** Tabs if the compared lines have any; else the spaces by which the file goes deeper, or any that show several levels. */
function listFileUnits(pairs: readonly IndentPair[], step: number | undefined): readonly string[] {
  if (pairs.some(({ file }) => file.includes("\t"))) return ["\t"];
  const depths = new Set(pairs.map(({ file }) => file));
  const known = step === undefined || step === 1 ? [] : [spaces(step)];
  return depths.size > 1 || known.length === 0 ? [...new Set([...known, ...SPACE_UNITS])] : known;
}

function findUnitChange(pairs: readonly IndentPair[], from: string, to: string): UnitChange | undefined {
  const [first] = pairs;
  if (first === undefined || pairs.every(({ sent, file }) => sent === "" && file === "")) return undefined;
  const levels = countLevels(first.sent, from).level - countLevels(first.file, to).level;
  const change = createUnitChange(from, to, levels);
  return pairs.every(({ sent, file }) => change.send(file) === sent) ? change : undefined;
}

function createUnitChange(from: string, to: string, levels: number): UnitChange {
  const convert = (indent: string, unit: string, other: string, delta: number): string | undefined => {
    const { level, rest, isPure } = countLevels(indent, unit);
    return isPure && level + delta >= 0 ? other.repeat(level + delta) + spaces(rest) : undefined;
  };
  // Spaces beyond whole levels may be alignment, or indentation of the file in yet another unit.
  const isCertain = (indent: string): boolean =>
    from === "\t" || to === "\t" || countLevels(indent, from).rest === 0;
  return {
    from,
    levels,
    send: (indent) => convert(indent, to, from, levels),
    receive: (indent) => (isCertain(indent) ? convert(indent, from, to, -levels) : undefined),
  };
}

/** Tabs count as levels under any unit, because new text may have tabs where the old one had none. */
function countLevels(
  indent: string,
  unit: string,
): { readonly level: number; readonly rest: number; readonly isPure: boolean } {
  const tabs = indent.split("\t").length - 1;
  const blanks = indent.length - tabs;
  const isPure = /^\t* *$/.test(indent);
  if (unit === "\t") return { level: tabs, rest: blanks, isPure };
  return { level: tabs + Math.floor(blanks / unit.length), rest: blanks % unit.length, isPure };
}

/** Whether a line that was sent goes deeper than another by one unit. */
function isSentStep(unit: string, { sent }: IndentHints): boolean {
  if (unit === "\t") return true;
  const depths = [...new Set(sent.flat().filter((indent) => !indent.includes("\t")))].map(
    ({ length }) => length,
  );
  const [least = 0, next = 0] = depths.toSorted((a, b) => a - b);
  if (next - least === unit.length) return true;
  return sent.some((indents) =>
    indents.some(
      (indent, index) => index > 0 && indent.length - (indents[index - 1]?.length ?? 0) === unit.length,
    ),
  );
}

/** By how many spaces lines most often go deeper than the line before. */
export function findSpaceStep(indents: Iterable<string>): number | undefined {
  const counts = new Map<number, number>();
  let before = 0;
  for (const indent of indents) {
    if (indent.includes("\t")) continue;
    const step = indent.length - before;
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1);
    before = indent.length;
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
  return most?.[0];
}

function spaces(count: number): string {
  return " ".repeat(count);
}
