/**
 * Text to tree. Every text is a glob: what is not closed, or makes no sense, stands for itself, as in shells.
 */
import { type CharSet, NOT_SLASH } from "./char-set.js";
import { type Brackets, pairBrackets } from "./pair-brackets.js";
import { parseClass } from "./parse-class.js";
import { parseCountedRange } from "./parse-range.js";
import type { GlobNode, GlobSequence, GroupOperator } from "./syntax.js";

/** More than any path has; it also bounds how deep braces can be nested. */
export const MAX_GLOB_LENGTH = 4096;

export interface ParsedGlob {
  readonly nodes: GlobSequence;
  readonly isNegated: boolean;
}

export interface GlobDialect {
  /** `.editorconfig` knows no groups, negation or letter ranges, and its `**` takes slashes wherever it stands. */
  readonly isEditorConfig?: boolean;
}

/** The caller has seen to it that the pattern is not longer than `MAX_GLOB_LENGTH`. */
export function parseGlob(pattern: string, dialect: GlobDialect = {}): ParsedGlob {
  const isEditorConfig = dialect.isEditorConfig === true;
  // The last of several marks may be the operator of a group.
  const marks = isEditorConfig ? "" : (/^!+(?!\()/.exec(pattern)?.[0] ?? "");
  const parser = new GlobParser(pattern, isEditorConfig);
  return { nodes: parser.parse(marks.length, pattern.length, true), isNegated: marks.length % 2 === 1 };
}

class GlobParser {
  readonly #text: string;
  readonly #isEditorConfig: boolean;
  readonly #brackets: Brackets;

  constructor(text: string, isEditorConfig: boolean) {
    this.#text = text;
    this.#isEditorConfig = isEditorConfig;
    this.#brackets = pairBrackets(text);
  }

  /** `isFirst`: nothing of the pattern stands before `start`, so that a `./` here is only "from here on". */
  parse(start: number, end: number, isFirst: boolean): GlobSequence {
    const nodes: GlobNode[] = [];
    let index = start;
    if (isFirst) {
      for (; index + 2 <= end && this.#text.startsWith("./", index); index += 2) {
        nodes.push({ kind: "slash", end: index + 2, isHere: true });
      }
    }
    while (index < end) {
      const isStillFirst = isFirst && nodes.length === 0;
      const found =
        this.#findGroup(index) ??
        this.#findStars(index, end) ??
        this.#findClass(index) ??
        this.#findBrace(index, isStillFirst) ??
        this.#readCharacter(index, end);
      nodes.push(found.node);
      index = found.end;
    }
    return nodes;
  }

  #findGroup(index: number): Found | undefined {
    const operator = this.#text[index];
    if (!isGroupOperator(operator) || this.#isEditorConfig) return undefined;
    const pair = this.#text[index + 1] === "(" ? this.#brackets.pairs.get(index + 1) : undefined;
    if (pair === undefined) return undefined;
    const options = this.#parseOptions(index + 1, pair.end, pair.separators, false);
    return { node: { kind: "group", operator, options }, end: pair.end + 1 };
  }

  /** Two stars may be folders; more of them are one, and the last may be the operator of a group. */
  #findStars(index: number, end: number): Found | undefined {
    let after = index;
    while (after < end && this.#text[after] === "*" && (after === index || !this.#findsGroup(after)))
      after += 1;
    if (after === index) return undefined;
    const isDouble = after - index === 2 || (this.#isEditorConfig && after - index > 2);
    return {
      node: isDouble ? { kind: "globstar", crosses: this.#isEditorConfig } : { kind: "star" },
      end: after,
    };
  }

  #findsGroup(index: number): boolean {
    return !this.#isEditorConfig && this.#text[index + 1] === "(" && this.#brackets.pairs.has(index + 1);
  }

  #findClass(index: number): Found | undefined {
    if (this.#text[index] === "?") return { node: classNode(NOT_SLASH), end: index + 1 };
    const end = this.#brackets.classes.get(index);
    if (end === undefined) return undefined;
    if (this.#isEditorConfig && this.#text.slice(index, end).includes("/")) return undefined;
    return { node: classNode(parseClass(this.#text, index, end)), end: end + 1 };
  }

  #findBrace(index: number, isFirst: boolean): Found | undefined {
    const pair = this.#text[index] === "{" ? this.#brackets.pairs.get(index) : undefined;
    if (pair === undefined) return undefined;
    if (pair.separators.length > 0) {
      const options = this.#parseOptions(index, pair.end, pair.separators, isFirst);
      return { node: { kind: "choice", options }, end: pair.end + 1 };
    }
    const range = parseCountedRange(this.#text.slice(index + 1, pair.end), !this.#isEditorConfig);
    return range === undefined ? undefined : { node: range, end: pair.end + 1 };
  }

  #parseOptions(
    open: number,
    close: number,
    separators: readonly number[],
    isFirst: boolean,
  ): GlobSequence[] {
    const borders = [open, ...separators, close];
    return separators
      .concat(close)
      .map((end, option) => this.parse((borders[option] ?? open) + 1, end, isFirst));
  }

  #readCharacter(index: number, end: number): { readonly node: GlobNode; readonly end: number } {
    // A backslash with nothing to escape is itself.
    const at = this.#text[index] === "\\" && index + 1 < end ? index + 1 : index;
    if (this.#text[at] === "/") return { node: { kind: "slash", end: at + 1, isHere: false }, end: at + 1 };
    const code = this.#text.codePointAt(at) ?? 0;
    return { node: { kind: "literal", code }, end: at + (code > 0xffff ? 2 : 1) };
  }
}

interface Found {
  readonly node: GlobNode;
  readonly end: number;
}

function classNode(set: CharSet): GlobNode {
  return { kind: "class", set };
}

function isGroupOperator(character: string | undefined): character is GroupOperator {
  return character !== undefined && character !== "" && "@?*+!".includes(character);
}

/** Without the blanks around it, but with one at its end that a backslash makes part of a name. */
export function trimGlob(text: string): string {
  const trimmed = text.trim();
  const isEscaped = /(?:^|[^\\])(?:\\\\)*\\$/.test(trimmed) && /\s$/.test(text);
  return isEscaped ? `${trimmed} ` : trimmed;
}
