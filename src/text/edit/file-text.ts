/** The text of a file with the views of it that tiers share, each made when first needed. */
import { type Projection, projectLineBreaks } from "./projection.js";

export class FileText {
  readonly text: string;
  #withPlainBreaks: Projection | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** With `\n` for every line break. */
  get withPlainBreaks(): Projection {
    this.#withPlainBreaks ??= projectLineBreaks(this.text);
    return this.#withPlainBreaks;
  }
}
