/** The text that calls have shown, because a script may only replace text that its contestant has seen. */

/** Line prefixes of our Read, our Grep, and the searches of Gemini, pi and Desktop Commander. */
const LINE_PREFIXES = [/^ *\d+[→\t]/, /^\d+[:-]/, /^L\d+[:-] /, /^[^\s:]+[:-]\d+[:-] /, /^📄 .*?:\d+ - /];

export class ShownText {
  readonly #texts: string[] = [];

  /** Stores the text as returned, without line prefixes, and as the new side of a diff. */
  add(text: string): void {
    const unified = text.replaceAll("\r", "");
    const lines = unified.split("\n");
    this.#texts.push(unified);
    for (const prefix of LINE_PREFIXES) {
      if (lines.some((line) => prefix.test(line)))
        this.#texts.push(lines.map((line) => line.replace(prefix, "")).join("\n"));
    }
    const newSide = lines.filter((line) => !/^(?:-|@@)/.test(line)).map((line) => line.replace(/^[ +]/, ""));
    this.#texts.push(newSide.join("\n"));
    if (unified.includes("{+")) this.#texts.push(unified.replaceAll(/\{-[^]*?-\}\{\+([^]*?)\+\}/g, "$1"));
  }

  has(text: string): boolean {
    const wanted = text.replaceAll("\r", "");
    return this.#texts.some((shown) => shown.includes(wanted));
  }
}
