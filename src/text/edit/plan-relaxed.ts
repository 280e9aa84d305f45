/** From places that a relaxed tier found to the splices that change them. */
import type { Splice } from "../splice.js";
import { isTurn, type Steps } from "../steps.js";
import { planDeletions } from "./deletion.js";
import type { EditMiss, EditPlan, EditRequest, Span } from "./edit-plan.js";
import type { FileText } from "./file-text.js";
import type { RelaxedPlaces } from "./find-relaxed.js";
import { LineEndings } from "./line-endings.js";
import { type MergeContext, mergePlace } from "./merge-place.js";
import { unifyLineBreaks } from "./projection.js";
import { QuoteStyle } from "./quote-style.js";

export function* planRelaxed(
  file: FileText,
  { tier, places: found, rivals: others }: RelaxedPlaces,
  request: EditRequest,
): Steps<EditPlan | EditMiss> {
  const { text, withPlainBreaks } = file;
  const { boundary } = withPlainBreaks;
  const toOriginal = ({ start, end }: Span): Span => ({ start: boundary(start), end: boundary(end) });
  const places = found.filter((place) => place.tier === tier);
  const matches = places.map(({ span }) => toOriginal(span));
  const sent = unifyLineBreaks(request.newString);
  const texts = places.map(({ wanted }) => wanted.reading.rewriteNew(sent, withPlainBreaks.text));
  const [newString] = texts;
  const uncertain = (index: number): EditMiss => ({
    kind: "not-found",
    uncertain: { tier, match: matches[index] ?? { start: 0, end: 0 } },
  });
  const doubtful = places.findIndex(({ isDoubtful }) => isDoubtful);
  if (newString === undefined || doubtful !== -1) return uncertain(Math.max(0, doubtful));
  const rivals = found.length + others.length - places.length;
  const plan = {
    ...({ kind: "plan", tier, replacements: places.length, matches, newString } as const),
    ...(rivals === 0 ? {} : { rivals }),
  };
  if (newString === "") return { ...plan, splices: planDeletions(text, matches), trimmedLines: [] };
  const endings = new LineEndings(text);
  const context = createContext(file, request);
  const splices: Splice[] = [];
  const trimmedLines: number[] = [];
  for (const [index, place] of places.entries()) {
    const newText = texts[index];
    const merged = newText === undefined ? undefined : mergePlace(place, newText, context);
    if (merged === undefined) return uncertain(index);
    for (const splice of merged.splices) {
      const replaced = toOriginal(splice);
      splices.push({ ...replaced, text: endings.giveTo(splice.text, replaced, request.newString) });
    }
    trimmedLines.push(merged.trimmedLines);
    if (isTurn(index)) yield;
  }
  return { ...plan, splices, trimmedLines };
}

function createContext(file: FileText, request: EditRequest): MergeContext {
  const styles = new Map<string, QuoteStyle>();
  return {
    file,
    request,
    quoteStyle(oldText) {
      const known = styles.get(oldText);
      if (known !== undefined) return known;
      const style = new QuoteStyle({ text: file.withPlainBreaks.text, oldText, isProse: request.isProse });
      styles.set(oldText, style);
      return style;
    },
  };
}
