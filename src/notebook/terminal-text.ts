/**
 * What a terminal would show in the end of what a program wrote: without colours and other commands to the terminal,
 * progress bars in their last state. Nothing else is interpreted; control characters that are left are made visible.
 */
import { visible } from "../text/visible.js";

/**
 * Commands to a terminal: CSI (colours, cursor), strings such as titles and links with their end, and short ones. No
 * part can run on over another escape, so that many unfinished ones do not take long.
 */
const ESCAPE = "\\u001b";
const BELL = "\\u0007";
const COMMAND = new RegExp(
  [
    `(?:${ESCAPE}\\[|\\u009b)[0-?]*[ -/]*[@-~]`,
    `(?:${ESCAPE}[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\n${BELL}${ESCAPE}\\u0080-\\u009f]*(?:${BELL}|${ESCAPE}\\\\|\\u009c)`,
    `${ESCAPE}[ -/]*[0-~]`,
  ].join("|"),
  "g",
);
/** The commands that take away what stands behind the cursor, or the whole line. */
const ERASE = `${ESCAPE}\\[([02]?)K`;
const ERASING = new RegExp(`${ERASE}$`);
const MOVE_OR_CHARACTER = new RegExp(`${ERASE}|.`, "gsu");
const MOVING = new RegExp(`[\\r\\u0008]|${ERASE}`);
/** All but tab and line feed. */
const CONTROL = /(?![\t\n])\p{Cc}/u;
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

export function renderTerminalText(text: string): string {
  if (!CONTROL.test(text)) return text;
  const plain = text
    .replace(COMMAND, (command) => (ERASING.test(command) ? command : ""))
    .replaceAll("\r\n", "\n");
  const settled = MOVING.test(plain) ? plain.split("\n").map(settleLine).join("\n") : plain;
  return settled.replace(CONTROLS, visible);
}

/** Carriage returns and backspaces move back in the line; what is written then takes the place of what was there. */
function settleLine(line: string): string {
  if (!MOVING.test(line)) return line;
  return line.includes("\b") || line.includes("\u001b") ? settleMoves(line) : settleReturns(line);
}

/** From the last state back: of an earlier one only what stands out behind it is left to see. */
function settleReturns(line: string): string {
  let settled = "";
  for (let end = line.length; end >= 0; ) {
    const start = line.lastIndexOf("\r", end - 1) + 1;
    if (end - start > settled.length) settled += line.slice(start + settled.length, end);
    end = end === 0 ? -1 : start - 1;
  }
  return settled;
}

/** Character by character, as a terminal does it. */
function settleMoves(line: string): string {
  const characters: string[] = [];
  let at = 0;
  for (const [move, erased] of line.matchAll(MOVE_OR_CHARACTER)) {
    if (move === "\r") at = 0;
    else if (move === "\b") at = Math.max(0, at - 1);
    else if (erased === undefined) {
      characters[at] = move;
      at += 1;
    } else {
      characters.length = erased === "2" ? 0 : Math.min(characters.length, at);
    }
  }
  return Array.from(characters, (character) => character ?? " ").join("");
}
