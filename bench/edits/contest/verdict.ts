/** Judges an edit by the bytes of the file afterwards. */

/** The order of the columns. */
export const verdicts = ["right", "style", "refused", "wrong"] as const;
export type EditVerdict = (typeof verdicts)[number];

export interface EditOutcome {
  readonly before: string;
  /** Undefined if a refusal is the only right outcome. */
  readonly expected: string | undefined;
  /** Undefined if the file is not UTF-8 any more, or is gone. */
  readonly actual: string | undefined;
  readonly isRefused: boolean;
}

export function judge({ before, expected, actual, isRefused }: EditOutcome): EditVerdict {
  if (isRefused) return actual === before ? "refused" : "wrong";
  if (actual === undefined || expected === undefined) return "wrong";
  if (actual === expected) return "right";
  return normalize(actual) === normalize(expected) ? "style" : "wrong";
}

/** Makes texts equal that differ in blanks, line ends, quote style, dashes, ellipses and full-width forms only. */
function normalize(text: string): string {
  return text
    .replace(/[“”„‟]/g, '"')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[‐‑‒–—―−]/g, "-")
    .replaceAll("…", "...")
    .replace(/[！-～]/g, (form) => String.fromCharCode(form.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, " ")
    .trim();
}
