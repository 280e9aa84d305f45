/**
 * One file that was changed, and what is known of the diagnostics in it: by the servers, and by each session that has
 * changed it. Changes only ever move the goal; whoever asks the servers follows it.
 */
import type { RealPath } from "../fs/paths.js";
import type { Diagnostic } from "../notify/diagnostic.js";
import type { Hunk } from "../text/diff/hunks.js";
import { type DiagnosticChanges, type FileDiagnostics, noChanges } from "./diagnostics-report.js";
import { createOwnTest, veilForeignValues } from "./own-quotations.js";
import {
  compareDiagnostics,
  movePlaces,
  type PlacedDiagnostic,
  placeDiagnostics,
} from "./placed-diagnostics.js";
import { SessionAccount, type Told } from "./session-account.js";

export interface DocumentChange {
  readonly sessionId: string;
  /** Undefined when the file was not there. */
  readonly before: string | undefined;
  readonly after: string;
  readonly hunks: readonly Hunk[];
}

/** What each server said of one text, by its name; or why that is not known of all of them. */
export type Finding =
  | { readonly state: "fresh"; readonly byServer: ReadonlyMap<string, readonly Diagnostic[]> }
  | { readonly state: "unknown"; readonly reason: string };

/** The text that the servers are to be asked about. */
export interface Goal {
  readonly text: string;
  readonly version: number;
  /** It is what the file held before the change, asked about for comparison. */
  readonly isBaseline: boolean;
}

interface Waiting {
  readonly version: number;
  readonly wake: () => void;
}

export class TrackedDocument {
  readonly path: RealPath;
  readonly #accounts = new Map<string, SessionAccount>();
  #waiting: Waiting[] = [];
  /** Counts the changes. */
  #version = 0;
  #text: string | undefined;
  /** Before the last change. */
  #textBefore: string | undefined;
  /** A text that the servers have to be asked about first, so that its faults are not laid at the change's door. */
  #baseline: { readonly text: string; moves: readonly (readonly Hunk[])[] } | undefined;
  /** The last that the servers said, moved along with the file. */
  #known: readonly PlacedDiagnostic[] | undefined = [];
  #present: Finding = { state: "unknown", reason: "not asked yet" };
  #settledVersion = 0;
  #lastSession: string | undefined;

  constructor(path: RealPath) {
    this.path = path;
  }

  get version(): number {
    return this.#version;
  }

  /** Characters of text that are held. */
  get weight(): number {
    return (this.#text?.length ?? 0) + (this.#textBefore?.length ?? 0);
  }

  /** The text to be asked about next; undefined before the first change. */
  get goal(): Goal | undefined {
    const text = this.#baseline?.text ?? this.#text;
    return text === undefined
      ? undefined
      : { text, version: this.#version, isBaseline: this.#baseline !== undefined };
  }

  get isSettled(): boolean {
    return this.#settledVersion === this.#version;
  }

  /** The servers have said what they find in the present text. */
  get isFresh(): boolean {
    return this.#present.state === "fresh";
  }

  wasLastChangedBy(sessionId: string): boolean {
    return this.#lastSession === sessionId;
  }

  hasBeenChangedBy(sessionId: string): boolean {
    return this.#accounts.has(sessionId);
  }

  /** Answers the number of the change. */
  change({ sessionId, before, after, hunks }: DocumentChange): number {
    if (before !== this.#text) this.#startAnew(before);
    if (this.#baseline !== undefined) this.#baseline.moves = [...this.#baseline.moves, hunks];
    const own = this.#accountOf(sessionId);
    for (const account of this.#accounts.values()) account.noteChange(hunks, { isOwn: account === own });
    this.#known = this.#known && movePlaces(this.#known, hunks);
    own.learnPast(this.#known);
    this.#textBefore = before;
    this.#text = after;
    this.#lastSession = sessionId;
    this.#version += 1;
    // What was delivered was about another text.
    this.#present = { state: "unknown", reason: "no answer yet" };
    this.#wakeUpTo(this.#version - 1);
    return this.#version;
  }

  /** The file is not what we left: someone else has changed it, or it is new to us. */
  #startAnew(before: string | undefined): void {
    for (const account of this.#accounts.values()) account.startAnew();
    this.#known = before === undefined ? [] : undefined;
    this.#baseline = before === undefined ? undefined : { text: before, moves: [] };
  }

  /**
   * Takes what the servers said of the goal, unless it has moved on meanwhile. Answers what is new in the file since they
   * last said anything of it, where both is known.
   */
  accept(goal: Goal, finding: Finding): DiagnosticChanges | undefined {
    if (goal.isBaseline) {
      // Unless the file was changed by others meanwhile: then another text has to be asked about first.
      if (this.#baseline?.text === goal.text) this.#acceptBaseline(this.#baseline.moves, finding);
      return undefined;
    }
    if (goal.version !== this.#version) return undefined;
    this.#present = finding;
    this.#settledVersion = goal.version;
    const known = this.#known;
    const diagnostics = finding.state === "fresh" ? joined(finding) : undefined;
    if (diagnostics !== undefined) this.#known = placeDiagnostics(diagnostics);
    this.#wakeUpTo(this.#version);
    if (known === undefined || diagnostics === undefined) return undefined;
    return this.#veilChanges(compareDiagnostics(known, diagnostics));
  }

  #acceptBaseline(moves: readonly (readonly Hunk[])[], finding: Finding): void {
    this.#baseline = undefined;
    if (finding.state !== "fresh") return;
    let placed = placeDiagnostics(joined(finding));
    for (const hunks of moves) placed = movePlaces(placed, hunks);
    this.#known = placed;
    for (const account of this.#accounts.values()) account.learnPast(placed);
  }

  /** Whether the servers are to be asked once more: they could not tell, and one has spoken since. */
  reopen(): boolean {
    if (!this.isSettled || this.#present.state === "fresh") return false;
    this.#settledVersion = 0;
    return true;
  }

  /** A server has thought again about a text that has not changed, because another file has. */
  revise(server: string, diagnostics: readonly Diagnostic[]): DiagnosticChanges {
    const present = this.#present;
    if (!this.isSettled || present.state !== "fresh") return noChanges;
    const revised = { ...present, byServer: new Map(present.byServer).set(server, diagnostics) };
    const changes = compareDiagnostics(placeDiagnostics(joined(present)), joined(revised));
    if (changes === noChanges) return noChanges;
    this.#present = revised;
    this.#known = placeDiagnostics(joined(revised));
    for (const account of this.#accounts.values()) account.oweAgain();
    return this.#veilChanges(changes);
  }

  /** Resolves once the servers have answered about this change, or a later one has made the question moot. */
  whenSettled(version: number): Promise<void> {
    if (version < this.#version || this.isSettled) return Promise.resolve();
    return new Promise((wake) => this.#waiting.push({ version, wake }));
  }

  /** What this session has not been told yet; from now on it has. Undefined where nothing is owed. */
  tell(sessionId: string): Told | undefined {
    const account = this.#accounts.get(sessionId);
    if (account?.isOwed !== true) return undefined;
    if (this.#present.state === "unknown") return this.#present;
    const told = account.tell(joined(this.#present));
    return told.state === "unknown" ? told : { ...told, changes: this.#veilChanges(told.changes) };
  }

  /** The session has been told that what is found of its change comes later. */
  promise(sessionId: string): void {
    this.#accountOf(sessionId).promise();
  }

  describe(): FileDiagnostics {
    const { path } = this;
    return this.#present.state === "fresh"
      ? { path, state: "fresh", diagnostics: this.#veil(joined(this.#present)) }
      : { path, state: "unknown", diagnostics: [] };
  }

  /** False when nobody is left who would want to know. */
  forgetSession(sessionId: string): boolean {
    this.#accounts.delete(sessionId);
    return this.#accounts.size > 0;
  }

  /** Compared is what the servers said; told is what may be. */
  #veilChanges(changes: DiagnosticChanges): DiagnosticChanges {
    if (changes === noChanges) return noChanges;
    return { introduced: this.#veil(changes.introduced), resolved: this.#veil(changes.resolved) };
  }

  #veil(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    const isOwn = createOwnTest([this.#text, this.#textBefore]);
    return diagnostics.map((each) => ({ ...each, message: veilForeignValues(each.message, isOwn) }));
  }

  #accountOf(sessionId: string): SessionAccount {
    const known = this.#accounts.get(sessionId);
    if (known !== undefined) return known;
    const account = new SessionAccount();
    this.#accounts.set(sessionId, account);
    return account;
  }

  #wakeUpTo(version: number): void {
    const woken = this.#waiting.filter((each) => each.version <= version);
    this.#waiting = this.#waiting.filter((each) => each.version > version);
    for (const { wake } of woken) wake();
  }
}

function joined({
  byServer,
}: {
  readonly byServer: ReadonlyMap<string, readonly Diagnostic[]>;
}): Diagnostic[] {
  return [...byServer.values()].flat();
}
