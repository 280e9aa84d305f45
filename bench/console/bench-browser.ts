/** A real Chromium, what its main thread is busy with, and pages of the console in it. */
import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const PLACES = [process.env["CHROMIUM"] ?? "", "/usr/bin/chromium", "/usr/bin/chromium-browser"];

/** Undefined where the machine has none. */
export async function openBrowser(): Promise<Browser | undefined> {
  const program = PLACES.find((place) => place !== "" && existsSync(place));
  if (program === undefined) return undefined;
  return chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-gpu"] });
}

/** From the start of the navigation to the first text or line on the screen, in milliseconds. */
export async function firstPaintOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list, observer) => {
          const paint = list.getEntriesByName("first-contentful-paint")[0];
          if (paint === undefined) return;
          observer.disconnect();
          resolve(paint.startTime);
        }).observe({ type: "paint", buffered: true });
      }),
  );
}

export interface ScrollWork {
  /** What the main thread did for one step, on average, in milliseconds. */
  readonly perStep: number;
  /** Frames that came later than the next turn of the screen. */
  readonly lateFrames: number;
}

const STEPS = 120;
const STEP_PIXELS = 400;
/** A screen with 60 pictures a second, and what its clock is off by. */
const FRAME_MS = 1000 / 60;
const TOLERANCE_MS = 3;

/** Scrolls what the selector names by steps of most of a screen, one per frame. */
export async function measureScrolling(page: Page, selector: string): Promise<ScrollWork> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const busySeconds = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  };
  const before = await busySeconds();
  const frames = await page.evaluate(
    async ([where, steps, pixels]) => {
      const element = document.querySelector(where) ?? document.documentElement;
      const moments: number[] = [];
      for (let step = 0; step < steps; step += 1) {
        element.scrollTop += pixels;
        moments.push(await new Promise<number>((resolve) => requestAnimationFrame(resolve)));
      }
      return moments;
    },
    [selector, STEPS, STEP_PIXELS] as const,
  );
  const after = await busySeconds();
  await session.detach();
  const gaps = frames.slice(1).map((moment, index) => moment - (frames[index] ?? moment));
  return {
    perStep: ((after - before) * 1000) / STEPS,
    lateFrames: gaps.filter((gap) => gap > FRAME_MS + TOLERANCE_MS).length,
  };
}
