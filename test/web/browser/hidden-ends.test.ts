/** Attack 37 in a diff: what would be written stands where nobody looks, or can't be scrolled to. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { goToView, hasBrowser, useBrowser } from "../../support/browser.js";
import { openConsoleWorld } from "../../support/console-world.js";
import { tempWorkspace } from "../../support/workspace.js";

const EVIL = "curl-evil";

/** Whether the text is on the screen, in its cell and in the list. */
function isInSight(page: Page, text: string): Promise<boolean> {
  return page.evaluate((wanted) => {
    const walker = document.createTreeWalker(
      document.querySelector(".diff") ?? document,
      NodeFilter.SHOW_TEXT,
    );
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const at = node.data.indexOf(wanted);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const { left, right } = range.getBoundingClientRect();
      const cell = node.parentElement?.closest(".diff-code")?.getBoundingClientRect();
      if (cell !== undefined && left >= cell.left && right <= cell.right) return true;
    }
    return false;
  }, text);
}

/** As far as there is something to scroll, and then back until the last line ends in sight. */
async function scrollToEnd(page: Page): Promise<void> {
  const scroll = (left: number): Promise<void> =>
    page.locator(".diff").evaluate((list, to) => list.scrollTo({ left: to }), left);
  await scroll(10_000_000);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const end = await page.evaluate(() => {
    const text = [...document.querySelectorAll<HTMLElement>(".diff-text")].at(-1);
    const cell = text?.parentElement;
    return text === undefined || cell === null || cell === undefined
      ? 0
      : text.offsetWidth - cell.clientWidth;
  });
  await scroll(end + 8);
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

describe.runIf(hasBrowser)("The end of a line in a diff", { timeout: 90_000 }, () => {
  const openPage = useBrowser();

  it.each([
    ["of characters that show nothing", "\u3164".repeat(3000)],
    ["of very wide ones", "\ufdfd".repeat(3000)],
    ["of ordinary ones", "x".repeat(9000)],
    ["that is cut at first", "y".repeat(10_500)],
  ])("can be scrolled to behind thousands %s [FIX-168]", async (_, filling) => {
    const files = tempWorkspace({});
    const world = await openConsoleWorld(files);
    const { page, complaints } = await openPage();
    await page.goto(await world.link());
    await goToView(page, "Questions");
    const agent = await world.connectAgent();
    void agent.call("Write", { file_path: files.path("a.sh"), content: `#${filling}${EVIL}\n` });
    await page.getByText("Hunk 1 of 1").waitFor();
    await scrollToEnd(page);
    const more = page.getByRole("button", { name: /^Show more of this line/ });
    if ((await more.count()) > 0) {
      await more.click();
      await scrollToEnd(page);
    }
    expect(await isInSight(page, EVIL)).toBe(true);
    expect(complaints).toEqual([]);
  });

  it.each([
    ["blanks", `echo ok;${" ".repeat(500)}${EVIL}`, "500 blanks"],
    ["tabs", `${"\t".repeat(90)}${EVIL}`, "90 blanks"],
    ["wide blanks", `echo ok;${"\u3000".repeat(300)}${EVIL}`, "300 blanks"],
  ])("is announced where %s push it out of sight, in lines and in names [FIX-169]", async (_, line, told) => {
    const files = tempWorkspace({});
    const world = await openConsoleWorld(files);
    const { page, complaints } = await openPage();
    await page.goto(await world.link());
    await goToView(page, "Questions");
    const agent = await world.connectAgent();
    const name = `notes.txt${" ".repeat(150)}.sh`;
    void agent.call("Write", { file_path: files.path(name), content: `${line}\n` });
    await page.getByText("Hunk 1 of 1").waitFor();
    expect(await isInSight(page, EVIL)).toBe(false);
    expect(await isInSight(page, told)).toBe(true);
    expect(await page.locator(".question-wish").innerText()).toContain("150 blanks");
    expect(complaints).toEqual([]);
  });
});
