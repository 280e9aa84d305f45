/** A folder in which an agent has worked, and a terminal where a person looks at what it did. */
import { type Seat, takeSeat } from "./terminal.js";
import { edit, LINES, write } from "./undo-steps.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "./workspace.js";

export interface AgentScene {
  readonly files: TempWorkspace;
  readonly seat: Seat;
  /** Two edits of a.txt and a new docs/new.md, oldest first. */
  readonly ids: readonly [string, string, string];
}

/** What a.txt holds after the first edit, and after both. */
export const AFTER_ONE: string = LINES.replace("one", "ONE");
export const AFTER_BOTH: string = AFTER_ONE.replace("two\nthree", "TWO");

export async function agentScene(tree: Tree = {}): Promise<AgentScene> {
  const files = tempWorkspace({ "a.txt": LINES, ...tree });
  const seat = takeSeat(files.root);
  const agent = files.editor({ stateDirectory: seat.stateDirectory });
  const first = await edit(agent, files.path("a.txt"), "one", "ONE");
  const second = await edit(agent, files.path("a.txt"), "two\nthree", "TWO");
  await write(agent, files.path("docs", "new.md"), "new\n");
  const [third] = await agent.history.list({ limit: 1 });
  await agent.close();
  return { files, seat, ids: [first, second, third?.record.id ?? ""] };
}
