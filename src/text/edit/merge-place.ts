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
import { classOf, findLookAlikes, plainFormOf, splitLine } from "./look-alikes.js";
import { findNewIndentation } from "./new-indentation.js";
import { trimTrailingBlanks } from "./projection.js";
import type { QuoteStyle } from "./quote-style.js";
import { canSlide } from "./sliding.js";
import { relaxationsOf } from "./tiers.js";
import { type StrippedText, stripTrailingBlanks } from "./trailing-blanks.js";

const TRAILING_BLANKS = /[ \t]$/m;

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
    const reindent = findNewIndentation(texts);
    if (reindent === undefined) return undefined;
    const keys = {
      old: this.#keysOfOld(),
      fresh: this.#keysOfNew(),
    };
    const { changes } = diffLines(keys.old, keys.fresh);
    if (this.#hasDoubtfulEnd(changes)) return undefined;
    const blankLines = new BlankLineRules(this.#place, texts.counterparts, texts.newLines);
    const splices: Splice[] = [];
    let trimmedLines = 0;
    for (const change of changes) {
      const target = canSlide(change, keys, texts, blankLines) ? undefined : blankLines.locate(change);
      const lines = target && this.#adaptLines(change, reindent);
      const stripped = lines && this.#strip(lines, change);
      if (target === undefined || stripped === undefined) return undefined;
      trimmedLines += stripped.trimmedLines;
      const splice = texts.createSplice(target, change, stripped.text);
      if (splice !== undefined) splices.push(splice);
    }
    return { splices, trimmedLines };
  }

  /** An old line counts as kept if the new text has it as it was sent, or with the characters of the file. */
  #keysOfOld(): string[] {
    const fresh = new Set(this.#keysOfNew());
    return this.#texts.oldLines.map((line, index) => {
      const inFile = this.#texts.fileLine(index);
      if (inFile === undefined) return this.#keyOf(line);
      const { body, trail } = splitLine(inFile);
      const clean = splitLine(line).indent + body + trail;
      const keys = hasSameEnd(line, inFile) ? [line, clean] : [this.#keyOf(line), this.#keyOf(clean)];
      return keys.find((key) => fresh.has(key)) ?? keys[0] ?? line;
    });
  }

  #keysOfNew(): string[] {
    const kept = new Set(
      this.#texts.oldLines.filter((line, index) => hasSameEnd(line, this.#texts.fileLine(index))),
    );
    return this.#texts.newLines.map((line) => (kept.has(line) ? line : this.#keyOf(line)));
  }

  /** Whether a line that is kept was sent with different blanks at its end, and the file has some there: they may be meant to go. */
  #hasDoubtfulEnd(changes: readonly LineChange[]): boolean {
    const { oldLines, newLines } = this.#texts;
    let shift = 0;
    let next = 0;
    for (const [index, line] of oldLines.entries()) {
      for (let change = changes[next]; change && change.beforeEnd <= index; change = changes[next]) {
        shift = change.afterEnd - change.beforeEnd;
        next += 1;
      }
      if ((changes[next]?.beforeStart ?? oldLines.length) <= index) continue;
      const inFile = this.#texts.fileLine(index) ?? "";
      const fresh = newLines[index + shift] ?? "";
      if (endOf(inFile) !== "" && endOf(fresh) !== endOf(line)) return true;
    }
    return false;
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
   * A new line without look-alikes of the classes that the old text has for plain characters. Undefined if the file has the same
   * ones, or if there are others: both may be noise or be meant. Only punctuation of the file tells itself apart from blanks.
   */
  #plainLine(line: string): string | undefined {
    const { lookAlikes } = this.#place;
    if (lookAlikes.size === 0) return line;
    const { text } = this.#context.file;
    const noisy = new Set([...lookAlikes].map(classOf));
    let plain = line;
    for (const character of findLookAlikes(line)) {
      const isNoise = noisy.has(classOf(character));
      const mayBeMeant = text.includes(character);
      const isMeant = mayBeMeant && noisy.size === 1 && noisy.has("blank");
      if (isNoise ? mayBeMeant : !isMeant) return undefined;
      if (isNoise) plain = plain.replaceAll(character, plainFormOf(character) ?? character);
    }
    return plain;
  }

  /** Whether an old line ends with blanks that the file's does not have. */
  #hasAddedBlanks(): boolean {
    const { oldLines } = this.#texts;
    return oldLines.some(
      (line, index) => endOf(line) !== "" && !hasSameEnd(line, this.#texts.fileLine(index)),
    );
  }

  #strip(lines: readonly string[], { afterEnd }: LineChange): StrippedText | undefined {
    const { file, request } = this.#context;
    const { span } = this.#place;
    const text = lines.join("\n");
    const isNoisy = this.#hasAddedBlanks();
    if (!request.stripTrailingBlanks) {
      if (!isNoisy || !TRAILING_BLANKS.test(text)) return { text, trimmedLines: 0 };
      // Blanks at line ends mean something in such a file, but this one has none, and those of the old text were noise.
      if (TRAILING_BLANKS.test(file.withPlainBreaks.text)) return undefined;
    }
    const plain = file.withPlainBreaks.text;
    const endsLine =
      afterEnd < this.#texts.newLines.length || span.end === plain.length || plain[span.end] === "\n";
    const stripped = stripTrailingBlanks(text, { standing: plain.slice(span.start, span.end), endsLine });
    // Blanks like those of the file may be meant, but some of the old text were noise.
    return isNoisy && TRAILING_BLANKS.test(stripped.text) ? undefined : stripped;
  }
}

/** Whether an old line and its line in the file end with the same blanks, so a new line without them differs. */
function hasSameEnd(line: string, inFile: string | undefined): boolean {
  return inFile !== undefined && endOf(line) === endOf(inFile);
}

function endOf(line: string): string {
  return line.slice(trimTrailingBlanks(line).length);
}
