/**
 * Settings of editors that can name a program: whoever changes one decides what runs when the folder is opened. JSON is
 * compared by its values, so that moving a line or changing the form is no change; other formats by their lines.
 */
import { JsonBoundError } from "../json/json-scanner.js";
import { parseJsonc } from "../json/jsonc.js";

const TELLING_KEY =
  /path|command|exec|interpreter|shell|args|argv|task|tsdk|runtime|binary|program|script|hook|dockerfile|profile|launcher|runOn|alternateTools|containerEnv|remoteEnv|(?:^|[^a-z])(?:env|bin|run|tools?|image|features|mounts)(?:$|[^a-z])/i;
/** Switches that let an editor or an agent in it run things unasked; whatever their value, no program need be named. */
const TELLING_SWITCH = /auto-?approve|allowAutomaticTasks|workspace\.trust/i;
/** Keys as JSON, XML, YAML and settings of the form key = value have them. */
const LINE_KEY = /"([^"\\]{1,200})"\s{0,20}:|\bname="([^"]{1,200})"|(?<![\w.-])([\w.-]{1,200})\s{0,20}[:=]/g;
/** How many characters of added lines are looked through. */
const MAX_ADDED = 1_000_000;
/** More are not told apart. */
const MAX_KEYS = 100;
const MAX_SHOWN_LEVELS = 4;
const MAX_KEY = 200;

interface Way {
  readonly key: string;
  readonly above: Way | undefined;
}

interface Comparison {
  readonly before: unknown;
  readonly after: unknown;
  /** The way down to here, and as far as its last telling key. */
  readonly way: Way | undefined;
  readonly telling: Way | undefined;
}

/** `undefined` if one of the texts is not JSON, "too-large" if the later one can't be looked through. */
export function findChangedJsonKeys(
  before: string | null,
  after: string | null,
): string[] | "too-large" | undefined {
  try {
    const next = parseJsonc(after ?? "");
    return compare({ before: parseFormer(before ?? "{}"), after: next, way: undefined, telling: undefined });
  } catch (error) {
    return error instanceof JsonBoundError ? "too-large" : undefined;
  }
}

/** A former text that can't be looked through has nothing that the later one could have kept. */
function parseFormer(text: string): unknown {
  try {
    return parseJsonc(text);
  } catch (error) {
    if (error instanceof JsonBoundError) return {};
    throw error;
  }
}

/** Without recursion: values may be nested as deep as their text is long. */
function compare(start: Comparison): string[] {
  const keys = new Set<string>();
  const open: Comparison[] = [start];
  for (let here = open.pop(); here !== undefined && keys.size < MAX_KEYS; here = open.pop()) {
    const { before, after, way, telling } = here;
    if (isObject(after)) {
      const isArray = Array.isArray(after);
      const old = isObject(before) && Array.isArray(before) === isArray ? before : {};
      for (const [key, value] of Object.entries(after).toReversed()) {
        const below: Way | undefined = isArray ? way : { key: key.slice(0, MAX_KEY), above: way };
        const isTelling = !isArray && below !== undefined && isTellingKey(below.key);
        open.push({
          before: Object.hasOwn(old, key) ? old[key] : undefined,
          after: value,
          way: below,
          telling: isTelling ? below : telling,
        });
      }
    } else if (before !== after && telling !== undefined && mayRun(after, telling)) {
      keys.add(nameOf(telling));
    }
  }
  return [...keys];
}

/** "too-large" if more was added than can be looked through. */
export function findChangedLineKeys(
  added: readonly string[],
  removed: readonly string[],
): string[] | "too-large" {
  if (added.reduce((sum, { length }) => sum + length, 0) > MAX_ADDED) return "too-large";
  const old = new Set(removed.map((line) => line.trim()));
  const keys = new Set<string>();
  for (const line of added) {
    if (old.has(line.trim())) continue;
    for (const [, inQuotes, inName, bare] of line.matchAll(LINE_KEY)) {
      const key = inQuotes ?? inName ?? bare ?? "";
      if (isTellingKey(key)) keys.add(key);
      if (keys.size >= MAX_KEYS) return [...keys];
    }
  }
  return [...keys];
}

function isTellingKey(key: string): boolean {
  return TELLING_KEY.test(key) || TELLING_SWITCH.test(key);
}

function mayRun(value: unknown, { key }: Way): boolean {
  return (typeof value === "string" && value !== "") || TELLING_SWITCH.test(key);
}

function nameOf(telling: Way): string {
  const keys: string[] = [];
  for (let way: Way | undefined = telling; way !== undefined; way = way.above) {
    if (keys.length === MAX_SHOWN_LEVELS) return ["…", ...keys].join(" > ");
    keys.unshift(way.key);
  }
  return keys.join(" > ");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
