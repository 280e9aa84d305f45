/** The scenarios that come with the package, read from their folders. */
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { listFolders, readBytes, readFileTree } from "../../fs/node/scratch-folder.js";
import { parseSteps, type Scenario } from "./scenario.js";

/** In order of their names; those of another folder, if one is given, which has a folder for each in the same form. */
export function listScenarios(folder: string = findOwnScenarios()): readonly Scenario[] {
  return listFolders(folder).map((name) => readScenario(join(folder, name)));
}

function findOwnScenarios(): string {
  const manifest = createRequire(import.meta.url).resolve("filewright/package.json");
  return join(dirname(manifest), "conformance", "scenarios");
}

function readScenario(folder: string): Scenario {
  const name = basename(folder);
  const text = (file: string): string => readBytes(join(folder, file)).toString("utf8");
  const input = readFileTree(join(folder, "input")) ?? {};
  return {
    name,
    folder,
    ...parseSteps(text("calls.jsonl"), name),
    input,
    expected: readFileTree(join(folder, "expected")) ?? input,
    transcript: text("transcript.md"),
  };
}
