/** JSON web tokens: three parts, the first of which says how the last one was made. */
import { Buffer } from "node:buffer";
import { endOfRun, isTokenStart } from "./find-tokens.js";
import type { SecretSpan } from "./secret-hit.js";

/** `{"` in base64. */
const OPENING = "eyJ";
const MAX_HEADER = 4096;
const MIN_SIGNATURE = 16;

export function findWebTokens(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  let start = text.indexOf(OPENING);
  while (start !== -1) {
    const header = endOfRun(text, start, "word");
    const payload = text[header] === "." ? endOfRun(text, header + 1, "word") : header;
    const end = text[payload] === "." ? endOfRun(text, payload + 1, "word") : payload;
    const isSigned = end - payload > MIN_SIGNATURE && payload - header > 2;
    if (isSigned && isTokenStart(text, start) && namesAlgorithm(text.slice(start, header))) {
      found.push({ rule: "json-web-token", start, end });
      start = text.indexOf(OPENING, end);
    } else {
      start = text.indexOf(OPENING, header);
    }
  }
  return found;
}

function namesAlgorithm(header: string): boolean {
  if (header.length > MAX_HEADER) return false;
  try {
    const value: unknown = JSON.parse(Buffer.from(header, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null && "alg" in value;
  } catch {
    return false;
  }
}
