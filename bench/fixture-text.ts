/** Text for fixtures: the same on every machine and in every run, so that a size is enough to know it again. */

const WORDS =
  "value index result buffer reader writer options context return const await function while items next path line count offset length error token range entry state".split(
    " ",
  );
const JOINTS = [" ", " ", " ", ".", "(", ") ", ", ", " = ", "; ", ": "];

/** Lines that look like source code, `bytes` long in all, ASCII, with a newline at the end. */
export function createSourceText(bytes: number, averageLine: number, seed: number): string {
  const random = createRandom(seed);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? "";
  let text = "";
  while (text.length < bytes) {
    const width = Math.max(1, Math.round(averageLine * (0.4 + random() * 1.2)));
    let line = "  ".repeat(Math.floor(random() * 4));
    while (line.length < width) line += pick(WORDS) + pick(JOINTS);
    text += `${line.slice(0, width - 1).trimEnd()}\n`;
  }
  return `${text.slice(0, bytes - 1)}\n`;
}

/** The same text with about one letter in a hundred beyond ASCII; as many bytes as before. */
export function withAccents(text: string): string {
  return text.replaceAll("reader", "éader");
}

/** The xorshift generator: small, and good enough to keep lines from repeating. */
export function createRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

/** Lines of the log come in groups whose lengths differ but add up, so that any multiple of a group has a known size. */
const GROUP_LINES = 16;
const GROUP_BYTES = 2048;
const MESSAGE = "INFO request served from cache after lookup of the session and its shards; ".repeat(4);

export function logLineCount(bytes: number): number {
  if (bytes % GROUP_BYTES !== 0) throw new Error(`a log is a multiple of ${GROUP_BYTES} bytes`);
  return (bytes / GROUP_BYTES) * GROUP_LINES;
}

/** Line `number` of the log, which begins with that number, so that a wrong line can't pass for the right one. */
function logLine(number: number): string {
  const length = 42 + (number % GROUP_LINES) * 10;
  return `${String(number).padStart(9, "0")} ${MESSAGE.slice(0, length)}`;
}

export function logLines(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => logLine(first + index));
}

/** What `cat -n` would make of the lines, written without any cleverness: the measure of a right answer. */
export function numberLines(lines: readonly string[], first: number, separator: string): string {
  return lines.map((line, index) => String(first + index).padStart(6) + separator + line).join("\n");
}
