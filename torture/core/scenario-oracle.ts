/**
 * Decides whether what a process answered, what is on disk and what the history says fit together, for work done step
 * by step by one process. Pure: it sees names of versions, never bytes.
 */
import type { Version } from "./content.js";
import { type Finding, finding } from "./finding.js";

export type FileVersions = Readonly<Record<string, Version>>;

/** What a step does to files when it succeeds; files it does not name stay as they are. */
export interface StepEffect {
  readonly name: string;
  readonly before: FileVersions;
  readonly after: FileVersions;
}

export interface StepAnswer {
  /** "none": the process ended before it answered. */
  readonly outcome: "ok" | "error" | "none";
  /** An error that says that the file was, or may have been, changed. */
  readonly admitsChange?: boolean;
  /** The error, for the report. */
  readonly message?: string;
  /** For changes of several files: which of them the answer calls changed. */
  readonly changedFiles?: readonly string[];
  /** Files that a restore reports as refused, in conflict or unavailable. */
  readonly refusedFiles?: readonly string[];
  /** Whether a restore called itself done. */
  readonly isDone?: boolean;
  /** The ids, by file, of the changes that were acknowledged. */
  readonly changes?: Readonly<Record<string, string>>;
}

export interface HistoryChange {
  readonly id: string;
  readonly path: string;
  readonly state: string;
  /** `undefined`: kept by its differences alone. "unreadable": listed as kept, but can't be read. */
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

export interface Observation {
  readonly files: FileVersions;
  /** Oldest first; `undefined` if the history can't be listed. */
  readonly history: readonly HistoryChange[] | undefined;
  /** Temporary files that are still there. */
  readonly leftovers: readonly string[];
}

/** Judges a run after recovery. `answers` ends with the step in which the process died, if it did. */
export function judgeScenario(
  effects: readonly StepEffect[],
  answers: readonly StepAnswer[],
  observation: Observation,
): Finding[] {
  const found: Finding[] = [];
  const allowed = collectAllowed(effects, answers, found);
  for (const [path, versions] of allowed) {
    const present = observation.files[path] ?? null;
    if (!versions.has(present)) found.push(describeFile(path, present, effects, answers));
  }
  for (const path of Object.keys(observation.files)) {
    if (!allowed.has(path)) found.push(finding("leftover", "a file that no step makes", path));
  }
  for (const path of observation.leftovers) found.push(finding("leftover", "a temporary file", path));
  if (observation.history === undefined) return [...found, finding("history", "can't be listed")];
  return [
    ...found,
    ...judgeHistory(followEffects(effects, answers), answers, observation.history, observation.files),
  ];
}

/**
 * The steps' effects as they must have been, by what was answered: a step begins with what the last one left, which may
 * have failed. Files of which that is not known are left out.
 */
export function followEffects(effects: readonly StepEffect[], answers: readonly StepAnswer[]): StepEffect[] {
  const current = new Map<string, Version>();
  const unknown = new Set<string>();
  return effects.map(({ name, before, after }, index) => {
    const followed: Record<string, Version> = {};
    for (const [path, version] of Object.entries(before)) {
      if (!unknown.has(path)) followed[path] = current.has(path) ? (current.get(path) ?? null) : version;
    }
    const answer = answers[index];
    for (const [path, version] of Object.entries(after)) {
      const isMade = answer?.outcome === "ok" && (answer.changedFiles?.includes(path) ?? true);
      const isRefused =
        answer?.outcome === "ok" || (answer?.outcome === "error" && answer.admitsChange !== true);
      if (isMade) {
        current.set(path, version);
        unknown.delete(path);
      } else if (!isRefused) unknown.add(path);
      else if (followed[path] !== undefined) current.set(path, followed[path]);
    }
    return { name, before: followed, after };
  });
}

/** The versions that each file may have, by what was answered. */
function collectAllowed(
  effects: readonly StepEffect[],
  answers: readonly StepAnswer[],
  found: Finding[],
): Map<string, Set<Version>> {
  const allowed = new Map<string, Set<Version>>();
  for (const { before, after } of effects) {
    for (const path of Object.keys({ ...before, ...after })) {
      if (!allowed.has(path)) allowed.set(path, new Set([before[path] ?? null]));
    }
  }
  for (const [index, { name, after }] of effects.entries()) {
    const answer = answers[index] ?? { outcome: "none" as const, isMissing: true };
    if ("isMissing" in answer) break;
    if (answer.isDone === true && (answer.refusedFiles?.length ?? 0) > 0) {
      const detail = `${name} ${answer.refusedFiles?.join()}: ${answer.message}`;
      found.push({ ...finding("wrong answer", "isDone with a refused file", detail), isAnywhere: true });
    }
    for (const [path, version] of Object.entries(after)) {
      const known = allowed.get(path) as Set<Version>;
      if (answer.outcome === "none") known.add(version);
      else if (answer.outcome === "ok" && (answer.changedFiles?.includes(path) ?? true))
        allowed.set(path, new Set([version]));
      else if (answer.outcome === "error" && answer.admitsChange === true) known.add(version);
    }
  }
  return allowed;
}

function describeFile(
  path: string,
  present: Version,
  effects: readonly StepEffect[],
  answers: readonly StepAnswer[],
): Finding {
  const isKnown = effects.some(({ before, after }) => before[path] === present || after[path] === present);
  const isAbsent = present === null;
  const last = effects.findLastIndex(({ after }, index) => path in after && answers[index] !== undefined);
  const answer = answers[last];
  const step = effects[last]?.name ?? "no step";
  const said = answer?.message === undefined ? "" : ` after: ${answer.message}`;
  const detail = `${step}: ${path} is ${present ?? "missing"}${said}`;
  if (!isKnown && isAbsent) return finding("lost", "the file is gone", detail);
  if (!isKnown) return finding("mixture", "the file is no version that ever stood there", detail);
  if (answer?.outcome === "ok") return finding("wrong answer", "acknowledged, but not on disk", detail);
  if (answer?.outcome === "error" && Object.keys(effects[last]?.after ?? {}).length > 2)
    return {
      ...finding("wrong answer", "an error after some of several files were changed", detail),
      isAnywhere: true,
    };
  if (answer?.outcome === "error")
    return finding("wrong answer", "an error, but the file was changed", detail);
  return finding("wrong answer", "neither the version before the step nor after it", detail);
}

function judgeHistory(
  effects: readonly StepEffect[],
  answers: readonly StepAnswer[],
  history: readonly HistoryChange[],
  files: FileVersions,
): Finding[] {
  const found: Finding[] = [];
  const byId = new Map(history.map((change) => [change.id, change]));
  for (const [index, answer] of answers.entries()) {
    const effect = effects[index];
    if (answer.outcome !== "ok" || effect === undefined) continue;
    for (const [path, id] of Object.entries(answer.changes ?? {})) {
      const change = byId.get(id);
      const detail = `${effect.name} ${path}`;
      if (change === undefined) found.push(finding("lost", "acknowledged, not in the history", detail));
      else if (change.state === "failed")
        found.push(finding("wrong answer", "acknowledged, but failed in the history", detail));
      else if (isOther(change.after, effect.after[path]) || isOther(change.before, effect.before[path]))
        found.push(finding("history", "an acknowledged change holds other contents", detail));
    }
  }
  const last = new Map<string, HistoryChange>();
  for (const change of history) {
    for (const side of ["before", "after"] as const) {
      if (change[side] === "unreadable" && change.state !== "failed")
        found.push(finding("lost", `a content that the history lists can't be read (${side})`, change.id));
    }
    if (change.state !== "failed") last.set(change.path, change);
  }
  for (const [path, { after, id }] of last) {
    if (!(path in files) && !effects.some(({ after }) => path in after)) continue;
    if (isOther(after, files[path] ?? null))
      found.push(finding("history", "the last applied change is not what is on disk", `${path} ${id}`));
  }
  return found;
}

function isOther(kept: Version | undefined, known: Version | undefined): boolean {
  return kept !== undefined && kept !== "unreadable" && known !== undefined && kept !== known;
}
