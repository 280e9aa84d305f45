/** Why a root can't be used, in one sentence that is the same wherever it is reported. */
import { visiblePath } from "../text/visible.js";

export interface RootProblem {
  readonly root: string;
  readonly kind: "missing" | "not-a-folder" | "unreachable";
}

/** `${workspaceFolder}` and the like, which a client should have replaced before it started us. */
const PLACEHOLDER = /\$\{[^}/]*\}/;

export function findPlaceholder({ root }: RootProblem): string | undefined {
  return PLACEHOLDER.exec(root)?.[0];
}

export function describeRootProblem(problem: RootProblem): string {
  return `The root ${visiblePath(problem.root)} ${predicateOf(problem)}.`;
}

/** The same as a clause: "the root /nope does not exist". */
export function rootProblemClause(problem: RootProblem): string {
  return `the root ${visiblePath(problem.root)} ${predicateOf(problem)}`;
}

function predicateOf(problem: RootProblem): string {
  if (problem.kind === "not-a-folder") return "is not a folder";
  if (problem.kind === "unreachable") return "can't be read";
  const placeholder = findPlaceholder(problem);
  return placeholder === undefined
    ? "does not exist"
    : `does not exist: ${visiblePath(placeholder)} was not replaced by the path of a folder`;
}
