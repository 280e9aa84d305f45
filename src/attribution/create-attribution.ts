/** The account of a workspace: which files, whose lines, and how much in all. */
import type { RealPath } from "../fs/paths.js";
import type { TimelineChange } from "../history/timeline.js";
import { attributeFiles } from "./attribute-files.js";
import type { Attribution } from "./attribution.js";
import { FileChanges } from "./file-changes.js";
import type { SurveyGround } from "./survey.js";
import { surveyCommit } from "./survey-commit.js";
import { surveyHistory } from "./survey-history.js";

export interface AttributionRequest {
  readonly since: string | undefined;
  /** Oldest first. */
  readonly changes: readonly TimelineChange[];
  /** Those that the rules do not let be shown. */
  readonly withheld: readonly TimelineChange[];
}

export async function createAttribution(
  { since, changes, withheld }: AttributionRequest,
  ground: SurveyGround,
): Promise<Attribution> {
  const own = new FileChanges(await insideRoots(changes, ground));
  const survey = await (since === undefined ? surveyHistory(own, ground) : surveyCommit(since, own, ground));
  try {
    const hidden = new FileChanges(await insideRoots(withheld, ground));
    const oldest = changes[0]?.record.at;
    return {
      ...(await attributeFiles(survey, ground)),
      withheld: hidden.paths.filter((path) => ground.isWanted(path as RealPath)).length,
      ...(oldest === undefined ? {} : { knownFrom: oldest }),
      ...(survey.since === undefined ? {} : { since: survey.since }),
    };
  } finally {
    await survey.close();
  }
}

async function insideRoots(
  changes: readonly TimelineChange[],
  { roots }: SurveyGround,
): Promise<readonly TimelineChange[]> {
  const inside: TimelineChange[] = [];
  for (const change of changes) {
    if (await roots.contains(change.record.path as RealPath)) inside.push(change);
  }
  return inside;
}
