/** Decides whether an attempt told or touched anything it must not. Pure: takes what was sent, received and found on disk. */
import { type Finding, finding } from "../../torture/core/finding.js";

/** Texts that occur nowhere but in what is denied or outside, letters and digits only. */
export interface Canaries {
  /** Parts of contents. */
  readonly contents: readonly string[];
  /** Parts of names. */
  readonly names: readonly string[];
}

export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** How a secret may be written: as it is, reversed byte pairs of UTF-16, hexadecimal, base64 at any of its three offsets. */
export function spellingsOf(canary: string): readonly string[] {
  const bytes = Buffer.from(canary, "latin1");
  const letters = canary.split("");
  const base64 = [0, 1, 2].map((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    // Characters at both ends depend on neighbouring bytes.
    return shifted.slice(shift === 0 ? 0 : shift + 1, -4);
  });
  return [canary, bytes.toString("hex"), letters.join("\0"), letters.join("\\u0000"), ...base64];
}

/** What an answer, with events and error output, tells of contents and names that the call did not name itself. */
export function findTold(sent: Call, received: string, canaries: Canaries): Finding[] {
  const found: Finding[] = [];
  const said = JSON.stringify(sent.input).toLowerCase();
  const lowered = received.toLowerCase();
  for (const [what, texts] of [
    ["content", canaries.contents],
    ["name", canaries.names],
  ] as const) {
    for (const text of texts.filter((each) => !said.includes(each))) {
      const at = Math.max(...spellingsOf(text).map((each) => lowered.indexOf(each.toLowerCase())));
      if (at !== -1) found.push(finding("leak", `${sent.tool} tells a ${what}`, around(received, at)));
    }
  }
  return found;
}

/** The same call in a world with the secret files and in one without them must be answered alike. */
export function compareAnswers(sent: Call, present: string, absent: string): Finding[] {
  if (present === absent) return [];
  const at = firstDifference(present, absent);
  const detail = `${around(present, at)} ⇔ ${around(absent, at)}`;
  return [finding("leak", `${sent.tool} tells whether a file exists`, detail)];
}

function around(text: string, at: number): string {
  return text.slice(Math.max(0, at - 60), at + 90);
}

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return at;
}

export type Snapshot = Readonly<Record<string, string>>;

/** Whatever was created, changed or deleted among files that no call may touch. */
export function compareSnapshots(before: Snapshot, after: Snapshot): Finding[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      const what = before[name] === undefined ? "created" : after[name] === undefined ? "deleted" : "changed";
      return finding("outside write", `a file that no call may touch was ${what}`, name);
    });
}

/** Files that calls may write must hold nothing of the secret ones. */
export function findSpilled(files: Iterable<readonly [string, Buffer]>, { contents }: Canaries): Finding[] {
  const found: Finding[] = [];
  for (const [name, bytes] of files) {
    if (contents.some((canary) => bytes.includes(canary)))
      found.push(finding("leak", "a content was copied to a file that may be read", name));
  }
  return found;
}
