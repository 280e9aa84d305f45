/** HTML entities where the file has the characters themselves. */
import { listNewLines, type Rewrite } from "./rewrite.js";

const CHARACTERS: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#34;": '"',
  "&#39;": "'",
  "&#x27;": "'",
  "&apos;": "'",
};
const ENTITY = new RegExp(Object.keys(CHARACTERS).join("|"), "g");
const AMPERSAND = new RegExp(
  `&(?!${Object.keys(CHARACTERS)
    .map((entity) => entity.slice(1))
    .join("|")})`,
);

export const entities: Rewrite = {
  relaxation: "entities",
  readings(oldText) {
    const decoded = decode(oldText);
    if (decoded === oldText) return [];
    return [
      {
        oldText: decoded,
        isWholeLines: false,
        rewriteNew: (newText, file) => rewriteNew(newText, oldText, file),
      },
    ];
  },
};

function rewriteNew(newText: string, oldText: string, file: string): string | undefined {
  const newLines = newText.split("\n");
  const escapedLines = oldText.split("\n").filter((line) => decode(line) !== line);
  const isNoisy =
    escapedLines.some((line) => newLines.includes(line)) || (isTwice(oldText) && isTwice(newText));
  const isClean = escapedLines.some((line) => newLines.includes(decode(line)));
  if (isNoisy && isClean) return undefined;
  if (isClean || (!isNoisy && isUnescaped(oldText, newText))) return newText;
  const literal = findLiteralEntities(oldText, newText, file, isNoisy);
  return (
    literal && newLines.map((line) => decode(line, escapedLines.includes(line) ? [] : literal)).join("\n")
  );
}

/** Whether it has entities of entities. */
function isTwice(text: string): boolean {
  return decode(decode(text)) !== decode(text);
}

function decode(text: string, except: readonly string[] = []): string {
  return text.replace(ENTITY, (entity) =>
    except.includes(entity) ? entity : (CHARACTERS[entity] ?? entity),
  );
}

/** Whether the new text has characters as they are that the old one has as entities only. */
function isUnescaped(oldText: string, newText: string): boolean {
  const isBare = (character: string, text: string): boolean =>
    character === "&" ? AMPERSAND.test(text) : text.includes(character);
  const escaped = new Set(Array.from(oldText.match(ENTITY) ?? [], (entity) => CHARACTERS[entity] ?? ""));
  return [...escaped].some((character) => !isBare(character, oldText) && isBare(character, newText));
}

/** Entities that are content in new lines. Undefined if that can't be told. */
function findLiteralEntities(
  oldText: string,
  newText: string,
  file: string,
  isNoisy: boolean,
): readonly string[] | undefined {
  const used = new Set(listNewLines(oldText, newText).join("\n").match(ENTITY));
  // A sender who escapes ampersands sends an entity of the file as `&amp;lt;`, so all others are noise.
  if (isNoisy && oldText.includes("&amp;") && !AMPERSAND.test(oldText)) return [];
  const isUnclear = (entity: string): boolean =>
    !oldText.includes(CHARACTERS[entity] ?? "") && file.includes(entity);
  if ([...used].some(isUnclear)) return undefined;
  // The sender does not escape a character that the old text has as it is.
  return [...used].filter((entity) =>
    entity !== "&amp;" ? oldText.includes(CHARACTERS[entity] ?? "") : AMPERSAND.test(oldText),
  );
}
