/** What both probes of a search begin with. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Toolkit } from "filewright";
import { callSearch, openToolkit } from "../library.js";

export interface PreparedSearch {
  readonly toolkit: Toolkit;
  readonly name: "Glob" | "Grep";
  readonly input: object;
}

/** From the words `directory tool input`. What any search needs is loaded by a small one first. */
export async function prepareSearch(words: readonly string[]): Promise<PreparedSearch> {
  const [directory = "", tool, input = "{}"] = words;
  const name = tool === "Glob" ? "Glob" : "Grep";
  const here = dirname(fileURLToPath(import.meta.url));
  const small = openToolkit(here, {});
  await callSearch(small, "Glob", { pattern: "*.js" });
  await callSearch(small, "Grep", { pattern: "import", output_mode: "content" });
  await small.close();
  return { toolkit: openToolkit(directory, {}), name, input: JSON.parse(input) as object };
}
