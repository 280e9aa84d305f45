/** A person at the desk of a workspace, and an agent that asks. */
import { expect, onTestFinished } from "vitest";
import type { AnswerRequest, Desk, QuestionDetail } from "../../src/desk/desk.js";
import { createDesk } from "../../src/desk/workspace-desk.js";
import type { Toolkit, ToolkitOptions } from "../../src/index.js";
import { until } from "./listening.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "./workspace.js";

export interface AttendedDesk {
  readonly files: TempWorkspace;
  readonly toolkit: Toolkit;
  readonly desk: Desk;
  /** The person goes. */
  readonly leave: () => void;
  /** The only question that stands, once it does. */
  readonly asked: () => Promise<QuestionDetail>;
}

export function attendedDesk(
  tree: Tree,
  { graceMs, ...options }: ToolkitOptions & { readonly graceMs?: number } = {},
): AttendedDesk {
  const files = tempWorkspace(tree);
  const toolkit = files.toolkit(options);
  const desk = createDesk(toolkit.workspace, graceMs === undefined ? {} : { graceMs });
  const leave = desk.attend(() => undefined);
  onTestFinished(leave);
  return { files, toolkit, desk, leave, asked: () => untilAskedAt(desk) };
}

async function untilAskedAt(desk: Desk): Promise<QuestionDetail> {
  const { id } = await until(() => desk.questions()[0], "a question");
  expect(desk.questions()).toHaveLength(1);
  const detail = desk.question(id);
  if (detail === undefined) throw new Error("the question is gone");
  return detail;
}

/** An answer to just this question. */
export function allow(
  { digest }: { readonly digest: string },
  more: Omit<Extract<AnswerRequest, { answer: "allow" }>, "answer" | "digest"> = {},
): AnswerRequest {
  return { answer: "allow", digest, ...more };
}

/** So many lines that three changed ones are three hunks. */
export function numberedLines(
  count: number,
  change: (line: number) => string | undefined = () => undefined,
): string {
  return Array.from({ length: count }, (_, index) => `${change(index + 1) ?? `line ${index + 1}`}\n`).join(
    "",
  );
}
