/** A conversation of its own for an agent that another one has started, over the same workspace. */
import { createToolkit, type Toolkit } from "../../toolkit.js";
import { isToolkit, type ToolkitDefaults, type ToolkitSource } from "../common/open-toolkit.js";

/** Undefined where nothing but a toolkit is known: another like it can't be made. */
export function openConversation(
  source: ToolkitSource,
  { workspace }: Toolkit,
  { client, capabilities }: ToolkitDefaults,
): ((agentId: string) => Toolkit) | undefined {
  if (isToolkit(source)) return undefined;
  // The past that a session goes on with is the first one's.
  const { resumes: _, ...options } = source;
  return (agentId) => {
    const toolkit = createToolkit({
      ...options,
      workspace,
      capabilities: { ...capabilities, ...options.capabilities },
    });
    toolkit.session.introduce(`${client}, agent ${agentId}`);
    return toolkit;
  };
}
