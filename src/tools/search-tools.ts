/** Finds tools by words in their name, hint or description, for hosts that load definitions on demand. */
export interface SearchableTool {
  readonly name: string;
  readonly searchHint: string;
  readonly description: string;
}

/** Shorter words must match whole: "a" is no beginning of "audio". */
const SHORTEST_BEGINNING = 3;

export function searchTools<T extends SearchableTool>(tools: readonly T[], query: string): T[] {
  const words = wordsOf(query);
  const scored = tools.map((tool) => ({ tool, score: scoreTool(tool, words) }));
  const found = scored.filter((entry) => entry.score > 0);
  return found.toSorted((a, b) => b.score - a.score).map((entry) => entry.tool);
}

/** A hit in the name says most, in the description least; every word counts once in each. */
function scoreTool(tool: SearchableTool, words: readonly string[]): number {
  const places = [
    { words: [tool.name.toLowerCase(), ...wordsOf(tool.name)], weight: 20 },
    { words: wordsOf(tool.searchHint), weight: 5 },
    { words: wordsOf(tool.description), weight: 1 },
  ];
  let score = 0;
  for (const place of places) {
    for (const word of words) if (place.words.some((other) => matches(word, other))) score += place.weight;
  }
  return score;
}

function matches(wanted: string, word: string): boolean {
  if (wanted === word) return true;
  const [shorter, longer] = wanted.length < word.length ? [wanted, word] : [word, wanted];
  // "note" means notebooks; "not" in a description does not.
  const isEnough =
    shorter.length >= SHORTEST_BEGINNING && (shorter === wanted || shorter.length * 2 >= longer.length);
  return isEnough && longer.startsWith(shorter);
}

/** Words in small letters; `NotebookEdit` is two. */
function wordsOf(text: string): string[] {
  return (
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
