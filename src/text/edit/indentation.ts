/**
 * How the indentation of the old text becomes that of the file. Two explanations are tried: the file has the same
 * indentation with one string before it (or without one), or both count levels in units of their own, tabs or spaces,
 * a constant number of levels apart. Either must explain every line; spaces beyond whole units stay as they are.
 */
export interface IndentPair {
  readonly sent: string;
  readonly file: string;
}

export type Reindent = (indent: string) => string;

export interface IndentHints {
  /** Indents of the new text, which show what one more level is to its author. */
  readonly newIndents: readonly string[];
  /** How many spaces the file most often goes deeper by, if it uses spaces. */
  readonly fileStep: () => number | undefined;
}

interface Conversion {
  readonly from: string;
  readonly to: string;
  readonly levels: number;
}

const UNITS: readonly string[] = ["\t", ...[8, 7, 6, 5, 4, 3, 2, 1].map((count) => " ".repeat(count))];

/** Undefined when no explanation fits. `pairs` are those of the lines in their order. */
export function findReindent(pairs: readonly IndentPair[], hints: IndentHints): Reindent | undefined {
  const known = new Map<string, string>();
  for (const { sent, file } of pairs) {
    if ((known.get(sent) ?? file) !== file) return undefined;
    known.set(sent, file);
  }
  const extrapolate =
    findLoneConversion(known, hints) ??
    findShift(known) ??
    findConversion(leaveOutAlignment(pairs), [...known.keys(), ...hints.newIndents]);
  return extrapolate && ((indent) => known.get(indent) ?? extrapolate(indent));
}

/**
 * Lines aligned with something in a line above have its indentation and the same spaces more on both sides, however
 * many; they say nothing about units.
 */
function leaveOutAlignment(pairs: readonly IndentPair[]): Map<string, string> {
  const levels = new Map<string, string>();
  let [base] = pairs;
  for (const pair of pairs) {
    const { sent, file } = pair;
    const more = base && sent.startsWith(base.sent) ? sent.slice(base.sent.length) : "";
    if (base !== undefined && /^ +$/.test(more) && file === base.file + more) continue;
    base = pair;
    levels.set(sent, file);
  }
  return levels;
}

function findShift(known: ReadonlyMap<string, string>): Reindent | undefined {
  const [first] = known;
  if (first === undefined) return undefined;
  const [sent, file] = first;
  const added = file.slice(0, Math.max(0, file.length - sent.length));
  if (every(known, (from, to) => to === added + from)) return (indent) => added + indent;
  const dropped = sent.slice(0, Math.max(0, sent.length - file.length));
  if (!every(known, (from, to) => from === dropped + to)) return undefined;
  return (indent) => indent.slice(commonLength(indent, dropped));
}

/**
 * A single depth fits both explanations. What speaks for units is that the author's step from depth to depth is not
 * the file's: two spaces sent for the four of a file that goes by fours.
 */
function findLoneConversion(
  known: ReadonlyMap<string, string>,
  { newIndents, fileStep }: IndentHints,
): Reindent | undefined {
  const [only, another] = known;
  if (only === undefined || another !== undefined) return undefined;
  const [sent, file] = only;
  if (sent === file || !/^ +$/.test(sent) || !/^ +$/.test(file)) return undefined;
  const sentStep = findStep([sent, ...newIndents]);
  const step = fileStep();
  if (sentStep === undefined || step === undefined || sentStep === step) return undefined;
  const conversion = { from: " ".repeat(sentStep), to: " ".repeat(step), levels: 0 };
  const isWhole = sent.length % sentStep === 0 && file.length % step === 0;
  return isWhole && explains(conversion, known) ? createReindent(conversion) : undefined;
}

/** The smallest difference between the depths of indents in spaces, if there are several. */
function findStep(indents: readonly string[]): number | undefined {
  const inSpaces = indents.filter((indent) => !indent.includes("\t")).map((indent) => indent.length);
  const depths = [...new Set(inSpaces)].toSorted((a, b) => a - b);
  const steps = depths.slice(1).map((depth, index) => depth - (depths[index] ?? 0));
  return steps.length === 0 ? undefined : Math.min(...steps);
}

/** Of the conversions that fit, the likeliest: least change of depth, a unit like the sender's steps, large units. */
function findConversion(
  known: ReadonlyMap<string, string>,
  sentIndents: readonly string[],
): Reindent | undefined {
  const step = findStep(sentIndents);
  let best: { readonly conversion: Conversion; readonly penalty: number } | undefined;
  for (const from of UNITS) {
    for (const to of UNITS) {
      const conversion = from === to ? undefined : findLevels(from, to, known);
      if (conversion === undefined) continue;
      const penalty = Math.abs(conversion.levels) + judgeUnit(from, step);
      if (best === undefined || penalty < best.penalty) best = { conversion, penalty };
    }
  }
  return best && createReindent(best.conversion);
}

/** A step smaller than the unit may be alignment; one that takes several levels at once is less likely than a shift. */
function judgeUnit(unit: string, step: number | undefined): number {
  if (unit === "\t" || step === undefined || step === unit.length) return 0;
  return step < unit.length ? 0.5 : 1.5;
}

function findLevels(from: string, to: string, known: ReadonlyMap<string, string>): Conversion | undefined {
  const [first] = known;
  if (first === undefined) return undefined;
  const levels = readLevels(first[1], to).level - readLevels(first[0], from).level;
  const conversion = { from, to, levels };
  return explains(conversion, known) ? conversion : undefined;
}

function explains(conversion: Conversion, known: ReadonlyMap<string, string>): boolean {
  const { from, to, levels } = conversion;
  const convert = createReindent(conversion);
  return every(known, (sent, file) => {
    const isDeepEnough = readLevels(sent, from).level + levels >= 0;
    return isDeepEnough && isPure(sent, from) && isPure(file, to) && convert(sent) === file;
  });
}

/** Tabs may only stand where the unit is a tab, and before any spaces. */
function isPure(indent: string, unit: string): boolean {
  return unit === "\t" ? /^\t* *$/.test(indent) : !indent.includes("\t");
}

function createReindent({ from, to, levels }: Conversion): Reindent {
  return (indent) => {
    const { level, rest } = readLevels(indent, from);
    return to.repeat(Math.max(0, level + levels)) + " ".repeat(rest);
  };
}

/** A tab is a level under any unit: new text may have tabs where the old one had none. */
function readLevels(indent: string, unit: string): { readonly level: number; readonly rest: number } {
  const tabs = indent.split("\t").length - 1;
  const spaces = indent.length - tabs;
  if (unit === "\t") return { level: tabs, rest: spaces };
  return { level: tabs + Math.floor(spaces / unit.length), rest: spaces % unit.length };
}

function every(known: ReadonlyMap<string, string>, holds: (sent: string, file: string) => boolean): boolean {
  return [...known].every(([sent, file]) => holds(sent, file));
}

function commonLength(left: string, right: string): number {
  let length = 0;
  while (length < right.length && left[length] === right[length]) length += 1;
  return length;
}
