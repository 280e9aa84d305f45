/**
 * What a match would look like in a file that is not UTF-8: the literal parts of a pattern in the bytes of other
 * encodings, as patterns for ripgrep. Pure. They only have to find the files worth a closer look: too many is dear, too
 * few is a miss, and neither can make a result wrong.
 */
import { isAscii } from "../../text/ascii.js";
import { type EncodingName, loadCodec } from "../../text/codec.js";

const wide: readonly EncodingName[] = ["UTF-16LE", "UTF-16BE"];
const legacy: readonly EncodingName[] = [
  "GB18030",
  "Big5",
  "Shift_JIS",
  "EUC-JP",
  "EUC-KR",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1257",
  "KOI8-R",
];

/** Patterns of bytes, any of which a file must contain to match; none when the pattern has no literal part. */
export async function findByteNeedles(pattern: string, ignoreCase: boolean): Promise<readonly string[]> {
  const needles = new Set<string>();
  for (const literal of findLiterals(pattern)) {
    const spellings = ignoreCase
      ? new Set([literal, literal.toLowerCase(), literal.toUpperCase()])
      : [literal];
    for (const spelling of spellings) {
      for (const name of isAscii(spelling) ? wide : [...wide, ...legacy]) {
        const bytes = await encodeExactly(spelling, name);
        if (bytes !== undefined) needles.add(`(?${ignoreCase ? "i" : ""}-u:${renderBytes(bytes)})`);
      }
    }
  }
  return [...needles];
}

async function encodeExactly(text: string, name: EncodingName): Promise<Uint8Array | undefined> {
  const codec = await loadCodec(name);
  const bytes = codec.encode(text);
  return codec.decode(bytes) === text ? bytes : undefined;
}

function renderBytes(bytes: Uint8Array): string {
  return [...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}

/**
 * Runs of characters that stand for themselves: the longest, or all where the pattern offers a choice. One character is
 * only worth looking for when it is no ASCII.
 */
export function findLiterals(pattern: string): readonly string[] {
  const runs = splitRuns(pattern).filter((run) => run.length > 1 || !isAscii(run));
  if (pattern.includes("|") || runs.length < 2) return [...new Set(runs)];
  const rank = (run: string): number => (isAscii(run) ? run.length : run.length * 3);
  return [runs.reduce((best, run) => (rank(run) > rank(best) ? run : best))];
}

function splitRuns(pattern: string): string[] {
  const runs: string[] = [];
  let run: string[] = [];
  const end = (): void => {
    if (run.length > 0) runs.push(run.join(""));
    run = [];
  };
  // Escapes, classes and repetitions as wholes, everything else character by character.
  const parts = pattern.match(
    /\\[xuU]\{[^}]*\}|\\[pP](?:\{[^}]*\}|.)|\\x..|\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\(\?[^:()]*[:)]|\{[^}]*\}|[^]/gu,
  );
  for (const part of parts ?? []) {
    const isEscapedSign = /^\\[^\p{L}\p{N}]$/u.test(part);
    if (/^[*?{]/.test(part)) {
      run.pop();
      end();
    } else if (isEscapedSign) run.push(part.slice(1));
    else if (/^(?:[.^$+|()]|[\\[(].+)$/su.test(part)) end();
    else run.push(part);
  }
  end();
  return runs;
}
