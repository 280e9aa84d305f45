/** How every adapter begins: with a toolkit of the host's, or one that is made for it. */
import type { Capabilities } from "../../session/session.js";
import { createToolkit, type Toolkit, type ToolkitOptions } from "../../toolkit.js";

/** A toolkit, or the options of one. Of one that is made here, whoever made the tools closes `toolkit`. */
export type ToolkitSource = Toolkit | ToolkitOptions;

export interface ToolkitDefaults {
  /** What the history and the console call the conversation, unless it has a name. */
  readonly client: string;
  /** What the SDK can hand on to a model; the host's own word goes first. */
  readonly capabilities: Capabilities;
}

export function openToolkit(source: ToolkitSource, { client, capabilities }: ToolkitDefaults): Toolkit {
  const toolkit = isToolkit(source)
    ? source
    : createToolkit({ ...source, capabilities: { ...capabilities, ...source.capabilities } });
  if (toolkit.session.name === undefined) toolkit.session.introduce(client);
  return toolkit;
}

export function isToolkit(source: ToolkitSource): source is Toolkit {
  return "call" in source && "session" in source;
}
