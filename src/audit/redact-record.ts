/** Takes secrets out of what the audit log is about to say: a path, or a tool of a host's, may have one in its name. */
import type { SecretHit } from "../secrets/secret-hit.js";

/** Whatever is a string in the value, or in what it holds, is looked through in one go. */
export async function redactStrings<T extends object>(
  value: T,
  scan: (text: string) => Promise<readonly SecretHit[]>,
): Promise<T> {
  const strings: string[] = [];
  mapStrings(value, (text) => {
    strings.push(text);
    return text;
  });
  const hits = await scan(strings.join("\n"));
  if (hits.length === 0) return value;
  let start = 0;
  return mapStrings(value, (text) => {
    const redacted = redact(text, hits, start);
    start += text.length + 1;
    return redacted;
  }) as T;
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, map)]));
}

/** `offset` is where the text begins in what was scanned. */
function redact(text: string, hits: readonly SecretHit[], offset: number): string {
  let redacted = "";
  let done = 0;
  for (const { rule, start, end } of hits) {
    const from = Math.max(start - offset, done);
    const to = Math.min(end - offset, text.length);
    if (from >= to) continue;
    redacted += `${text.slice(done, from)}‹secret:${rule}:len${to - from}›`;
    done = to;
  }
  return redacted + text.slice(done);
}
