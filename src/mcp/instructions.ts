/** What a client tells its model about the server as a whole. */
import { plural } from "../text/quantities.js";
import { visiblePath } from "../text/visible.js";
import type { Whereabouts } from "./server-options.js";

/** Clients cut longer instructions. */
const MAX_BYTES = 2047;
/** More roots are only counted: a model needs to know that there are others, not all of them. */
const MAX_NAMED = 8;

export interface InstructionOptions {
  readonly isReadOnly: boolean;
  readonly whereabouts: Whereabouts;
  /** Whether the client may narrow the roots to folders of its own, once it has been asked for them. */
  readonly isNarrowable?: boolean;
}

/** Names as many roots as there is room for. */
export function renderInstructions(options: InstructionOptions): string {
  const { roots } = options.whereabouts;
  for (let named = Math.min(roots.length, MAX_NAMED); named > 0; named -= 1) {
    const text = render(options, renderWhereabouts(options, named));
    if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  }
  return render(
    options,
    roots.length === 0
      ? "- There is no root: every path needs the user's permission."
      : `- Roots: ${plural(roots.length, "folder")}, whose names are too long for this place.`,
  );
}

function renderWhereabouts({ whereabouts, isNarrowable }: InstructionOptions, named: number): string {
  const { roots, folder } = whereabouts;
  const shown = roots.slice(0, named).map(visiblePath).join(", ");
  const more = named < roots.length ? ` and ${roots.length - named} more` : "";
  const [label, them] = roots.length === 1 ? ["Root", "it"] : ["Roots", "them"];
  const onlyRoot = roots.length === 1 ? roots[0] : undefined;
  const base = folder ?? onlyRoot;
  const narrowed = isNarrowable === true ? " The client may narrow this to folders of its own." : "";
  return [
    `- ${label}: ${shown}${more}. What lies outside ${them} needs the user's permission.${narrowed}`,
    `- Glob and Grep without path search ${base === undefined ? "all roots" : visiblePath(base)}; a relative path is taken from there.`,
  ].join("\n");
}

function render({ isReadOnly }: InstructionOptions, whereabouts: string): string {
  const change = isReadOnly
    ? ["- This server is read-only: it has no tools that change files."]
    : [
        "- The user may be asked before a change. If they refuse, do not try another way; ask them how to go on.",
        "- Every change can be undone by the user.",
      ];
  const changing = isReadOnly ? "" : " Edit, not sed or awk; Write, not echo or heredocs;";
  return [
    `File tools that never lose work. Use them instead of shell commands: Read, not cat, head or tail;${changing} Grep, not grep or rg; Glob, not find or ls.`,
    "",
    whereabouts,
    "- A result that was cut says how to get the rest. An error says what to do: if it names a next call, make that, then repeat yours.",
    ...change,
  ].join("\n");
}
