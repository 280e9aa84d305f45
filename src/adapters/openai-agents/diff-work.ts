/** How often lines are compared at most while a diff is applied: in a file of lines that are all alike, that would take minutes. */
export function countComparisons(text: string, diff: string): number {
  const lines = text.split("\n");
  const places = new Map<string, number>();
  for (const line of lines) places.set(line.trim(), (places.get(line.trim()) ?? 0) + 1);
  let comparisons = lines.length;
  let placesOfFirst: number | undefined;
  for (const line of diff.split("\n")) {
    if (line.startsWith("+")) continue;
    if (line.startsWith("@@")) {
      comparisons += lines.length;
      placesOfFirst = undefined;
      continue;
    }
    // The lines of a section are looked at where its first one stands, and nowhere else.
    placesOfFirst ??= places.get(line.slice(1).trim()) ?? 0;
    comparisons += placesOfFirst;
  }
  return comparisons;
}
