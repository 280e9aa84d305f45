/** A person who allows changes with content of their own. */
import type { Plan, Question, Toolkit, ToolkitOptions } from "../../src/index.js";
import type { AnyTool } from "../../src/tools/define-tool.js";
import { editTool } from "../../src/tools/edit/index.js";
import { notebookEditTool } from "../../src/tools/notebook-edit/index.js";
import { writeTool } from "../../src/tools/write/index.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "./workspace.js";

type Shown = NonNullable<Question["change"]>;

export interface ReviewedWorkspace {
  readonly files: TempWorkspace;
  readonly toolkit: Toolkit;
  readonly person: {
    /** What they send back, of what they are shown; undefined allows the change as it is. */
    review: ((change: Shown) => string | undefined) | undefined;
    /** Happens after they have looked, before they answer. */
    meanwhile: (() => unknown) | undefined;
    /** What they were last shown. */
    shown: Shown | undefined;
    /** The plan that was last made. */
    plan: Plan | undefined;
  };
}

/** A folder of which all files have been read, except those that are named. */
export async function reviewedWorkspace(
  tree: Tree,
  { unread = [], ...options }: ToolkitOptions & { readonly unread?: readonly string[] } = {},
): Promise<ReviewedWorkspace> {
  const files = tempWorkspace(tree);
  const person: ReviewedWorkspace["person"] = {
    review: undefined,
    meanwhile: undefined,
    shown: undefined,
    plan: undefined,
  };
  const toolkit = files.toolkit({
    ...options,
    tools: ([writeTool, editTool, notebookEditTool] as AnyTool[]).map((tool) => ({
      ...tool,
      async check(...request: Parameters<AnyTool["check"]>) {
        const plan: Plan = await tool.check(...request);
        person.plan = plan;
        return plan;
      },
    })),
    onAsk: async ({ change }) => {
      person.shown = change;
      const content = change === undefined ? undefined : person.review?.(change);
      await person.meanwhile?.();
      return { answer: "allow", ...(content === undefined ? {} : { content }) };
    },
  });
  for (const name of Object.keys(tree)) {
    if (!unread.includes(name)) await toolkit.call("Read", { file_path: files.path(name) });
  }
  return { files, toolkit, person };
}
