/** A person who is there and takes their time: questions stand until the test answers them. */
import { expect } from "vitest";
import type { Answer, Toolkit, ToolkitOptions } from "../../src/index.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "./workspace.js";

export interface Waiting {
  readonly files: TempWorkspace;
  readonly toolkit: Toolkit;
  /** Until so many questions stand. */
  readonly asked: (count: number) => Promise<void>;
  /** Answers the question about a path that ends like this. */
  readonly answer: (end: string, given: Answer) => boolean;
}

/** Waits until so many questions stand, those that are known already not counted. */
export async function untilAsked(
  { permissions }: Toolkit,
  count: number,
  known: ReadonlySet<string> = new Set(),
): Promise<void> {
  const fresh = (): readonly { readonly id: string }[] =>
    permissions.questions.filter(({ id }) => !known.has(id));
  for (let round = 0; round < 5000 && fresh().length < count; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(fresh()).toHaveLength(count);
}

export function waitingPerson(
  tree: Tree,
  options: (files: TempWorkspace) => ToolkitOptions = () => ({}),
): Waiting {
  const files = tempWorkspace(tree);
  const toolkit = files.toolkit(options(files));
  const { permissions } = toolkit;
  permissions.attach();
  const asked = (count: number): Promise<void> => untilAsked(toolkit, count);
  const answer = (end: string, given: Answer): boolean =>
    permissions.answer(permissions.questions.find(({ path }) => path.endsWith(end))?.id ?? "", given);
  return { files, toolkit, asked, answer };
}
