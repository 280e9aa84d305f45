/** Plays all stories, one after another, in one session of one contestant and on its own copy of the project. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ScriptError, ScriptedAgent } from "./agent.js";
import type { StoryContestant } from "./contestants/contestant.js";
import type { Cost } from "./cost.js";
import { createHarbor } from "./project/harbor.js";
import { DiskProject, type Project } from "./project/project.js";
import type { Script, Story } from "./story.js";

/** A task that returns more than this fits into no context window and counts as not finished. */
const MOST_CHARACTERS = 1_000_000;

export interface StoryResult extends Cost {
  readonly story: string;
  readonly outcome: "right" | "wrong" | "can't";
  /** The reason for a wrong outcome or an unfinished task. */
  readonly remark?: string;
}

export interface SessionResult {
  readonly contestant: string;
  /** Characters of the tool list: names, descriptions and schemas. */
  readonly toolList: number;
  readonly tools: number;
  readonly stories: readonly StoryResult[];
}

export async function playStories(
  contestant: StoryContestant,
  stories: readonly Story[],
): Promise<SessionResult> {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), "filewright-agents-"));
  try {
    const places = { project: join(directory, "harbor"), home: join(directory, "home") };
    mkdirSync(places.home);
    const expected = createHarbor(stories);
    expected.writeTo(places.project);
    const toolbox = await contestant.open(places);
    try {
      const agent = new ScriptedAgent(contestant.dialect(places.project), toolbox, places.project);
      const results: StoryResult[] = [];
      for (const story of stories) results.push(await play(story, agent, expected, places.project));
      return {
        contestant: contestant.name,
        tools: toolbox.declarations.length,
        toolList: JSON.stringify(toolbox.declarations).length,
        stories: results,
      };
    } finally {
      await toolbox.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Leaves the project as the story must leave it, whatever the contestant did, so that all start the next story alike. */
async function play(
  story: Story,
  agent: ScriptedAgent,
  expected: Project,
  directory: string,
): Promise<StoryResult> {
  agent.begin(() => story.meanwhile?.(new DiskProject(directory)));
  const { scripts } = story;
  const script = scripts[agent.dialect.id] ?? (agent.dialect.search && scripts.searching);
  const problem = script === undefined ? "no tool for this" : await runScript(script, agent);
  story.finish?.(expected);
  const differing = expected.findDifferences(directory);
  const missing = (story.facts ?? []).filter((fact) => !agent.wasShown(fact));
  if (differing.length > 0) restore(expected, differing, directory);
  const result = { story: story.title, ...agent.cost };
  if (problem !== undefined) return { ...result, outcome: "can't", remark: problem };
  if (differing.length > 0)
    return { ...result, outcome: "wrong", remark: `other bytes in ${differing.join(", ")}` };
  if (missing.length > 0) return { ...result, outcome: "wrong", remark: `not shown: ${missing.join(" | ")}` };
  return { ...result, outcome: "right" };
}

/** Returns why the task could not be finished, or undefined. */
async function runScript(script: Script, agent: ScriptedAgent): Promise<string | undefined> {
  try {
    await script(agent);
  } catch (cause) {
    if (cause instanceof ScriptError || !(cause instanceof Error)) throw cause;
    return cause.message.split("\n", 1)[0];
  }
  return agent.cost.returned > MOST_CHARACTERS ? "returns more than fits into a context window" : undefined;
}

function restore(expected: Project, paths: readonly string[], directory: string): void {
  const disk = new DiskProject(directory);
  for (const path of paths) {
    if (expected.paths.includes(path)) disk.set(path, expected.bytes(path));
    else rmSync(join(directory, path));
  }
}
