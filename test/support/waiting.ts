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

export function waitingPerson(
  tree: Tree,
  options: (files: TempWorkspace) => ToolkitOptions = () => ({}),
): Waiting {
  const files = tempWorkspace(tree);
  const toolkit = files.toolkit(options(files));
  const { permissions } = toolkit;
  permissions.attach();
  const asked = async (count: number): Promise<void> => {
    for (let round = 0; round < 5000 && permissions.questions.length < count; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(permissions.questions).toHaveLength(count);
  };
  const answer = (end: string, given: Answer): boolean =>
    permissions.answer(permissions.questions.find(({ path }) => path.endsWith(end))?.id ?? "", given);
  return { files, toolkit, asked, answer };
}
