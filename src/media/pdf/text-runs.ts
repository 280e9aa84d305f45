/**
 * The characters of a page as runs: pieces of text that stand together on one line. Pure; positions are in the frame of the
 * text's own direction, so that on a page turned either way lines go from left to right and downwards.
 */

export interface Character {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Measured upwards, as PDF does. */
  readonly bottom: number;
  readonly top: number;
  /** Clockwise, in degrees. */
  readonly angle: number;
}

export interface Run {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Measured downwards, on the average: one tall sign in a line must not reach for the next line. */
  readonly top: number;
  readonly bottom: number;
  /** How high a line of its letters is. */
  readonly size: number;
  readonly isRightToLeft: boolean;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** In line heights. Words are a quarter apart, stretched ones less than one; columns and cells are more. */
const RUN_GAP = 1.2;
/** Small letters beside the line, above or below, still share this much of their height with it. */
const SAME_LINE = 0.3;

/** For each direction of text that occurs its runs, in the order in which the page draws them; the main one first. */
export function findRuns(characters: readonly (Character | "space" | "break")[]): Run[][] {
  const counts = new Map<number, number>();
  for (const character of characters) {
    if (typeof character === "string") continue;
    counts.set(character.angle, (counts.get(character.angle) ?? 0) + 1);
  }
  const angles = [...counts].toSorted((a, b) => b[1] - a[1]).map(([angle]) => angle);
  return angles.map((angle) => collectRuns(characters, angle)).filter((runs) => runs.length > 0);
}

/** Two on one line share most of the height of the smaller one. */
export function isSameLine(a: Box, b: Box, share: number = SAME_LINE): boolean {
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return shared >= share * Math.min(a.bottom - a.top, b.bottom - b.top);
}

function collectRuns(characters: readonly (Character | "space" | "break")[], angle: number): Run[] {
  const runs: Run[] = [];
  let open: OpenRun | undefined;
  const close = (): void => {
    const run = open?.finish();
    if (run !== undefined) runs.push(run);
    open = undefined;
  };
  for (const character of characters) {
    if (character === "break") {
      close();
    } else if (character === "space") {
      open?.addSpace();
    } else if (character.angle === angle) {
      const box = turn(character, angle);
      if (open !== undefined && !open.continuesWith(character.text, box)) close();
      // A blank between two runs is the gap between them.
      if (open === undefined && character.text === " ") continue;
      open ??= new OpenRun(box);
      open.add(character.text, box);
    }
  }
  close();
  return runs;
}

class OpenRun {
  #text = "";
  #isSpacePending = false;
  #left: number;
  #right: number;
  #top = Infinity;
  #bottom = -Infinity;
  #topSum = 0;
  #bottomSum = 0;
  #last: Box;
  #rightToLeft = 0;
  #letters = 0;

  constructor(first: Box) {
    this.#last = first;
    this.#left = first.left;
    this.#right = first.right;
  }

  continuesWith(text: string, box: Box): boolean {
    const last = this.#last;
    if (!isSameLine(last, box)) return false;
    const height = Math.max(this.#size(), box.bottom - box.top);
    const gap = Math.max(box.left - last.right, last.left - box.right);
    const isBackwards = box.left < last.left - height / 2 && !isRightToLeft(text);
    return gap <= RUN_GAP * height && !isBackwards;
  }

  /** Of some fonts boxes are only as high as each letter: the whole run then tells, but a tall sign in it does not. */
  #size(): number {
    return Math.min(this.#bottom - this.#top, (2 * (this.#bottomSum - this.#topSum)) / this.#letters);
  }

  addSpace(): void {
    this.#isSpacePending = true;
  }

  add(text: string, box: Box): void {
    if (this.#isSpacePending && !this.#text.endsWith(" ") && text !== " ") this.#text += " ";
    this.#isSpacePending = false;
    this.#text += text;
    this.#last = box;
    // Blanks reach as far as words do, but the run ends with its last word.
    if (text === " ") return;
    this.#letters += 1;
    if (isRightToLeft(text)) this.#rightToLeft += 1;
    this.#left = Math.min(this.#left, box.left);
    this.#right = Math.max(this.#right, box.right);
    this.#top = Math.min(this.#top, box.top);
    this.#bottom = Math.max(this.#bottom, box.bottom);
    this.#topSum += box.top;
    this.#bottomSum += box.bottom;
  }

  /** Undefined when it is blank. */
  finish(): Run | undefined {
    const text = this.#text.trim();
    if (text === "") return undefined;
    return {
      text,
      left: this.#left,
      right: this.#right,
      top: this.#topSum / this.#letters,
      bottom: this.#bottomSum / this.#letters,
      size: this.#size(),
      isRightToLeft: this.#rightToLeft * 2 > this.#letters,
    };
  }
}

/** From the page's frame, up and right, into the text's, right and down. */
function turn(character: Character, angle: number): Box {
  const { left, right, bottom, top } = character;
  switch (angle) {
    case 0:
      return { left, right, top: -top, bottom: -bottom };
    case 90:
      return { left: -top, right: -bottom, top: -right, bottom: -left };
    case 180:
      return { left: -right, right: -left, top: bottom, bottom: top };
    case 270:
      return { left: bottom, right: top, top: left, bottom: right };
    default:
      return turnSlanting(character, (angle * Math.PI) / 180);
  }
}

/** The box around a slanting character is larger than it; a square around its middle is nearer to the truth. */
function turnSlanting({ left, right, bottom, top }: Character, radians: number): Box {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const [along, down] = [
    x * Math.cos(radians) - y * Math.sin(radians),
    -x * Math.sin(radians) - y * Math.cos(radians),
  ];
  const half = Math.min(right - left, top - bottom) / 2;
  return { left: along - half, right: along + half, top: down - half, bottom: down + half };
}

/** Hebrew, Arabic and their relatives, with their presentation forms. */
function isRightToLeft(text: string): boolean {
  const code = text.codePointAt(0) ?? 0;
  return (
    (code >= 0x590 && code <= 0x8ff) ||
    (code >= 0xfb1d && code <= 0xfdff) ||
    (code >= 0xfe70 && code <= 0xfeff)
  );
}
