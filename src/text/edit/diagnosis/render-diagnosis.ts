/** A diagnosis as words for the model, within 3,500 characters, with the whitespace that decides a match made visible. */
import { clip } from "../../clip.js";
import { visible } from "../../visible.js";
import { skipBlanksForward, trimTrailingBlanks } from "../projection.js";
import type { Diagnosis, FirstDifference, Place } from "./diagnosis.js";

const MAX_CHARACTERS = 3500;
const MAX_LINE_CHARACTERS = 240;
const NUMBER_WIDTH = 4;
const LEGEND = "(· is a space, ⇥ is a tab)";

export function renderDiagnosis({ sentence, places, firstDifference }: Diagnosis): string {
  const head = [sentence];
  if (firstDifference !== undefined) head.push(renderDifference(firstDifference));
  const shown = places.reduce((count, place) => count + place.lines.length, 0);
  const taken = head.join("\n").length + LEGEND.length + 2 * places.length + 2;
  const room = Math.floor((MAX_CHARACTERS - taken) / Math.max(1, shown)) - 1;
  const body = places.map((place) => renderPlace(place, Math.min(MAX_LINE_CHARACTERS, room))).join("\n…\n");
  if (body === "") return head.join("\n");
  const usesMarks = /[·⇥]/.test(body) && places.some((place) => place.lines.some(hasMarks));
  return [...head, ...(usesMarks ? [LEGEND] : []), body].join("\n");
}

function renderDifference({ line, column, expected, found }: FirstDifference): string {
  return `First difference in line ${line}, column ${column}: old_string has ${quote(expected)}, the file ${quote(found)}.`;
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
