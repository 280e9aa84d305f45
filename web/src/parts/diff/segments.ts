/** A line cut into pieces that look alike: the same colour, marked or not, blanks at the end apart. */
import type { Span } from "./word-marks.js";

export interface ColourSpan extends Span {
  /** The end of the name of a CSS class. */
  readonly colour: string;
}

export interface Segment {
  readonly text: string;
  readonly colour: string | undefined;
  readonly isMarked: boolean;
  /** Blanks that nothing follows. */
  readonly isTrailing: boolean;
}

export interface Decoration {
  readonly colours: readonly ColourSpan[];
  readonly marks: readonly Span[];
  /** Whether blanks at the end are told apart. */
  readonly showsTrailing: boolean;
}

/** Put together, the segments are the text. Spans are in order and apart from each other. */
export function cutSegments(text: string, { colours, marks, showsTrailing }: Decoration): readonly Segment[] {
  const inkEnd = showsTrailing ? text.trimEnd().length : text.length;
  const cuts = new Set([0, inkEnd, text.length]);
  for (const { from, to } of [...colours, ...marks]) cuts.add(from).add(to);
  const places = [...cuts].filter((place) => place <= text.length).toSorted((left, right) => left - right);
  const segments: Segment[] = [];
  let [colourAt, markAt] = [0, 0];
  for (let index = 0; index + 1 < places.length; index += 1) {
    const from = places[index] ?? 0;
    const to = places[index + 1] ?? 0;
    while ((colours[colourAt]?.to ?? text.length) <= from) colourAt += 1;
    while ((marks[markAt]?.to ?? text.length) <= from) markAt += 1;
    segments.push({
      text: text.slice(from, to),
      colour: covers(colours[colourAt], from) ? colours[colourAt]?.colour : undefined,
      isMarked: covers(marks[markAt], from),
      isTrailing: from >= inkEnd,
    });
  }
  return segments;
}

function covers(span: Span | undefined, place: number): boolean {
  return span !== undefined && span.from <= place && place < span.to;
}
