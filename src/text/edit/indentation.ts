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

/** How a file is indented. */
export interface FileIndentation {
  /** The distinct indents of its lines. */
  readonly indents: ReadonlySet<string>;
  /** How many spaces lines most often go deeper by, if the file uses spaces. */
  readonly spaceStep: number | undefined;
}

const SPACE_UNITS: readonly string[] = [2, 3, 4, 8].map(spaces);
const SENT_UNITS: readonly string[] = ["\t", ...SPACE_UNITS];

/** Undefined when no explanation fits. `pairs` are those of the lines in their order. */
export function findReindent(pairs: readonly IndentPair[], file: FileIndentation): Reindent | undefined {
  const explanations = explain(pairs, file);
  if (explanations.length === 0) return undefined;
  const known = new Map<string, string | undefined>();
  for (const pair of pairs) {
    const isOther = known.has(pair.sent) && known.get(pair.sent) !== pair.file;
    known.set(pair.sent, isOther ? undefined : pair.file);
  }
  return (sent) => (known.has(sent) ? known.get(sent) : translate(sent, explanations, file));
}

function explain(pairs: readonly IndentPair[], file: FileIndentation): readonly Explanation[] {
  const shift = findShift(pairs);
  if (shift === undefined) {
    const changes = findUnitChanges(pairs, file);
    if (changes.length > 0) return changes;
    return findUnitChanges(leaveOutAlignment(pairs), file).map(withoutAlignment);
  }
  // The other explanation of lines at one depth: a sender who keeps the depth and counts it in another unit.
  const changes = findUnitChanges(pairs, file).filter(({ levels }) => levels === 0);
  if (changes.length > 0 || isPlausibleShift(pairs, file)) return [shift, ...changes];
  // A shift by half a level is no rule that another line could follow.
  return [{ ...shift, receive: () => undefined }];
}

/** Whole levels of the file, or all of the indentation. */
function isPlausibleShift(pairs: readonly IndentPair[], { spaceStep }: FileIndentation): boolean {
  const [first] = pairs;
  if (first === undefined || spaceStep === undefined || `${first.sent}${first.file}`.includes("\t"))
    return true;
  return (first.file.length - first.sent.length) % spaceStep === 0 || pairs.some(({ sent }) => sent === "");
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
  { indents }: FileIndentation,
): string | undefined {
  const results = new Set(explanations.map(({ receive }) => receive(sent)));
  const [result, another] = results;
  if (result === undefined || another !== undefined || results.size > 1) return undefined;
  const isAmbiguous = explanations.some(({ send }) =>
    [...indents].some((indent) => indent !== result && send(indent) === sent),
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
function findUnitChanges(pairs: readonly IndentPair[], file: FileIndentation): UnitChange[] {
  const changes: UnitChange[] = [];
  for (const from of SENT_UNITS) {
    for (const to of listFileUnits(pairs, file.spaceStep)) {
      const change = from === to ? undefined : findUnitChange(pairs, from, to);
      if (change !== undefined) changes.push(change);
    }
  }
  const atDepth = changes.filter(({ levels }) => levels === 0);
  return atDepth.length > 0 ? atDepth : changes;
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
