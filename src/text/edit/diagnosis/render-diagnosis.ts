/** A diagnosis as words for the model, within 3,500 characters, with the whitespace that decides a match made visible. */
import { clip } from "../../clip.js";
import { describeRanges } from "../../line-ranges.js";
import { visible } from "../../visible.js";
import { skipBlanksForward, trimTrailingBlanks } from "../projection.js";
import type {
  CharacterDifference,
  Diagnosis,
  FirstDifference,
  MissReason,
  Paste,
  Place,
} from "./diagnosis.js";

const MAX_CHARACTERS = 3500;
const MAX_LINE_CHARACTERS = 240;
const NUMBER_WIDTH = 4;
const MAX_CHARACTER_PAIRS = 6;
const MAX_CODE_POINTS = 8;
const WHITESPACE: ReadonlySet<MissReason> = new Set<MissReason>(["indentation", "whitespace", "blank-lines"]);
const LEGEND = "(· is a space, ⇥ is a tab)";

export function renderDiagnosis(diagnosis: Diagnosis): string {
  const { sentence, firstDifference, characters, paste } = diagnosis;
  // Lines to be sent need not be shown twice, unless it is their blanks that matter.
  const isTwice = paste !== undefined && !WHITESPACE.has(diagnosis.reason);
  const places = isTwice ? diagnosis.places.slice(1) : diagnosis.places;
  const head = [sentence];
  if (characters !== undefined) head.push(renderCharacters(characters));
  if (firstDifference !== undefined) head.push(renderDifference(firstDifference));
  const shown = places.reduce((count, place) => count + place.lines.length, 0);
  const tail = paste === undefined ? [] : [renderPaste(paste)];
  const taken = [...head, ...tail].join("\n").length + LEGEND.length + 2 * places.length + 2;
  const room = Math.floor((MAX_CHARACTERS - taken) / Math.max(1, shown)) - 1;
  const body = places.map((place) => renderPlace(place, Math.min(MAX_LINE_CHARACTERS, room))).join("\n…\n");
  if (body === "") return [...head, ...tail].join("\n");
  const usesMarks = /[·⇥]/.test(body) && places.some((place) => place.lines.some(hasMarks));
  return [...head, ...(usesMarks ? [LEGEND] : []), body, ...tail].join("\n");
}

function renderPaste({ startLine, endLine, text }: Paste): string {
  const where = describeRanges([{ from: startLine, to: endLine }]);
  return `To change ${where}, send this as old_string:\n${text}`;
}

function renderDifference({ line, column, expected, found }: FirstDifference): string {
  return `First difference in line ${line}, column ${column}: old_string has ${quote(expected)}, the file ${quote(found)}.`;
}

/** Names what can't be seen, such as a composed and a decomposed letter, so that it can be sent as the file has it. */
function renderCharacters(characters: readonly CharacterDifference[]): string {
  const listed = characters.slice(0, MAX_CHARACTER_PAIRS).map(({ expected, found, count }) => {
    const times = count === 1 ? "" : ` (${count} times)`;
    return `${nameCharacters(expected)} in old_string is ${nameCharacters(found)} in the file${times}`;
  });
  const more = characters.length - listed.length;
  return `Send these characters as the file has them: ${listed.join("; ")}${more > 0 ? `; and ${more} more` : ""}.`;
}

function nameCharacters(text: string): string {
  const points = Array.from(text, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `U+${code.padStart(4, "0")}`;
  });
  const shown = points.slice(0, MAX_CODE_POINTS).join(" ");
  return points.length === 0 ? "nothing" : points.length > MAX_CODE_POINTS ? `${shown} …` : shown;
}

function quote(rest: string): string {
  return rest === "" ? "the end of the line" : `"${clip(markBlanks(rest), 80)}"`;
}

function renderPlace({ startLine, lines }: Place, room: number): string {
  return lines
    .map((line, index) => {
      const number = String(startLine + index).padStart(NUMBER_WIDTH);
      return clip(`${number}| ${markBlanks(line)}`.trimEnd(), room);
    })
    .join("\n");
}

/** Blanks at both ends and tabs anywhere as marks; what else can't be seen as escapes. */
function markBlanks(line: string): string {
  const start = skipBlanksForward(line, 0);
  const end = Math.max(start, trimTrailingBlanks(line).length);
  const inner = line.slice(start, end).split("\t").map(visible).join("⇥");
  return mark(line.slice(0, start)) + inner + mark(line.slice(end));
}

function mark(blanks: string): string {
  return blanks.split(" ").join("·").split("\t").join("⇥");
}

function hasMarks(line: string): boolean {
  return line.includes("\t") || line.startsWith(" ") || line.endsWith(" ");
}
