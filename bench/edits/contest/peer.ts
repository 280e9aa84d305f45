/** A peer's real package, in a process of its own. */

import type { StoryContestant, Toolbox } from "../../agents/contestants/contestant.js";
import { peerContestants } from "../../agents/everyone.js";
import { reasonOf } from "../../measure.js";
import type { Peer } from "../../peers/catalog.js";
import type { ToolAnswer, ToolCall } from "../../peers/tool.js";
import type { ContestantFolders, EditContestant, EditingTools, TextChange } from "./editor.js";

/** A call that takes longer counts as failed. */
const PATIENCE_MS = 60_000;
/** What a peer remembers of earlier calls must not slow it down for ever. */
const EDITS_PER_SESSION = 2000;

export function createPeer({ id }: Peer, mostEdits: number | undefined): EditContestant {
  const contestant = peerContestants[id];
  return {
    id,
    ...(mostEdits === undefined ? {} : { mostEdits }),
    open: async (folders) => new PeerEditor(contestant, folders, await openToolbox(contestant, folders)),
  };
}

function openToolbox(contestant: StoryContestant, { files, home }: ContestantFolders): Promise<Toolbox> {
  return contestant.open({ project: files, home });
}

class PeerEditor implements EditingTools {
  readonly #contestant: StoryContestant;
  readonly #folders: ContestantFolders;
  #toolbox: Toolbox;
  #edits = 0;

  constructor(contestant: StoryContestant, folders: ContestantFolders, toolbox: Toolbox) {
    this.#contestant = contestant;
    this.#folders = folders;
    this.#toolbox = toolbox;
  }

  async edit(name: string, { before, old, new: by }: TextChange): Promise<string | undefined> {
    this.#edits += 1;
    if (this.#edits % EDITS_PER_SESSION === 0) await this.#reopen();
    const dialect = this.#contestant.dialect(this.#folders.files);
    const [made] = dialect.edit(name, [{ old, new: by }], before);
    if (made === undefined) throw new Error("no call for an edit");
    const answer = await this.#call(made.call);
    return dialect.isRefusal(answer) ? answer.text : undefined;
  }

  close(): Promise<void> {
    return this.#toolbox.close();
  }

  /** A call that fails ends the session: its process may be gone, or still busy. */
  async #call(call: ToolCall): Promise<ToolAnswer> {
    try {
      return await withPatience(this.#toolbox.call(call));
    } catch (cause) {
      await this.#reopen();
      return { text: `failed: ${reasonOf(cause)}`, isError: true };
    }
  }

  async #reopen(): Promise<void> {
    await this.#toolbox.close();
    this.#toolbox = await openToolbox(this.#contestant, this.#folders);
  }
}

async function withPatience<Result>(promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), PATIENCE_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
