/**
 * A glob of whole paths boiled down to globs of base names, in a language so small that any tool understands it alike:
 * `*`, plain characters, and `[x]` for a plain character that would be special. They match every name that the glob can
 * end in, and more; who uses them to look at fewer files asks the glob itself afterwards.
 *
 * There is no `?` in it: to ripgrep that is one byte, not one character.
 */
import { MAX_GLOB_LENGTH, parseGlob } from "./parse-glob.js";
import { type GlobNode, type GlobSequence, hasSlash, listRange, literalsOf } from "./syntax.js";

const MAX_NAMES = 64;

/** One way through a part of a glob: what it leaves after its last slash, if it has one. */
interface Ending {
  readonly hasSlash: boolean;
  readonly tail: string;
}

const NOTHING: Ending = { hasSlash: false, tail: "" };
const ANY_NAME_PART: Ending = { hasSlash: false, tail: "*" };
const ANY_ENDING: Ending = { hasSlash: true, tail: "*" };

/** Undefined when no name can be ruled out, or none can be told by such globs. */
export function findNameGlobs(pattern: string): readonly string[] | undefined {
  if (pattern.length > MAX_GLOB_LENGTH) return undefined;
  const { nodes, isNegated } = parseGlob(pattern);
  if (isNegated) return undefined;
  // An empty alternative for the whole is a path that no file has; after a slash it means everything below.
  const endings = endingsOf(nodes).filter((ending) => ending.hasSlash || ending.tail !== "");
  const names = new Set(endings.map((ending) => ending.tail));
  if (names.size === 0 || names.has("") || names.has("*")) return undefined;
  // A colon ends a glob where ripgrep's types are defined, and NUL an argument.
  return [...names].some((name) => /[:\0]/.test(name)) ? undefined : [...names];
}

function endingsOf(nodes: GlobSequence): readonly Ending[] {
  let endings: readonly Ending[] = [NOTHING];
  for (const node of nodes) {
    const next = endingsOfNode(node);
    const all = append(endings, next);
    endings = all.length <= MAX_NAMES ? all : append(endings, summarise(next));
    if (endings.length > MAX_NAMES) endings = summarise(endings);
  }
  return endings;
}

function append(before: readonly Ending[], after: readonly Ending[]): readonly Ending[] {
  return after.flatMap((last) =>
    last.hasSlash
      ? [last]
      : before.map((first) => ({ hasSlash: first.hasSlash, tail: joinTails(first.tail, last.tail) })),
  );
}

/** Two stars side by side would be folders to some. */
function joinTails(first: string, last: string): string {
  return last.startsWith("*") && first.endsWith("*") ? first + last.slice(1) : first + last;
}

/** At most two endings that stand for all of them. */
function summarise(endings: readonly Ending[]): readonly Ending[] {
  const names = endings.some((ending) => !ending.hasSlash) ? [ANY_NAME_PART] : [];
  return endings.some((ending) => ending.hasSlash) ? [...names, ANY_ENDING] : names;
}

function endingsOfNode(node: GlobNode): readonly Ending[] {
  switch (node.kind) {
    case "literal":
      return [{ hasSlash: false, tail: spellLiteral(node.code) }];
    case "slash":
      return [{ hasSlash: true, tail: "" }];
    case "class":
    case "star":
    case "globstar":
      return [ANY_NAME_PART];
    case "range":
      return node.count > MAX_NAMES ? [ANY_NAME_PART] : uniteOptions(listRange(node).map(literalsOf));
    case "choice":
      return uniteOptions(node.options);
    case "group":
      break;
  }
  if (node.operator === "@") return uniteOptions(node.options);
  return node.options.some(hasSlash) ? [ANY_NAME_PART, ANY_ENDING] : [ANY_NAME_PART];
}

function uniteOptions(options: readonly GlobSequence[]): readonly Ending[] {
  const endings = options.flatMap(endingsOf);
  return endings.length > MAX_NAMES ? summarise(endings) : endings;
}

function spellLiteral(code: number): string {
  // A name that is no Unicode comes to us with replacement characters, while others see its bytes.
  if (code === 0xfffd || (code >= 0xd800 && code <= 0xdfff)) return "*";
  const character = String.fromCodePoint(code);
  return "*?[{}\\".includes(character) ? `[${character}]` : character;
}
