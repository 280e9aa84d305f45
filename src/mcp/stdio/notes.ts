/**
 * Notes for people, on standard error. They are few and short: a client need not read them, what it does not read piles up
 * in memory, and what it does read fills its log.
 */
import { clip } from "../../text/clip.js";
import { visible } from "../../text/visible.js";

/** Together less than a pipe takes that nobody reads. */
const MAX_NOTES = 100;
const MAX_CHARACTERS = 240;

export function createNotes(write: (line: string) => void): (note: string) => void {
  let written = 0;
  return (note) => {
    written += 1;
    if (written > MAX_NOTES) return;
    const text = written === MAX_NOTES ? "further notes are left out" : show(note);
    write(`filewright mcp: ${text}\n`);
  };
}

function show(note: string): string {
  return clip(visible(clip(note, MAX_CHARACTERS)), MAX_CHARACTERS);
}
