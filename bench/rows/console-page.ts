/** The console's page: how soon it is there, and whether it keeps up with a screen on a diff of twenty thousand lines. */
import type { Browser, Page } from "playwright-core";
import { AskedConsole } from "../console/asked-console.js";
import { firstPaintOf, measureScrolling, openBrowser } from "../console/bench-browser.js";
import { amountLine, type Block, compete, type Goals } from "../contest.js";
import type { Rounds } from "../measure.js";
import { type Ground, type Row, roundsOf } from "./row.js";

const FOLDER = "console-page";
/** A screen turns sixty times a second: work that takes longer is seen. */
const FRAME: Goals = { target: { amount: 16.7 }, stretch: { amount: 8.3 } };
/** What is answered within this seems to happen at once. */
const AT_ONCE: Goals = { target: { amount: 200 }, stretch: { amount: 100 } };
const FLOOR_LINES = 20_000;

export const consolePage: Row = {
  id: "K1",
  title: "The console on a diff of 20,000 lines",
  async run(ground) {
    const browser = await openBrowser();
    if (browser === undefined) return [notMeasured()];
    try {
      return await measure(ground, browser);
    } finally {
      await browser.close();
      ground.fixtures.removeChanging(FOLDER);
    }
  },
};

function notMeasured(): Block {
  const note = "not measured: there is no Chromium here";
  return { row: "K1", operation: "the console's page", note, lines: [] };
}

async function measure(ground: Ground, browser: Browser): Promise<Block[]> {
  const { fixtures } = ground;
  const places = { root: fixtures.changing(FOLDER, "root"), state: fixtures.changing(FOLDER, "state") };
  const served = await AskedConsole.start(places);
  const samples: Samples = { open: [], toggle: [], plain: [], step: [], late: [] };
  try {
    const page = await served.openPage(browser);
    await served.ask();
    await page.goto(`${served.origin}/#/questions`);
    await page.getByText("Hunk 1 of 1").waitFor();
    const floor = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const rounds = roundsOf(ground, { warmups: 2, rounds: 15 });
    const painting = await competeInPainting(page, floor, served.origin, rounds);
    for (let round = 0; round < rounds.warmups + rounds.rounds; round += 1) {
      const taken = await takeRound(page, floor, served.origin);
      if (round < rounds.warmups) continue;
      for (const [name, amount] of Object.entries(taken) as [keyof Samples, number][])
        samples[name].push(amount);
    }
    return [painting, render(samples)];
  } finally {
    await served.close();
  }
}

/** How much later than a page of the same server that has no script. */
function competeInPainting(page: Page, floor: Page, origin: string, rounds: Rounds): Promise<Block> {
  const painting = async (shown: Page): Promise<number> => {
    await shown.goto("about:blank");
    await shown.goto(`${origin}/#/activity`);
    return firstPaintOf(shown);
  };
  return compete({
    row: "K1",
    operation: "the console's page, from its address to the first paint",
    entries: [
      {
        contestant: { name: "the console", side: "ours", sample: () => painting(page) },
        goals: { target: { ratio: 2 }, stretch: { ratio: 1.5 } },
      },
    ],
    floors: [{ name: "its sign-in page, without script", side: "floor", sample: () => painting(floor) }],
    rounds,
  });
}

function render(samples: Samples): Block {
  return {
    row: "K1",
    operation: "the console's page, with a question about a diff of 20,000 lines",
    note: "a step is 400 pixels, one per frame; the floor is 20,000 lines in one <pre>",
    lines: [
      amountLine("from Activity to the diff on the screen", "ms", samples.open, AT_ONCE),
      amountLine("leaving the hunk out, until it is shown", "ms", samples.toggle, {
        target: { amount: 50 },
        stretch: { amount: 16.7 },
      }),
      { ...amountLine("scrolling a <pre>, work per step", "ms", samples.plain), side: "floor" },
      amountLine("scrolling the diff, work per step", "ms", samples.step, FRAME),
      amountLine("frames that came late, of 120", "×", samples.late),
    ],
  };
}

type Samples = Record<"open" | "toggle" | "plain" | "step" | "late", number[]>;

async function takeRound(page: Page, floor: Page, origin: string): Promise<Record<keyof Samples, number>> {
  await page.goto("about:blank");
  await page.goto(`${origin}/#/activity`);
  await page.getByText("Live", { exact: true }).waitFor();
  const open = await openView(page);
  const toggle = await page.evaluate(async () => {
    const box = document.querySelector<HTMLInputElement>(".diff-accept input");
    if (box === null) throw new Error("there is no hunk to choose");
    const startedAt = performance.now();
    box.click();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const taken = performance.now() - startedAt;
    box.click();
    return taken;
  });
  await page.waitForTimeout(100);
  const { perStep: step, lateFrames: late } = await measureScrolling(page, ".diff");
  const lines = Array.from({ length: FLOOR_LINES }, (_, index) => `line ${index}`).join("\n");
  await floor.goto("about:blank");
  await floor.setContent(`<pre>${lines}</pre>`);
  const { perStep: plain } = await measureScrolling(floor, "html");
  return { open, toggle, plain, step, late };
}

/** From the click to the frame in which the diff's lines are there. */
async function openView(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const startedAt = performance.now();
    location.hash = "#/questions";
    for (let frame = 0; frame < 600; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      if (document.querySelector(".diff-line") !== null) return performance.now() - startedAt;
    }
    throw new Error("the diff is not shown");
  });
}
