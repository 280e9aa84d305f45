/** Text that no compression makes small, so that the history needs the room it seems to. */
export function noise(length: number, seed: number): string {
  let state = seed;
  let text = "";
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    text += state.toString(36);
    if (text.length % 80 < 7) text += "\n";
  }
  return text.slice(0, length);
}
