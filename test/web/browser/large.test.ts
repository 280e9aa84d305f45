/** Large things: whatever there is, only what is in sight is in the document. Times are the bench's business. */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { enterConsole, goToView, hasBrowser, useBrowser } from "../../support/browser.js";
import { openConsoleWorld } from "../../support/console-world.js";
import { tempWorkspace } from "../../support/workspace.js";

const MANY = 10_000;
/** A screen of rows with all that is in them, and the frame. */
const MAX_ELEMENTS = 2500;

function countElements(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll("*").length);
}

describe.runIf(hasBrowser)("The page stays small", { timeout: 120_000 }, () => {
  const openPage = useBrowser();

  it("with ten thousand changes in the timeline [CON-32]", async () => {
    const files = tempWorkspace({});
    const state = join(files.root, "..", "state");
    const toolkit = files.editor({ stateDirectory: state, durability: "none" });
    for (let index = 0; index < MANY; index += 1) {
      const file_path = files.path(`folder-${index % 40}`, `file-${index}.txt`);
      await toolkit.call("Write", { file_path, content: `${index}\n` });
    }
    await toolkit.close();
    const world = await openConsoleWorld(files);
    const { page, complaints } = await openPage();
    await enterConsole(page, world);
    await goToView(page, "Timeline");
    await page
      .getByText(`file-${MANY - 1}.txt`)
      .first()
      .waitFor();
    await page.getByText("10,000 changes").first().waitFor();
    expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
    await page
      .locator(".virtual-list")
      .first()
      .evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    await page.getByText("file-0.txt").first().waitFor();
    expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
    await page.getByRole("searchbox").fill("file-1234.txt");
    await page.getByText("file-1234.txt").first().waitFor();
    expect(complaints).toEqual([]);
  });

  it("with a diff of twenty thousand lines [CON-33]", async () => {
    const files = tempWorkspace({});
    const world = await openConsoleWorld(files);
    const { page, complaints } = await openPage();
    await enterConsole(page, world);
    await goToView(page, "Questions");
    const agent = await world.connectAgent();
    const lines = Array.from(
      { length: 2 * MANY },
      (_, index) => `export const value${index + 1} = "${index + 1}";`,
    );
    const content = `${lines.join("\n")}\n`;
    const writing = agent.call("Write", { file_path: files.path("large.ts"), content });
    await page.getByText("value1", { exact: true }).or(page.getByText("Hunk 1 of 1")).first().waitFor();
    expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
    const diff = page.locator(".diff");
    await diff.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    await diff.getByText("20000", { exact: true }).first().waitFor();
    expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
    // Accepted only when it has been in sight for a moment.
    await page.waitForTimeout(700);
    await page.getByRole("button", { name: /^Accept/ }).click();
    expect((await writing).isError).toBe(false);
    expect(files.read("large.ts")).toBe(content);
    expect(complaints).toEqual([]);
  });

  it("with hundreds of calls in a few seconds, of which none is lost [CON-34]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const world = await openConsoleWorld(files);
    const { page, complaints } = await openPage();
    await enterConsole(page, world);
    const agent = await world.connectAgent();
    for (let index = 1; index <= 400; index += 1)
      await agent.call("Read", { file_path: files.path("a.txt"), offset: 1, limit: index });
    await expect
      .poll(async () => Number(await page.getByRole("table").getAttribute("aria-rowcount")))
      .toBeGreaterThanOrEqual(400);
    expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
    expect(complaints).toEqual([]);
  });
});
