/**
 * Tells the person at a server's standard error how to allow what was refused because no one could be asked. Each note is
 * printed once, in one line of bounded length, and their number is bounded: an agent may try a thousand files.
 */
import { clip } from "../text/clip.js";
import { visible, visiblePath } from "../text/visible.js";

/** The fields of `permission-unanswered` that a note needs. */
interface Unanswered {
  readonly tool: string;
  readonly path: string | undefined;
  readonly advice: string;
}

/** Together less than a pipe holds that nobody reads. */
const MAX_NOTES = 40;
const MAX_CHARACTERS = 1000;

export function createRefusalNotes(
  program: string,
  write: (line: string) => void,
): (event: Unanswered) => void {
  const written = new Set<string>();
  return ({ tool, path, advice }) => {
    const what = [visible(tool), ...(path === undefined ? [] : [visiblePath(path)])].join(" ");
    const note = clip(`${what} was refused: no one could be asked. ${visible(advice)}`, MAX_CHARACTERS);
    if (written.has(note) || written.size >= MAX_NOTES) return;
    written.add(note);
    write(`${program}: ${note}\n`);
    if (written.size === MAX_NOTES) write(`${program}: further refusals are not shown here\n`);
  };
}
