/** The ways lines end, as counted in a text and as given to one. */

const CARRIAGE_RETURN = 0x0d;

/** A carriage return ends lines only in a text without any `\n`, as classic Mac OS wrote it; elsewhere it is content. */
export type LineEnding = "\n" | "\r\n" | "\r";

/** Whether lines end with lone carriage returns. */
export function endsWithReturns(text: string | Buffer): boolean {
  return text.includes("\r") && !text.includes("\n");
}

/** Which ending most lines have; undefined when there is no line break. */
export function findMainEnding(text: string): LineEnding | undefined {
  let windows = 0;
  let all = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    all += 1;
    if (at > 0 && text[at - 1] === "\r") windows += 1;
  }
  if (all === 0) return endsWithReturns(text) ? "\r" : undefined;
  return windows * 2 > all ? "\r\n" : "\n";
}

/** All the endings that lines have in a text, or in its bytes if they are UTF-8. */
export function findEndings(text: string | Buffer): ReadonlySet<LineEnding> {
  if (endsWithReturns(text)) return new Set<LineEnding>(["\r"]);
  const found = new Set<LineEnding>();
  for (let at = text.indexOf("\n"); at !== -1 && found.size < 2; at = text.indexOf("\n", at + 1)) {
    const before = text[at - 1];
    found.add(before === "\r" || before === CARRIAGE_RETURN ? "\r\n" : "\n");
  }
  return found;
}

export function convertLineEndings(text: string, ending: LineEnding): string {
  return text.split(endsWithReturns(text) ? "\r" : /\r?\n/).join(ending);
}
