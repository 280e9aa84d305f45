/** Small things that a person meets on the way. */
import { describe, expect, it } from "vitest";
import { goToView, hasBrowser, useBrowser } from "../../support/browser.js";
import { openConsoleWorld } from "../../support/console-world.js";
import { tempWorkspace } from "../../support/workspace.js";

describe.runIf(hasBrowser)("The console", { timeout: 60_000 }, () => {
  const openPage = useBrowser();

  it("sets a checkpoint by Enter, and shows it in the timeline [FIX-184]", async () => {
    const world = await openConsoleWorld(tempWorkspace());
    const { page } = await openPage();
    await page.goto(await world.link());
    await goToView(page, "Timeline");
    await page.getByRole("button", { name: "New checkpoint…" }).click();
    await page.getByLabel("Name").fill("before the refactoring");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Rewind to here… Checkpoint before the refactoring" }).waitFor();
  });

  it("says of a rule that never matches why it does not, the moment it is added [FIX-183]", async () => {
    const world = await openConsoleWorld(tempWorkspace());
    const { page } = await openPage();
    await page.goto(await world.link());
    await goToView(page, "Rules");
    const rule = page.getByLabel("Rule", { exact: true });
    await rule.fill("Reed(src/**)");
    await page.keyboard.press("Enter");
    await page.getByText(/^The rule was added\. .*There is no tool Reed/).waitFor();
    // Until the first is done with, Enter does nothing.
    await page.locator("button:enabled", { hasText: /^Add$/ }).waitFor();
    await rule.fill("Read(src/**)");
    await page.keyboard.press("Enter");
    await page.getByText("The rule was added.", { exact: true }).waitFor();
    // The list comes anew after the word about it.
    const row = page.getByRole("row", { name: /Read\(src/ });
    await row.first().waitFor();
    expect(await row.count()).toBe(1);
  });
});
