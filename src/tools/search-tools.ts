/** Finds tools by words in their name, hint or description, for hosts that load definitions on demand. */
export interface SearchableTool {
  readonly name: string;
  readonly searchHint: string;
  readonly description: string;
}

export function searchTools<T extends SearchableTool>(tools: readonly T[], query: string): T[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const scored = tools.map((tool) => ({ tool, score: scoreTool(tool, words) }));
  const found = scored.filter((entry) => entry.score > 0);
  return found.toSorted((a, b) => b.score - a.score).map((entry) => entry.tool);
}

/** A hit in the name says most, in the description least; every word may count once in each. */
function scoreTool(tool: SearchableTool, words: readonly string[]): number {
  const name = tool.name.toLowerCase();
  const hint = tool.searchHint.toLowerCase();
  const description = tool.description.toLowerCase();
  let score = 0;
  for (const word of words) {
    score += name === word ? 30 : name.includes(word) ? 10 : 0;
    score += hint.includes(word) ? 5 : 0;
    score += description.includes(word) ? 1 : 0;
  }
  return score;
}
