/**
 * Finds an old text that is not in the file exactly. All candidates have the same skeleton; each is compared in full, and the
 * strictest tier that fits any of them decides.
 */
import { comparePlace, type Place } from "./compare-place.js";
import type { FileText } from "./file-text.js";
import { eachOccurrence } from "./find-text.js";
import { listReadings } from "./rewrites/readings.js";
import { looseness, type MatchTier, type Relaxation, relaxationsOf } from "./tiers.js";
import { prepareWanted, type WantedText } from "./wanted-text.js";

/** Characters compared in vain before giving up: only texts of nearly equal lines come near it, and none of their places is the right one. */
const MAX_COMPARED = 1_000_000;
/** As much of a text as is searched for first. */
const PROBE = 64;

const LAYOUT: ReadonlySet<Relaxation> = new Set<Relaxation>(["indentation", "blank-lines"]);

export interface RelaxedPlaces {
  readonly tier: MatchTier;
  /** Sorted and disjoint. Pairs of relaxations are equally loose, so their places may have different tiers. */
  readonly places: readonly Place[];
  /**
   * Others that may be meant instead: they overlap these, as the ends of nested blocks do, or differ by one more relaxation where
   * the layout differs anyway, as a copy of a block with one more blank line.
   */
  readonly rivals: readonly Place[];
}

export function findRelaxed(file: FileText, oldText: string): RelaxedPlaces | undefined {
  const budget = { left: MAX_COMPARED };
  const found: Place[] = [];
  for (const reading of listReadings(oldText)) {
    const wanted = prepareWanted(reading);
    if (wanted === undefined) continue;
    for (const place of findPlaces(file, wanted, budget)) found.push(place);
    // Not all places were compared, so none is known to be the only one.
    if (budget.left <= 0) return undefined;
  }
  return chooseStrictest(found);
}

function* findPlaces(file: FileText, wanted: WantedText, budget: { left: number }): Generator<Place> {
  const { skeleton: folded } = file;
  const { text } = folded;
  const { skeleton } = wanted;
  // Most texts that are not found have no candidate, and the plain search says so much sooner.
  const first = text.indexOf(skeleton.slice(0, PROBE));
  if (first === -1) return;
  let free = 0;
  for (const at of eachOccurrence(text, skeleton, first)) {
    const span = { start: folded.originOf(at), end: folded.originOf(at + skeleton.length - 1) + 1 };
    const place = comparePlace(file, wanted, span);
    if (place !== undefined) yield place;
    // Places apart from each other take no more time than the file has characters.
    if (place === undefined || at < free) budget.left -= skeleton.length;
    else free = at + skeleton.length;
    if (budget.left <= 0) return;
  }
}

/** Where two readings find the same place, the stricter or else the likelier one counts. */
function chooseStrictest(found: readonly Place[]): RelaxedPlaces | undefined {
  const least = Math.min(...found.map(({ tier }) => looseness(tier)));
  const places: Place[] = [];
  const rivals: Place[] = [];
  const known = new Set<number>();
  for (const place of found.filter(({ tier }) => looseness(tier) === least).toSorted(byStart)) {
    if (known.has(place.coreStart)) continue;
    known.add(place.coreStart);
    if (place.span.start < (places.at(-1)?.span.end ?? 0)) rivals.push(place);
    else places.push(place);
  }
  const [first] = places;
  if (first === undefined) return undefined;
  const relaxations = relaxationsOf(first.tier);
  if (!relaxations.some((each) => LAYOUT.has(each))) return { tier: first.tier, places, rivals };
  for (const place of found) {
    const others = relaxationsOf(place.tier);
    if (known.has(place.coreStart) || !relaxations.every((each) => others.includes(each))) continue;
    known.add(place.coreStart);
    rivals.push(place);
  }
  return { tier: first.tier, places, rivals };
}

function byStart(left: Place, right: Place): number {
  return left.span.start - right.span.start;
}
