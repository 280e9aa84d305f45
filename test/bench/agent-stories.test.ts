import { expect, it } from "vitest";
import { createFilewright } from "../../bench/agents/contestants/filewright.js";
import { totalCost } from "../../bench/agents/cost.js";
import { playStories } from "../../bench/agents/play.js";
import { stories } from "../../bench/agents/stories/all.js";
import { program } from "../support/command-line.js";

const MOST_CALLS = 32;
const MOST_CHARACTERS = 60_000;

it("ten ordinary tasks in one session are cheap and leave the right bytes [COST-1]", async () => {
  const session = await playStories(createFilewright(program), stories);

  const outcomes = session.stories.map(({ story, outcome, remark }) => ({ story, outcome, remark }));
  expect(outcomes).toEqual(
    stories.map(({ title }) => ({ story: title, outcome: "right", remark: undefined })),
  );
  expect(outcomes).toHaveLength(10);
  const { calls, partialViews, returned } = totalCost(session.stories);
  expect(partialViews).toBe(0);
  expect(calls).toBeLessThanOrEqual(MOST_CALLS);
  expect(returned).toBeLessThanOrEqual(MOST_CHARACTERS);
});
