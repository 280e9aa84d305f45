/**
 * Carries the difference between old and new text over to a place in the file. Lines that both texts share stay as the file
 * has them; changed lines get the file's form. Where that form is not certain, nothing is changed at all.
 */
import { diffLines } from "../diff/diff-lines.js";
import type { LineChange } from "../diff/line-change.js";
import type { Splice } from "../splice.js";
import { AlignedTexts, dropSurplus } from "./aligned-texts.js";
import { BlankLineRules } from "./blank-lines.js";
import type { Place } from "./compare-place.js";
import type { EditRequest } from "./edit-plan.js";
import type { FileText } from "./file-text.js";
import type { Reindent } from "./indentation.js";
import { findLookAlikes, isBlankLookAlike, plainFormOf, splitLine } from "./look-alikes.js";
import { findNewIndentation } from "./new-indentation.js";
import { trimTrailingBlanks } from "./projection.js";
import type { QuoteStyle } from "./quote-style.js";
import { canSlide } from "./sliding.js";
import { relaxationsOf } from "./tiers.js";
import { type StrippedText, stripTrailingBlanks } from "./trailing-blanks.js";

export interface MergedPlace {
  /** In the text with plain breaks. */
  readonly splices: readonly Splice[];
  /** How many new lines lost trailing blanks. */
  readonly trimmedLines: number;
}

export interface MergeContext {
  readonly file: FileText;
  readonly request: EditRequest;
  readonly quoteStyle: (sentOld: string) => QuoteStyle;
}

/** Undefined if it is not certain what the file should get. `newText` is what the place's reading makes of it. */
export function mergePlace(place: Place, newText: string, context: MergeContext): MergedPlace | undefined {
  const newLines = dropSurplus(newText.split("\n"), place);
  if (newLines === undefined) return undefined;
  const merge = new Merge(place, newLines, context);
  return merge.run();
}

class Merge {
  readonly #place: Place;
  readonly #context: MergeContext;
  readonly #texts: AlignedTexts;
  /** The new lines with the file's quotes. */
  readonly #styledLines: readonly string[];

  constructor(place: Place, newLines: readonly string[], context: MergeContext) {
    this.#place = place;
    this.#context = context;
    this.#texts = new AlignedTexts(context.file, place, newLines);
    this.#styledLines = this.#restyle(newLines);
  }

  run(): MergedPlace | undefined {
    const texts = this.#texts;
    const indentation = findNewIndentation(texts);
    if (indentation === undefined) return undefined;
    const keys = {
      old: this.#keysOfOld(indentation.isInFileForm),
      fresh: texts.newLines.map((line) => this.#keyOf(line)),
    };
    const { changes } = diffLines(keys.old, keys.fresh);
    const blankLines = new BlankLineRules(this.#place, texts.counterparts, texts.newLines);
    const splices: Splice[] = [];
    let trimmedLines = 0;
    for (const change of changes) {
      const target = canSlide(change, keys, texts, blankLines) ? undefined : blankLines.locate(change);
      const lines = target && this.#adaptLines(change, indentation.reindent);
      const stripped = lines && this.#strip(lines, change);
      if (target === undefined || stripped === undefined) return undefined;
      trimmedLines += stripped.trimmedLines;
      const splice = texts.createSplice(target, change, stripped.text);
      if (splice !== undefined) splices.push(splice);
    }
    return { splices, trimmedLines };
  }

  /** An old line counts as kept if the new text has it as it was sent, or with the characters of the file. */
  #keysOfOld(isFileForm: boolean): string[] {
    const fresh = new Set(this.#texts.newLines.map((line) => this.#keyOf(line)));
    return this.#texts.oldLines.map((line, index) => {
      const key = this.#keyOf(line);
      if (fresh.has(key)) return key;
      const inFile = this.#texts.fileLine(index);
      if (inFile === undefined) return key;
      const { body, trail } = splitLine(inFile);
      const clean = this.#keyOf(isFileForm ? inFile : splitLine(line).indent + body + trail);
      return fresh.has(clean) ? clean : key;
    });
  }

  #keyOf(line: string): string {
    return this.#context.request.stripTrailingBlanks ? trimTrailingBlanks(line) : line;
  }

  #restyle(newLines: readonly string[]): readonly string[] {
    const { tier, span, styledLines } = this.#place;
    if (!relaxationsOf(tier).includes("quotes")) return newLines;
    const style = this.#context.quoteStyle(this.#texts.sentOld);
    return style.restyle(newLines.join("\n"), { ...span, found: styledLines.join("\n") }).split("\n");
  }

  /** The lines that a change adds, in the file's form. */
  #adaptLines({ afterStart, afterEnd }: LineChange, reindent: Reindent): readonly string[] | undefined {
    const adapted: string[] = [];
    for (let index = afterStart; index < afterEnd; index += 1) {
      const line = this.#plainLine(this.#styledLines[index] ?? "");
      if (line === undefined) return undefined;
      const { indent, body, trail } = splitLine(line);
      const keepsIndent = body === "" || (index === 0 && this.#place.indentation?.skipsFirst === true);
      const inFile = keepsIndent ? indent : reindent(indent);
      if (inFile === undefined) return undefined;
      adapted.push(inFile + body + trail);
    }
    return adapted;
  }

  /**
   * A new line without look-alikes of the kind that the old text has for plain characters: blanks or punctuation. Undefined if
   * the file has the same ones, or if there are others that it does not have: both may be noise or be meant.
   */
  #plainLine(line: string): string | undefined {
    const { lookAlikes } = this.#place;
    if (lookAlikes.size === 0) return line;
    const { text } = this.#context.file;
    const noisy = [...lookAlikes].map(isBlankLookAlike);
    let plain = line;
    for (const character of findLookAlikes(line)) {
      const isNoise = noisy.includes(isBlankLookAlike(character));
      if (isNoise === text.includes(character)) return undefined;
      if (isNoise) plain = plain.replaceAll(character, plainFormOf(character) ?? character);
    }
    return plain;
  }

  #strip(lines: readonly string[], { afterEnd }: LineChange): StrippedText | undefined {
    const { file, request } = this.#context;
    const { span, tier } = this.#place;
    const text = lines.join("\n");
    const isNoisy = relaxationsOf(tier).includes("trailing-whitespace") && /[ \t](?:\n|$)/.test(text);
    if (!request.stripTrailingBlanks) {
      if (!isNoisy) return { text, trimmedLines: 0 };
      // Blanks at line ends mean something in such a file, but this one has none, and those of the old text were noise.
      if (/[ \t]$/m.test(file.withPlainBreaks.text)) return undefined;
    }
    const plain = file.withPlainBreaks.text;
    const endsLine =
      afterEnd < this.#texts.newLines.length || span.end === plain.length || plain[span.end] === "\n";
    return stripTrailingBlanks(text, { standing: plain.slice(span.start, span.end), endsLine });
  }
}
