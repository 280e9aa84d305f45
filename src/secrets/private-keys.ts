/** Private keys between lines of dashes, whatever the label; in a JSON text too, where line ends are written `\n`. */
import type { SecretSpan } from "./secret-hit.js";

const OPENING = /^-----BEGIN ?([A-Z0-9 ]{0,60}PRIVATE KEY(?: BLOCK)?)-----/;
const DASHES = "-----";
/** No key is longer. */
const MAX_BODY = 64 * 1024;
/** A body of fewer letters is no key but a document's way to show where one goes. */
const MIN_LETTERS = 64;

export function findPrivateKeys(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  let start = text.indexOf("-----BEGIN");
  while (start !== -1) {
    const opening = OPENING.exec(text.slice(start, start + 100))?.[0];
    const bodyStart = start + (opening?.length ?? DASHES.length);
    if (opening !== undefined) {
      // The next dashes are those of the end, or of another key.
      const dashes = text.indexOf(DASHES, bodyStart);
      const bodyEnd = Math.min(dashes === -1 ? text.length : dashes, bodyStart + MAX_BODY);
      if (isKeyBody(text.slice(bodyStart, bodyEnd))) {
        found.push({ rule: ruleAt(text, start), start, end: endOfKey(text, bodyEnd) });
      }
    }
    start = text.indexOf("-----BEGIN", bodyStart);
  }
  return found;
}

function isKeyBody(body: string): boolean {
  let letters = 0;
  for (const [run] of body.matchAll(/[A-Za-z0-9+/=]{16,1024}/g)) {
    if (new Set(run).size > 4) letters += run.length;
    if (letters >= MIN_LETTERS) return true;
  }
  return false;
}

/** With the closing line, if that is what comes next. */
function endOfKey(text: string, bodyEnd: number): number {
  const closing = /^-----END[A-Z0-9 ]{0,80}-----/.exec(text.slice(bodyEnd, bodyEnd + 120));
  return bodyEnd + (closing?.[0].length ?? 0);
}

/** The key file of a cloud account holds its key as a member of a JSON object. */
function ruleAt(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - 40), start);
  if (!/private_key\\?["']\s{0,5}:\s{0,5}\\?["']$/.test(before)) return "private-key";
  const around = text.slice(Math.max(0, start - 4096), start + 8192);
  return /service_account|client_email/.test(around) ? "gcp-service-account" : "private-key";
}
