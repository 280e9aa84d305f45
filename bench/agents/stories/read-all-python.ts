import type { ScriptedAgent } from "../agent.js";

/** Without a search in contents, the only way to find every use of a name is to read all modules. */
export async function readAllPython(agent: ScriptedAgent): Promise<void> {
  const found = await agent.call({ name: "search_files", arguments: { path: ".", pattern: "**/*.py" } });
  const paths = found.split("\n").map((path) => path.replace(/^.*?\/harbor\/(?=harbor\/|tests\/)/, ""));
  await agent.call({ name: "read_multiple_files", arguments: { paths } });
}
