/** File content and names on their way to a terminal: nothing in them may move the cursor, colour or deceive. */
import { escapeUnseen } from "./visible.js";

export function escapeForTerminal(text: string): string {
  return escapeUnseen(text, (character) => {
    if (character === "\n" || character === "\t") return character;
    const code = character.codePointAt(0) ?? 0;
    return code <= 0xff ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
  });
}
