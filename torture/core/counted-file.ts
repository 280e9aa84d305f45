/** A file in which each process has a counter of its own, so a lost edit shows as a counter that is too low. */
export interface CountedFile {
  readonly counters: Readonly<Record<string, number>>;
  /** How many lines follow the counters. */
  readonly lines: number;
}

const FILLER = "-".repeat(480);

export function renderCounted({ counters, lines }: CountedFile): string {
  const heads = Object.entries(counters).map(([name, count]) => `count ${name} ${count}\n`);
  const filler = lines >= 1000 ? FILLER : "";
  const body = Array.from({ length: lines }, (_, index) => `line ${index + 1}${filler}\n`);
  return `${heads.join("")}${body.join("")}`;
}

/** `undefined` for a mixture. */
export function parseCounted(content: string, lines: number): CountedFile | undefined {
  const counters: Record<string, number> = {};
  for (const [, name = "", count] of content.slice(0, 400).matchAll(/^count (\S+) (\d+)$/gm)) {
    counters[name] = Number(count);
  }
  const parsed = { counters, lines };
  return renderCounted(parsed) === content ? parsed : undefined;
}
