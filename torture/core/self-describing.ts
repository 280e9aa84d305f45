/**
 * Contents that tell by themselves which version they are: every line of the body names its base. An edit of ours
 * replaces the slot, an outside append adds a line, and anything else is a mixture.
 */
export interface Parts {
  readonly base: string;
  /** How many lines the body has. */
  readonly lines: number;
  readonly slot: string;
  readonly appended: readonly string[];
}

const FILLER = "-".repeat(440);
const LONG_BODY = 1000;

export function renderParts({ base, lines, slot, appended }: Parts): string {
  const filler = lines >= LONG_BODY ? FILLER : "";
  const body: string[] = [];
  for (let index = 1; index <= lines; index += 1) body.push(`line ${base} ${index}${filler}\n`);
  const tail = appended.map((tag) => `append ${tag}\n`).join("");
  return `begin ${base} ${lines}\nslot ${slot}\n${body.join("")}end ${base}\n${tail}`;
}

/** `undefined` for a mixture. An empty file has an empty base. */
export function parseParts(content: string): Parts | undefined {
  if (content === "") return { base: "", lines: 0, slot: "", appended: [] };
  const [, base, count, slot] = /^begin (\S+) (\d+)\nslot (\S+)\n/.exec(content) ?? [];
  if (base === undefined || count === undefined || slot === undefined) return undefined;
  const end = `\nend ${base}\n`;
  const tailAt = content.indexOf(end);
  if (tailAt === -1) return undefined;
  const appended: string[] = [];
  for (const line of content
    .slice(tailAt + end.length)
    .split("\n")
    .slice(0, -1)) {
    const tag = /^append (\S+)$/.exec(line)?.[1];
    if (tag === undefined) return undefined;
    appended.push(tag);
  }
  const parts = { base, lines: Number(count), slot, appended };
  return parts.lines <= 100_000 && renderParts(parts) === content ? parts : undefined;
}

/** A new version that nobody has edited yet. */
export function renderVersion(tag: string, lines: number): string {
  return renderParts({ base: tag, lines, slot: tag, appended: [] });
}
