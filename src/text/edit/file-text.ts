/** The text of a file with the views of it that comparisons share, each made when first needed. */
import { type FoldedText, foldText, foldToSkeleton } from "./folded-text.js";
import { findSpaceStep } from "./indentation.js";
import { type Projection, projectLineBreaks } from "./projection.js";

export class FileText {
  readonly text: string;
  #withPlainBreaks: Projection | undefined;
  #skeleton: FoldedText | undefined;
  #lineStarts: readonly number[] | undefined;
  #indents: ReadonlySet<string> | undefined;
  #spaceStep: { readonly step: number | undefined } | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** With `\n` for every line break. */
  get withPlainBreaks(): Projection {
    this.#withPlainBreaks ??= projectLineBreaks(this.text);
    return this.#withPlainBreaks;
  }

  /** Of the text with plain breaks, as are the lines below. */
  get skeleton(): FoldedText {
    this.#skeleton ??= foldText(this.withPlainBreaks.text, foldToSkeleton);
    return this.#skeleton;
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  lineStart(line: number): number {
    return this.#starts[line] ?? this.withPlainBreaks.text.length;
  }

  /** Where the content of a line ends and its break begins. */
  lineEnd(line: number): number {
    const next = this.#starts[line + 1];
    return next === undefined ? this.withPlainBreaks.text.length : next - 1;
  }

  line(line: number): string {
    return this.withPlainBreaks.text.slice(this.lineStart(line), this.lineEnd(line));
  }

  /** The 0-based line that contains an offset. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The distinct indents of lines that are not blank. */
  get indents(): ReadonlySet<string> {
    this.#indents ??= new Set(this.#listIndents());
    return this.#indents;
  }

  /** By how many spaces lines most often go deeper than the line before. */
  get spaceStep(): number | undefined {
    this.#spaceStep ??= { step: findSpaceStep(this.#listIndents()) };
    return this.#spaceStep.step;
  }

  get #starts(): readonly number[] {
    if (this.#lineStarts === undefined) {
      const { text } = this.withPlainBreaks;
      const starts = [0];
      for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
      this.#lineStarts = starts;
    }
    return this.#lineStarts;
  }

  #listIndents(): string[] {
    return Array.from(this.withPlainBreaks.text.matchAll(/^[ \t]*(?=[^ \t\n])/gm), ([indent]) => indent);
  }
}
