/** A Markdown code fence around the text. In a file that has fences itself, one that was sent may be content. */
import type { Rewrite } from "./rewrite.js";

const FENCED =
  /^(?<opening>(?<marks>```+|~~~+)[\w+.#-]*)[ \t]*\n(?<inner>[^]*?)\n\k<marks>[ \t]*(?<end>\n?)$/;
const EMPTY = /^(?<opening>(?<marks>```+|~~~+)[\w+.#-]*)[ \t]*\n\k<marks>[ \t]*\n?$/;
const BACKTICKS = /^[ \t]*```/m;
const TILDES = /^[ \t]*~~~/m;

export const fence: Rewrite = {
  relaxation: "fence",
  readings(oldText) {
    const sent = readFenced(oldText);
    if (sent === undefined) return [];
    const rewriteNew = (newText: string, file: string): string | undefined => {
      if (hasFenceLike(sent.opening, file)) return undefined;
      const fresh = readFenced(newText);
      if (fresh !== undefined) return fresh.opening === sent.opening ? fresh.inner : undefined;
      return hasFenceLike(sent.opening, newText) ? undefined : newText;
    };
    return [{ oldText: sent.inner, isWholeLines: false, rewriteNew }];
  },
};

function readFenced(text: string): { readonly opening: string; readonly inner: string } | undefined {
  const { opening, inner = "", end = "" } = (FENCED.exec(text) ?? EMPTY.exec(text))?.groups ?? {};
  return opening === undefined || hasFenceLike(opening, inner) ? undefined : { opening, inner: inner + end };
}

function hasFenceLike(opening: string, text: string): boolean {
  return (opening.startsWith("`") ? BACKTICKS : TILDES).test(text);
}
