/**
 * Text in runs that can be shown as they are, and characters that can't be seen or deceive, each by its number. What stands
 * in a file, a name or a message is never shown in any other way.
 */
import { escapeUnseen } from "../../../src/text/visible.js";

export interface Run {
  readonly text: string;
  /** The text stands for a character that would not be seen. */
  readonly isUnseen: boolean;
}

/** Marks that no text can contain once everything unseen has been taken out of it. */
const OPEN = "\u0001";
const CLOSE = "\u0002";

export function toRuns(text: string): readonly Run[] {
  const marked = escapeUnseen(text, (character) =>
    character === "\t" ? character : `${OPEN}${nameOf(character)}${CLOSE}`,
  );
  if (!marked.includes(OPEN)) return [{ text: marked, isUnseen: false }];
  return marked
    .split(OPEN)
    .flatMap((part, index) => {
      if (index === 0) return [{ text: part, isUnseen: false }];
      const end = part.indexOf(CLOSE);
      return [
        { text: part.slice(0, end), isUnseen: true },
        { text: part.slice(end + 1), isUnseen: false },
      ];
    })
    .filter((run) => run.text !== "");
}

function nameOf(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `U+${number}`;
}
